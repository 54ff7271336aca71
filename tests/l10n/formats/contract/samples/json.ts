import type { Pair, Sample } from '../sample.ts'

const lines = (pairs: readonly Pair[], toValue: (text: string) => unknown = text => text): string =>
  pairs.map(([key, text]) => `  ${JSON.stringify(key)}: ${JSON.stringify(toValue(text))}`).join(',\n')
const flat = (pairs: readonly Pair[]): string => `{\n${lines(pairs)}\n}\n`
const nest = (levels: number): string => `${'{"a":'.repeat(levels)}"x"${'}'.repeat(levels)}`
const fault = ['{\n  "ship": "A1",\n}\n', '3:1'] as const
/** What all formats of JSON answer alike. */
const JSON_FORMAT = { build: flat, nest, fault, losesFormer: 'a pull writes the text under its new key' } as const
const unit = (value: string) => ({ stringUnit: { state: 'translated', value } })
const catalog = (pairs: readonly Pair[]): string =>
  `{ "sourceLanguage": "en", "strings": {\n${lines(pairs, text => ({
    localizations: { en: unit(text.toLowerCase()), de: unit(text) },
  }))}\n}, "version": "1.0" }\n`
const NO_NOTE = 'JSON has no comments, and the format no notes'

export const JSON_SAMPLES: Readonly<Record<string, Sample>> = {
  json: {
    ...JSON_FORMAT,
    source: `{
  "home": { "title": "Harbour diary" },
  "greeting": "Hello {name}"
}
`,
    note: { lacks: NO_NOTE, file: '{ "_comment": "A note", "ship": "A1" }' },
  },
  i18next: {
    ...JSON_FORMAT,
    source: `{
  "title": "Harbour diary",
  "boats_one": "{{count}} boat",
  "boats_other": "{{count}} boats"
}
`,
    note: { lacks: NO_NOTE, file: '{ "_comment": "A note", "ship": "A1" }' },
  },
  banana: {
    ...JSON_FORMAT,
    source: `{
  "@metadata": { "authors": ["A. Keeper"] },
  "title": "Harbour diary",
  "boats": "{{PLURAL:$1|one boat|$1 boats}}"
}
`,
    note: { lacks: NO_NOTE, file: '{ "@metadata": { "note": "A note" }, "ship": "A1" }' },
  },
  inlang: {
    ...JSON_FORMAT,
    source: `{
  "$schema": "https://inlang.com/schema/inlang-message-format",
  "title": "Harbour diary",
  "boats": [
    {
      "declarations": ["input count", "local countPlural = count: plural"],
      "selectors": ["countPlural"],
      "match": { "countPlural=one": "{count} boat", "countPlural=other": "{count} boats" }
    }
  ]
}
`,
    build: pairs =>
      `{\n  "$schema": "https://inlang.com/schema/inlang-message-format"${pairs.length > 0 ? ',\n' : ''}${lines(pairs)}\n}\n`,
    note: { lacks: NO_NOTE, file: '{ "$schema": "A note", "ship": "A1" }' },
    laws: { linesPerText: 2 },
  },
  arb: {
    ...JSON_FORMAT,
    source: `{
  "@@locale": "en",
  "title": "Harbour diary",
  "@title": { "description": "The title of the first screen" },
  "greeting": "Hello {name}"
}
`,
    build: (pairs, locale = 'en') => `{\n  "@@locale": "${locale}"${pairs.length > 0 ? ',\n' : ''}${lines(pairs)}\n}\n`,
    note: 'The title of the first screen',
  },
  'angular-json': {
    ...JSON_FORMAT,
    source: `{
  "locale": "en-US",
  "translations": {
    "title": "Harbour diary",
    "greeting": "Hello {$INTERPOLATION}"
  }
}
`,
    build: (pairs, locale = 'en') => `{ "locale": "${locale}", "translations": {\n${lines(pairs)}\n} }\n`,
    note: { lacks: NO_NOTE, file: '{ "locale": "en", "translations": { "ship": "A1" }, "note": "A note" }' },
  },
  'json-messages': {
    ...JSON_FORMAT,
    source: `{
  "title": { "message": "Harbour diary", "description": "The first screen" },
  "greeting": {
    "message": "Hello $NAME$",
    "placeholders": { "name": { "content": "$1" } }
  }
}
`,
    build: pairs => `{\n${lines(pairs, message => ({ message }))}\n}\n`,
    note: 'The first screen',
  },
  'go-i18n': {
    ...JSON_FORMAT,
    source: `[
  { "id": "title", "description": "The first screen", "other": "Harbour diary" },
  { "id": "boats", "one": "{{.Count}} boat", "other": "{{.Count}} boats" }
]
`,
    build: pairs => `[\n${pairs.map(([id, other]) => JSON.stringify({ id, other })).join(',\n')}\n]\n`,
    note: 'The first screen',
    fault: ['[\n  { "id": "ship", "other": "A1" },\n]\n', '3:1'],
  },
  resjson: {
    ...JSON_FORMAT,
    source: `{
  "title": "Harbour diary",
  "_title.comment": "The title of the first screen",
  "greeting": "Hello {0}"
}
`,
    note: 'The title of the first screen',
  },
  xcstrings: {
    ...JSON_FORMAT,
    source: `{
  "sourceLanguage" : "en",
  "strings" : {
    "Harbour diary" : {
      "comment" : "The title of the first screen"
    },
    "Hello %@" : {

    }
  },
  "version" : "1.0"
}
`,
    build: pairs => catalog(pairs),
    insertsNone: 'Xcode writes the keys of a catalog',
    hasLongKeys: 'a key is a source string',
    note: 'The title of the first screen',
    losesFormer: 'Xcode removes the key, and its translations with it',
  },
}
