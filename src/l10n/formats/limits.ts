/** Entries of one file: they are read, compared and written together. */
export const MAX_ENTRIES = 50_000

/** UTF-16 units of a key; gettext's keys are texts and may be as long as one. */
export const MAX_KEY_UNITS = 2_000

/** UTF-16 units of what is kept of a note for translators. */
const MAX_NOTE_UNITS = 4_000

/** What is kept of a note: its first 4,000 units. */
export const truncateNote = (text: string): string => text.slice(0, MAX_NOTE_UNITS).replace(/[\uD800-\uDBFF]$/, '')

/** What to do about a file of too many entries. */
export const SPLIT_FILE_FIX = 'Split it into several files.'
