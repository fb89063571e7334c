#ifndef FOLIO_ICU_BRIDGE_H
#define FOLIO_ICU_BRIDGE_H

#include <stdbool.h>
#include <stdint.h>

// ICU renames every function to carry its version, by macros that Swift does not follow. These are
// the few functions that text layout needs, under names of their own. Only ICU's stable C API is
// used, and only the data that is linked in: no file, no environment variable and no default
// locale takes part.

// What a set of boundaries divides text into.
typedef enum {
  FOLIO_BOUNDARY_GRAPHEME = 0,
  FOLIO_BOUNDARY_LINE = 1,
} folio_boundary_kind;

// What lies before a UTF-16 unit.
enum {
  FOLIO_MARK_NONE = 0,
  FOLIO_MARK_ALLOWED = 1,
  FOLIO_MARK_MANDATORY = 2,
};

typedef struct folio_boundaries folio_boundaries;

// Opens an iterator for the rules of a locale such as "root" or "ja". Returns NULL and sets *error
// to ICU's code on failure.
folio_boundaries *folio_boundaries_open(folio_boundary_kind kind, const char *locale, int *error);

// Writes one mark for each of the length + 1 places before, between and after the units. The place
// before the first unit is never marked, the one after the last always is (unless length is 0).
// Returns 0 or ICU's error code.
int folio_boundaries_find(
    folio_boundaries *boundaries, const uint16_t *text, int32_t length, uint8_t *marks);

void folio_boundaries_close(folio_boundaries *boundaries);

// The script as its four ISO 15924 letters, first letter in the highest byte ("Zyyy" is common,
// "Zinh" inherited, "Zzzz" unknown).
uint32_t folio_script(uint32_t scalar);

// Binary properties.
bool folio_is_emoji(uint32_t scalar);
bool folio_is_emoji_presentation(uint32_t scalar);
bool folio_is_emoji_modifier(uint32_t scalar);
bool folio_is_default_ignorable(uint32_t scalar);
bool folio_is_white_space(uint32_t scalar);

// Whether the general category is Mn, Mc or Me.
bool folio_is_mark(uint32_t scalar);
// Whether the general category is Lo.
bool folio_is_other_letter(uint32_t scalar);

// The version of the ICU library and of the Unicode data in it, such as "72.1" and "15.0".
const char *folio_icu_version(void);
const char *folio_icu_unicode_version(void);

#endif
