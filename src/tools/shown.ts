import { CONTROL, HIDDEN } from '../auth/unseen.ts'

const UNSEEN = new RegExp(`${HIDDEN.source}|(?![\\n\\t])${CONTROL.source}`, 'gu')

/** Text that people wrote, with each character that nobody sees by its name, as `<U+202E>`. For names and notes; what is to be translated stays as it is. */
export const shown = (text: string): string => text.replace(UNSEEN, nameOf)

const nameOf = (char: string): string => `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`
