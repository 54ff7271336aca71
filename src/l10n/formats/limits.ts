/** Maximum entries of a file, which are read, compared and written together. */
export const MAX_ENTRIES = 50_000

/** Maximum UTF-16 code units of a key. A gettext key can be as long as a source string. */
export const MAX_KEY_UNITS = 2_000

/** Maximum UTF-16 code units of a stored note. */
const MAX_NOTE_UNITS = 4_000

/** Shortens a note to its first 4,000 code units. */
export const truncateNote = (text: string): string => text.slice(0, MAX_NOTE_UNITS).replace(/[\uD800-\uDBFF]$/, '')

/** Maximum columns of a table: each can be a locale, and each is looked at in every row. */
export const MAX_COLUMNS = 500

/** Fix for a file with too many entries. */
export const SPLIT_FILE_FIX = 'Split it into several files.'
