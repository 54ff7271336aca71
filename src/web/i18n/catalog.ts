import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IntlMessageFormat } from 'intl-messageformat'
import type en from '../../../locales/en.json'
import { PACKAGE_ROOT } from '../../package-root.ts'
import { parseMessage } from './isolate.ts'
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

type Texts = Readonly<Record<LanguageTag, ReadonlyMap<string, string>>>

interface Catalog {
  /** Returns the parsed message in a language, or in English where the language lacks it. */
  readonly getMessage: (language: LanguageTag, key: MessageKey) => IntlMessageFormat
  /** Whether there is a message with a computed key. */
  readonly isMessageKey: (key: string) => key is MessageKey
  /** The keys that start with a prefix. */
  readonly listKeys: (prefix: string) => readonly MessageKey[]
}

/** Finds messages in the texts of all languages. Each is parsed when it is first shown, and kept. */
export function createCatalog(texts: Texts): Catalog {
  const parsed = new Map<string, IntlMessageFormat>()
  const isMessageKey = (key: string): key is MessageKey => texts.en.has(key)
  const listKeys = (prefix: string): readonly MessageKey[] =>
    [...texts.en.keys()].filter(isMessageKey).filter(key => key.startsWith(prefix))
  const getMessage: Catalog['getMessage'] = (language, key) => {
    const name = `${language} ${key}`
    const known = parsed.get(name)
    if (known !== undefined) return known
    const own = texts[language].get(key)
    const text = own ?? texts.en.get(key)
    if (text === undefined) throw new Error(`no message ${key}`)
    const message = parseMessage(text, own === undefined ? 'en' : language)
    parsed.set(name, message)
    return message
  }
  return { getMessage, isMessageKey, listKeys }
}

const readTexts = (language: LanguageTag): ReadonlyMap<string, string> =>
  new Map(flatten(JSON.parse(readFileSync(join(PACKAGE_ROOT, 'locales', `${language}.json`), 'utf8')) as Nested))

export const { getMessage, isMessageKey, listKeys }: Catalog = createCatalog(
  Object.fromEntries((Object.keys(LANGUAGES) as LanguageTag[]).map(tag => [tag, readTexts(tag)])) as Texts,
)
