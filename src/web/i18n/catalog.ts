import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import type en from '../../../locales/en.json'
import { PACKAGE_ROOT } from '../../package-root.ts'
import { LANGUAGES, type LanguageTag } from './languages.ts'

/** The path of each text of nested messages: `review.title`. */
type Leaves<T> = T extends string
  ? ''
  : { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string]

/** The key of a message in `locales/en.json`. */
export type MessageKey = Leaves<typeof en>

interface Nested {
  readonly [key: string]: string | Nested
}

/** Returns the messages of nested JSON by their path. */
function* flatten(messages: Nested, path = ''): Generator<readonly [string, string]> {
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value === 'string') yield [`${path}${key}`, value]
    else yield* flatten(value, `${path}${key}.`)
  }
}

const readMessages = (language: LanguageTag): ReadonlyMap<string, string> =>
  new Map(flatten(JSON.parse(readFileSync(join(PACKAGE_ROOT, 'locales', `${language}.json`), 'utf8')) as Nested))

const CATALOGS = Object.fromEntries(
  (Object.keys(LANGUAGES) as LanguageTag[]).map(language => [language, readMessages(language)]),
) as Readonly<Record<LanguageTag, ReadonlyMap<string, string>>>

/** Whether the pages have a message with a computed key. */
export const isMessageKey = (key: string): key is MessageKey => CATALOGS.en.has(key)

const parsed = new Map<string, IntlMessageFormat>()

/** Returns the parsed message in a language, or in English where the language lacks it. */
export function getMessage(language: LanguageTag, key: MessageKey): IntlMessageFormat {
  const name = `${language} ${key}`
  const known = parsed.get(name)
  if (known !== undefined) return known
  const own = CATALOGS[language].get(key)
  const text = own ?? CATALOGS.en.get(key)
  if (text === undefined) throw new Error(`no message ${key}`)
  const message = new IntlMessageFormat(text, own === undefined ? 'en' : language)
  parsed.set(name, message)
  return message
}
