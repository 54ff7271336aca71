import { describe, expect, it } from 'vitest'
import { hasText } from '../../../src/l10n/files/read-files.ts'
import { formatById } from '../../../src/l10n/formats/registry.ts'
import type { Message } from '../../../src/l10n/message/message.ts'

const ANDROID = (items: string): string => `<resources>\n    <plurals name="n">\n${items}    </plurals>\n</resources>\n`
const ANDROID_EN = ANDROID('        <item quantity="one">ONE</item>\n        <item quantity="other">OTHER</item>\n')
const ANDROID_PL = ANDROID(
  '        <item quantity="zero"></item>\n        <item quantity="one">JEDEN</item>\n        <item quantity="few"/>\n        <item quantity="other">INNE</item>\n',
)
const DICT = (forms: string): string =>
  `<plist version="1.0">\n<dict>\n\t<key>n</key>\n\t<dict>\n\t\t<key>NSStringLocalizedFormatKey</key>\n\t\t<string>%#@d@</string>\n\t\t<key>d</key>\n\t\t<dict>\n\t\t\t<key>NSStringFormatSpecTypeKey</key>\n\t\t\t<string>NSStringPluralRuleType</string>\n\t\t\t<key>NSStringFormatValueTypeKey</key>\n\t\t\t<string>d</string>\n${forms}\t\t</dict>\n\t</dict>\n</dict>\n</plist>\n`
const form = (name: string, text: string): string => `\t\t\t<key>${name}</key>\n\t\t\t<string>${text}</string>\n`
const unit = (name: string, text: string): string =>
  `            "${name}" : {\n              "stringUnit" : {\n                "state" : "translated",\n                "value" : "${text}"\n              }\n            }`
const CATALOG = (locales: string): string =>
  `{\n  "sourceLanguage" : "en",\n  "strings" : {\n    "n" : {\n      "localizations" : {\n${locales}\n      }\n    }\n  },\n  "version" : "1.0"\n}`
const localization = (name: string, units: readonly string[]): string =>
  `        "${name}" : {\n          "variations" : {\n            "plural" : {\n${units.join(',\n')}\n            }\n          }\n        }`
const CATALOG_EN = localization('en', [unit('one', 'ONE'), unit('other', 'OTHER')])
const PO_HEADER =
  'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"\n\n'
const PO_IDS = 'msgid "ONE"\nmsgid_plural "OTHER"\n'

/** Each format with plural forms: a source, and a Polish file with the forms `zero` and `few` empty, or `few` alone. */
const FILES: Readonly<Record<string, { readonly source: string; readonly polish: string }>> = {
  rails: {
    source: 'en:\n  n:\n    one: "ONE"\n    other: "OTHER"\n',
    polish: 'pl:\n  n:\n    zero: ""\n    one: "JEDEN"\n    few: \'\' # later\n    other: "INNE"\n',
  },
  yaml: {
    source: 'n:\n  one: "ONE"\n  other: "OTHER"\nm:\n  other: M\n',
    polish: 'n: { zero: "", one: "JEDEN", few: "", other: "INNE" }\nm:\n  other: M\n',
  },
  toml: {
    source: '[n]\none = "ONE"\nother = "OTHER"\n',
    polish: '[n]\nzero = ""\none = "JEDEN"\nfew = \'\'\nother = "INNE"\n',
  },
  i18next: {
    source: '{\n  "n_one": "ONE {{count}}",\n  "n_other": "OTHER {{count}}"\n}\n',
    polish: '{\n  "n_zero": "",\n  "n_one": "JEDEN",\n  "n_few": "",\n  "n_other": "INNE"\n}\n',
  },
  android: { source: ANDROID_EN, polish: ANDROID_PL },
  compose: { source: ANDROID_EN, polish: ANDROID_PL },
  stringsdict: {
    source: DICT(form('one', 'ONE') + form('other', 'OTHER')),
    polish: DICT(form('zero', '') + form('one', 'JEDEN') + form('few', '') + form('other', 'INNE')),
  },
  xcstrings: {
    source: CATALOG(CATALOG_EN),
    polish: CATALOG(
      `${CATALOG_EN},\n${localization('pl', [unit('zero', ''), unit('one', 'JEDEN'), unit('few', ''), unit('other', 'INNE')])}`,
    ),
  },
  po: {
    source: `${PO_HEADER}${PO_IDS}msgstr[0] ""\nmsgstr[1] ""\n`,
    polish: `${PO_HEADER}${PO_IDS}msgstr[0] "JEDEN"\nmsgstr[1] ""\nmsgstr[2] "INNE"\n`,
  },
}

describe.each(Object.keys(FILES))('an empty plural form of %s', id => {
  const format = formatById(id)
  const { source, polish } = FILES[id] ?? { source: '', polish: '' }
  const rootKey = id === 'rails' ? 'en' : undefined
  const [entry] = format.readTarget(polish, 'pl', source, rootKey)
  const write = (change: Readonly<Record<string, string>>): string => {
    const values = new Map<string, Message>([[entry?.key ?? '', { ...(entry?.value as object), ...change }]])
    return format.write({ source, base: polish, locale: 'pl', rootKey, values })
  }

  it('is not read, and is named', () => {
    expect(entry?.value).toMatchObject({ one: 'JEDEN' })
    expect(entry?.value).not.toHaveProperty('few')
    expect(entry?.emptyForms).toEqual(id === 'po' ? ['few'] : ['zero', 'few'])
  })

  it('is kept in the file, also when another form changes', () => {
    expect(write({})).toBe(polish)
    if (id !== 'po') expect(write({ one: 'JEDNA' })).toBe(polish.replace('JEDEN', 'JEDNA'))
  })

  it('is replaced by its text', () => {
    const written = write({ few: 'KILKA' })
    expect(written.split('KILKA')).toHaveLength(2)
    expect(written.split('\n')).toHaveLength(polish.split('\n').length)
    expect(format.readTarget(written, 'pl', source, rootKey)[0]?.value).toMatchObject({ one: 'JEDEN', few: 'KILKA' })
  })
})

describe.each(Object.keys(FILES))('an empty form other of %s', id => {
  const format = formatById(id)
  const { source, polish } = FILES[id] ?? { source: '', polish: '' }
  const rootKey = id === 'rails' ? 'en' : undefined
  const emptied = polish.replace('INNE', '')
  const write = (base: string): string => {
    const entries = format.readTarget(base, 'pl', source, rootKey)
    const values = new Map(entries.filter(hasText).map(({ key, value }) => [key, value]))
    return format.write({ source, base, locale: 'pl', rootKey, values })
  }

  it('is kept beside the others', () => {
    expect(emptied).not.toBe(polish)
    expect(write(emptied)).toBe(emptied)
  })

  it('is kept with all forms empty', () => {
    const blank = emptied.replace('JEDEN', '')
    expect(write(blank)).toBe(blank)
  })
})
