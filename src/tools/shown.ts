/** Characters that reorder, hide or break what stands around them on a terminal or a page; half surrogates are no text at all. */
export const HIDDEN =
  /[\p{Cs}\p{Cn}\u00AD\u115F\u1160\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u
export const CONTROL = /\p{Cc}/u

const UNSEEN = new RegExp(`${HIDDEN.source}|(?![\\n\\t])${CONTROL.source}`, 'gu')

/** Text that people wrote, with each character that nobody sees by its name, as `<U+202E>`. For names and notes; what is to be translated stays as it is. */
export const shown = (text: string): string => text.replace(UNSEEN, nameOf)

const nameOf = (char: string): string => `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`
