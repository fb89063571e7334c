#ifndef FOLIO_PNG_BRIDGE_H
#define FOLIO_PNG_BRIDGE_H
#endif
