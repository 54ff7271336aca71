/** One text, or one text per CLDR plural category (`one`, `few`, `other` …). */
export type Message = string | Readonly<Record<string, string>>

/** UTF-16 units of one text, or of one plural form: what is longer is no text that somebody translates in one piece, and every check goes over all of it. */
export const MAX_TEXT_UNITS = 65_536

/** Plural forms of one message. */
export const MAX_FORMS = 20

/** UTF-16 units of all forms of a message. */
export const messageUnits = (message: Message): number =>
  typeof message === 'string' ? message.length : Object.values(message).reduce((sum, text) => sum + text.length, 0)

/** Whether two messages say the same in the same forms. */
export function sameMessage(one: Message, other: Message): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every(name => one[name] === other[name])
}

/** How the placeholders and the plurals of a text are written. */
export const SYNTAXES = ['plain', 'icu', 'i18next', 'vue-i18n', 'printf', 'ruby'] as const
export type Syntax = (typeof SYNTAXES)[number]

/** A part of a text that must survive translation: `{name}`, `%1$s`, `<b>`, a link. */
export interface Placeholder {
  readonly raw: string
  readonly kind: string
  readonly name?: string
}
