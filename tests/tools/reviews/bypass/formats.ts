/** A translation in a file. */
export interface FileText {
  readonly text: string
  /** What the file says of it, if its format has states. */
  readonly state?: 'unfinished' | 'final'
  /** The French translation, if the file has all locales. */
  readonly fr?: string
}

export type Sources = Readonly<Record<string, string>>
export type FileTexts = Readonly<Record<string, string | FileText>>

/** A file format, with what the files of a project look like in it. */
export interface BypassFormat {
  readonly name: string
  readonly source: string
  readonly target: string
  /** Whether the project imported a translated file before. */
  readonly isImported: boolean
  readonly hasStates: boolean
  /** The source file; with texts only if it has all locales. */
  readonly writeSource: (sources: Sources, texts: FileTexts) => string
  readonly writeTarget: (sources: Sources, texts: FileTexts) => string
}

const toText = (text: string | FileText): FileText => (typeof text === 'string' ? { text } : text)
const find = (texts: FileTexts, name: string): FileText | undefined => {
  const text = texts[name]
  return text === undefined ? undefined : toText(text)
}
const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const writeJson = (texts: FileTexts): string =>
  toJson(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, toText(text).text])))

const writePo = (sources: Sources, texts: FileTexts): string =>
  [
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n',
    ...Object.entries(sources).map(([name, source]) => {
      const { text = '', state } = find(texts, name) ?? {}
      return `${state === 'unfinished' ? '#, fuzzy\n' : ''}msgid "${source}"\nmsgstr "${text}"\n`
    }),
  ].join('\n')

const writeXliff = (sources: Sources, texts: FileTexts): string => {
  const units = Object.entries(sources).map(([name, source]) => {
    const { text, state } = find(texts, name) ?? {}
    const marks =
      state === 'final' ? ' state="final"' : state === 'unfinished' ? ' state="needs-review-translation"' : ''
    const approved = state === 'final' ? ' approved="yes"' : ''
    const target = text === undefined ? '' : `\n        <target${marks}>${text}</target>`
    return `      <trans-unit id="${name}"${approved}>\n        <source>${source}</source>${target}\n      </trans-unit>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en" datatype="plaintext" original="app">
    <body>
${units.join('')}    </body>
  </file>
</xliff>
`
}

const writeXliff2 = (sources: Sources, texts: FileTexts): string => {
  const units = Object.entries(sources).map(([name, source]) => {
    const { text, state } = find(texts, name) ?? {}
    const mark = state === 'final' ? ' state="final"' : state === 'unfinished' ? ' state="initial"' : ''
    const target = text === undefined ? '' : `\n        <target>${text}</target>`
    return `    <unit id="${name}">\n      <segment${mark}>\n        <source>${source}</source>${target}\n      </segment>\n    </unit>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">
  <file id="app" original="app">
${units.join('')}  </file>
</xliff>
`
}

const writeQt = (sources: Sources, texts: FileTexts): string => {
  const messages = Object.entries(sources).map(([name, source]) => {
    const { text = '', state } = find(texts, name) ?? {}
    const mark = state === 'unfinished' || text === '' ? ' type="unfinished"' : ''
    return `    <message>\n        <source>${source}</source>\n        <translation${mark}>${text}</translation>\n    </message>\n`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name></name>
${messages.join('')}</context>
</TS>
`
}

const XCODE_STATES = { unfinished: 'needs_review', final: 'translated' } as const

const writeCatalog = (sources: Sources, texts: FileTexts): string => {
  const strings = Object.entries(sources).map(([name, source]) => {
    const { text, state, fr } = find(texts, name) ?? {}
    const unit = (value: string, mark: string) => ({ stringUnit: { state: mark, value } })
    const de = text !== undefined && { de: unit(text, state === undefined ? 'translated' : XCODE_STATES[state]) }
    const french = fr !== undefined && { fr: unit(fr, 'translated') }
    return [name, { localizations: { ...de, en: unit(source, 'new'), ...french } }]
  })
  const catalog = { sourceLanguage: 'en', strings: Object.fromEntries(strings), version: '1.0' }
  return `${JSON.stringify(catalog, null, 2).replaceAll('":', '" :')}\n`
}

const writeCsv = (sources: Sources, texts: FileTexts): string =>
  `key,en,de,fr\n${Object.entries(sources)
    .map(([name, source]) => {
      const { text = '', fr = '' } = find(texts, name) ?? {}
      return `${name},${source},${text},${fr}\n`
    })
    .join('')}`

export const JSON_FORMAT: BypassFormat = {
  name: 'JSON',
  source: 'locales/en.json',
  target: 'locales/de.json',
  isImported: true,
  hasStates: false,
  writeSource: writeJson,
  writeTarget: (_, texts) => writeJson(texts),
}

const CATALOG: BypassFormat = {
  name: 'a catalog of Xcode',
  source: 'App/Localizable.xcstrings',
  target: 'App/Localizable.xcstrings',
  isImported: true,
  hasStates: true,
  writeSource: writeCatalog,
  writeTarget: writeCatalog,
}

const CSV: BypassFormat = {
  name: 'CSV with all locales',
  source: 'texts.csv',
  target: 'texts.csv',
  isImported: true,
  hasStates: false,
  writeSource: writeCsv,
  writeTarget: writeCsv,
}

/** Formats whose source file has all locales. */
export const MULTILINGUAL: readonly BypassFormat[] = [CATALOG, CSV]

/** JSON, PO and XLIFF with a file per locale, and two formats whose source file has all locales. */
export const BYPASS_FORMATS: readonly BypassFormat[] = [
  JSON_FORMAT,
  { ...JSON_FORMAT, name: 'JSON that was never imported', isImported: false },
  {
    name: 'PO',
    source: 'po/en.po',
    target: 'po/de.po',
    isImported: true,
    hasStates: true,
    writeSource: sources => writePo(sources, {}),
    writeTarget: writePo,
  },
  {
    name: 'Qt Linguist',
    source: 'translations/app_en.ts',
    target: 'translations/app_de.ts',
    isImported: true,
    hasStates: true,
    writeSource: sources => writeQt(sources, {}).replace(' language="de"', ''),
    writeTarget: writeQt,
  },
  {
    name: 'XLIFF 1.2',
    source: 'app/messages.en.xlf',
    target: 'app/messages.de.xlf',
    isImported: true,
    hasStates: true,
    writeSource: sources => writeXliff(sources, {}),
    writeTarget: (sources, texts) =>
      writeXliff(sources, texts).replace('source-language="en"', 'source-language="en" target-language="de"'),
  },
  {
    name: 'XLIFF 2',
    source: 'web/messages.en.xlf',
    target: 'web/messages.de.xlf',
    isImported: true,
    hasStates: true,
    writeSource: sources => writeXliff2(sources, {}).replace(' trgLang="de"', ''),
    writeTarget: writeXliff2,
  },
  CATALOG,
  CSV,
]
