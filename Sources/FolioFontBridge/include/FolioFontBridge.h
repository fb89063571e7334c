#ifndef FOLIO_FONT_BRIDGE_H
#define FOLIO_FONT_BRIDGE_H

#include <stdint.h>

// Reads a font file into memory. A file that is mapped instead would kill the process when another
// program cuts it short meanwhile, and opening a named pipe would wait for ever.

enum {
  FOLIO_FONT_OK = 0,
  FOLIO_FONT_CANNOT_OPEN = 1,
  FOLIO_FONT_NOT_A_FILE = 2,
  FOLIO_FONT_TOO_LARGE = 3,
  FOLIO_FONT_CANNOT_READ = 4,
  FOLIO_FONT_NO_MEMORY = 5,
};

// Reads a regular file of at most `limit` bytes. On FOLIO_FONT_OK *bytes holds *size bytes, to be
// given to folio_font_free. On FOLIO_FONT_TOO_LARGE *size is the file's size. After a failed call
// of the system *code is its errno.
int folio_font_read(const char *path, int64_t limit, uint8_t **bytes, int64_t *size, int *code);

void folio_font_free(uint8_t *bytes);

// Whether an errno says that there is no such file.
int folio_font_is_missing(int code);

// What an errno means, in words that do not depend on the locale.
const char *folio_font_error_text(int code);

#endif
