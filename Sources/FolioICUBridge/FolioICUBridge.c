#include "FolioICUBridge.h"

#include <stdlib.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/udata.h>
#include <unicode/uscript.h>
#include <unicode/uversion.h>

struct folio_boundaries {
  UBreakIterator *iterator;
  bool line;
};

folio_boundaries *folio_boundaries_open(folio_boundary_kind kind, const char *locale, int *error) {
  UErrorCode status = U_ZERO_ERROR;
  // Data files beside the library or named by ICU_DATA must not change where lines break.
  udata_setFileAccess(UDATA_ONLY_PACKAGES, &status);
  status = U_ZERO_ERROR;
  bool line = kind == FOLIO_BOUNDARY_LINE;
  UBreakIterator *iterator =
      ubrk_open(line ? UBRK_LINE : UBRK_CHARACTER, locale, NULL, 0, &status);
  *error = (int)status;
  if (U_FAILURE(status)) return NULL;
  folio_boundaries *result = malloc(sizeof *result);
  if (result == NULL) {
    ubrk_close(iterator);
    *error = (int)U_MEMORY_ALLOCATION_ERROR;
    return NULL;
  }
  result->iterator = iterator;
  result->line = line;
  *error = 0;
  return result;
}

int folio_boundaries_find(
    folio_boundaries *boundaries, const uint16_t *text, int32_t length, uint8_t *marks) {
  for (int32_t i = 0; i <= length; i++) marks[i] = FOLIO_MARK_NONE;
  if (length <= 0) return 0;
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(boundaries->iterator, (const UChar *)text, length, &status);
  if (U_FAILURE(status)) return (int)status;
  ubrk_first(boundaries->iterator);
  for (int32_t at = ubrk_next(boundaries->iterator); at != UBRK_DONE && at <= length;
       at = ubrk_next(boundaries->iterator)) {
    bool mandatory = false;
    if (boundaries->line) {
      int32_t rule = ubrk_getRuleStatus(boundaries->iterator);
      mandatory = rule >= UBRK_LINE_HARD && rule < UBRK_LINE_HARD_LIMIT;
    }
    marks[at] = mandatory ? FOLIO_MARK_MANDATORY : FOLIO_MARK_ALLOWED;
  }
  // The iterator keeps a pointer to the caller's text; give it one that lives for ever.
  static const UChar none[1] = {0};
  ubrk_setText(boundaries->iterator, none, 0, &status);
  return 0;
}

void folio_boundaries_close(folio_boundaries *boundaries) {
  if (boundaries == NULL) return;
  ubrk_close(boundaries->iterator);
  free(boundaries);
}

uint32_t folio_script(uint32_t scalar) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode code = uscript_getScript((UChar32)scalar, &status);
  const char *name = U_SUCCESS(status) ? uscript_getShortName(code) : NULL;
  if (name == NULL) name = "Zzzz";
  uint32_t tag = 0;
  for (int i = 0; i < 4 && name[i] != 0; i++) tag = (tag << 8) | (uint8_t)name[i];
  return tag;
}

bool folio_is_emoji(uint32_t scalar) { return u_hasBinaryProperty((UChar32)scalar, UCHAR_EMOJI); }

bool folio_is_emoji_presentation(uint32_t scalar) {
  return u_hasBinaryProperty((UChar32)scalar, UCHAR_EMOJI_PRESENTATION);
}

bool folio_is_emoji_modifier(uint32_t scalar) {
  return u_hasBinaryProperty((UChar32)scalar, UCHAR_EMOJI_MODIFIER);
}

bool folio_is_default_ignorable(uint32_t scalar) {
  return u_hasBinaryProperty((UChar32)scalar, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

bool folio_is_white_space(uint32_t scalar) {
  return u_hasBinaryProperty((UChar32)scalar, UCHAR_WHITE_SPACE);
}

bool folio_is_mark(uint32_t scalar) { return (U_GET_GC_MASK((UChar32)scalar) & U_GC_M_MASK) != 0; }

bool folio_is_other_letter(uint32_t scalar) {
  return u_charType((UChar32)scalar) == U_OTHER_LETTER;
}

const char *folio_icu_version(void) { return U_ICU_VERSION; }

const char *folio_icu_unicode_version(void) { return U_UNICODE_VERSION; }
