import type { Message } from '../../../src/l10n/message/message.ts'
import type { Strings } from '../pair.ts'

interface Unit {
  readonly stringUnit?: { readonly state?: string; readonly value: string }
  readonly variations?: { readonly plural?: Readonly<Record<string, Unit>> }
}

interface Catalog {
  readonly sourceLanguage: string
  readonly strings: Readonly<Record<string, { readonly localizations?: Readonly<Record<string, Unit>> }>>
}

/** Apple's .xcstrings: the strings of every locale; the source is the key where the catalog has no other. */
export function readXcstrings(text: string): {
  readonly source: string
  readonly locales: ReadonlyMap<string, Strings>
} {
  const catalog = JSON.parse(text) as Catalog
  const locales = new Map<string, Map<string, Message>>()
  const put = (locale: string, key: string, value: Message): void => {
    const strings = locales.get(locale) ?? new Map<string, Message>()
    locales.set(locale, strings.set(key, value))
  }
  for (const [key, { localizations = {} }] of Object.entries(catalog.strings)) {
    put(catalog.sourceLanguage, key, key)
    for (const [locale, unit] of Object.entries(localizations)) {
      const value = readUnit(unit)
      if (value !== undefined) put(locale, key, value)
    }
  }
  return { source: catalog.sourceLanguage, locales }
}

function readUnit({ stringUnit, variations }: Unit): Message | undefined {
  if (stringUnit !== undefined) return stringUnit.state === 'new' ? undefined : stringUnit.value
  const forms = Object.entries(variations?.plural ?? {}).flatMap(([category, unit]) => {
    const value = unit.stringUnit?.value
    return value === undefined ? [] : [[category, value] as const]
  })
  return forms.length === 0 ? undefined : Object.fromEntries(forms)
}
