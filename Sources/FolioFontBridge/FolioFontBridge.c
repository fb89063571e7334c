#include "FolioFontBridge.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int folio_font_read(const char *path, int64_t limit, uint8_t **bytes, int64_t *size, int *code) {
  *bytes = NULL;
  *size = 0;
  *code = 0;
  int file;
  do {
    file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  } while (file < 0 && errno == EINTR);
  if (file < 0) {
    *code = errno;
    return FOLIO_FONT_CANNOT_OPEN;
  }

  int result = FOLIO_FONT_OK;
  struct stat facts;
  if (fstat(file, &facts) != 0) {
    *code = errno;
    result = FOLIO_FONT_CANNOT_READ;
  } else if (!S_ISREG(facts.st_mode)) {
    result = FOLIO_FONT_NOT_A_FILE;
  } else if (facts.st_size > limit) {
    *size = facts.st_size;
    result = FOLIO_FONT_TOO_LARGE;
  } else {
    int64_t wanted = facts.st_size;
    uint8_t *buffer = malloc(wanted > 0 ? (size_t)wanted : 1);
    int64_t have = 0;
    if (buffer == NULL) result = FOLIO_FONT_NO_MEMORY;
    while (result == FOLIO_FONT_OK && have < wanted) {
      ssize_t count = read(file, buffer + have, (size_t)(wanted - have));
      if (count > 0) {
        have += count;
      } else if (count == 0) {
        break;  // Cut short since fstat: what is there is judged as it is.
      } else if (errno != EINTR) {
        *code = errno;
        result = FOLIO_FONT_CANNOT_READ;
      }
    }
    if (result == FOLIO_FONT_OK) {
      *bytes = buffer;
      *size = have;
    } else {
      free(buffer);
    }
  }
  close(file);
  return result;
}

void folio_font_free(uint8_t *bytes) { free(bytes); }

int folio_font_is_missing(int code) { return code == ENOENT || code == ENOTDIR; }

const char *folio_font_error_text(int code) {
  switch (code) {
    case ENOENT: return "no such file";
    case ENOTDIR: return "a part of the path is not a folder";
    case EACCES: return "permission denied";
    case ELOOP: return "too many symbolic links";
    case ENAMETOOLONG: return "the name is too long";
    case EMFILE: return "too many open files";
    case ENFILE: return "too many open files in the system";
    case ENXIO: return "no such device";
    case EIO: return "input/output error";
    case EISDIR: return "it is a folder";
    case ENOMEM: return "out of memory";
    default: return "the system refused";
  }
}
