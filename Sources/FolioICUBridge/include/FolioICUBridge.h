#ifndef FOLIO_ICU_BRIDGE_H
#define FOLIO_ICU_BRIDGE_H
#endif
