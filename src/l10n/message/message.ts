/** One string, or one string per CLDR plural category (`one`, `few`, `other` …). */
export type Message = string | Readonly<Record<string, string>>

/** Maximum UTF-16 code units of one string or plural form; every check reads all of it. */
export const MAX_TEXT_UNITS = 65_536

/** Maximum plural forms of one message. */
export const MAX_FORMS = 20

/** Lists the text of a message, or those of its plural forms. */
export const listTexts = (message: Message): string[] =>
  typeof message === 'string' ? [message] : Object.values(message)

/** The text of a message; of plural forms, the general one. */
export const getGeneralText = (message: Message): string =>
  typeof message === 'string' ? message : (message['other'] ?? Object.values(message).at(-1) ?? '')

/** Counts the UTF-16 code units of all forms of a message. */
export const messageUnits = (message: Message): number =>
  typeof message === 'string' ? message.length : Object.values(message).reduce((sum, text) => sum + text.length, 0)

/** What a message shows of itself: its form `other`, or the first one. */
export const firstText = (message: Message): string =>
  typeof message === 'string' ? message : (message['other'] ?? Object.values(message)[0] ?? '')

/** Whether a text has no visible character: only white space and formatting characters. */
export const isBlankText = (text: string): boolean => /^[\s\p{Cf}\p{Cc}\u115F\u1160\u3164\uFFA0]*$/u.test(text)

/** Whether no form of a message has a visible character: there is nothing to translate. */
export const isBlank = (message: Message): boolean =>
  typeof message === 'string' ? isBlankText(message) : Object.values(message).every(isBlankText)

/** A message as one string, by which equal ones are found; plural forms in any order. */
export const toMessageId = (message: Message): string =>
  typeof message === 'string' ? message : JSON.stringify(message, Object.keys(message).toSorted())

/** Returns whether two messages have equal strings in equal forms. */
export function sameMessage(one: Message, other: Message): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every(name => one[name] === other[name])
}

/** Syntaxes of placeholders and plurals. */
export const SYNTAXES = [
  'plain',
  'icu',
  'i18next',
  'vue-i18n',
  'printf',
  'ruby',
  'java',
  'fluent',
  'banana',
  'strftime',
  'format',
] as const
export type Syntax = (typeof SYNTAXES)[number]

/** A part that a translation must keep: `{name}`, `%1$s`, `<b>`, a link. */
export interface Placeholder {
  readonly raw: string
  readonly kind: string
  readonly name?: string
}
