import { describe, expect, it } from 'vitest'
import { readSource } from '../../../../src/l10n/files/read-files.ts'
import { jsonMessages } from '../../../../src/l10n/formats/json-messages/format.ts'
import { detectFormat } from '../../../../src/l10n/formats/registry.ts'
import { acceptFormat } from '../contract/laws.ts'
import { fixturesOf } from '../fixtures.ts'
import { writerOf } from '../writer.ts'

const writeTexts = writerOf(jsonMessages, 'fr')

const load = (name: string): string => fixturesOf('json-messages')(`${name}.json`)

/** Files as projects have them: where they lie, what is read from them, and a translation. */
const PROJECTS: readonly (readonly [name: string, path: string, locale: string, entries: object, shape: string])[] = [
  [
    'webextension-vault',
    '_locales/en/messages.json',
    'fr',
    {
      extDesc: 'Extension description, MUST be less than 112 characters',
      unlockIn: 'Shown on the lock screen\n$HOUR$: $1, such as 5\n$MINUTE$: $2, such as 12',
    },
    'webextension',
  ],
  [
    'webextension-wallet',
    'app/_locales/en/messages.json',
    'fr',
    { accountSelected: '$1 is the name of the account' },
    'webextension',
  ],
  ['docusaurus-code', 'i18n/en/code.json', 'fr', { 'home.tagline': undefined }, 'message'],
  [
    'vscode-package',
    'package.nls.json',
    'de',
    { 'config.depth': '{Locked="`branches`"}\nA setting', 'config.color': 'A setting', displayName: undefined },
    'vscode',
  ],
  ['vscode-bundle', 'l10n/bundle.l10n.json', 'de', { 'Delete/Title of a dialog': 'Title of a dialog' }, 'vscode'],
  ['vscode-plain', 'extension/package.nls.json', 'de', { 'ext.run': undefined }, 'message'],
  ['transifex-web', 'src/i18n/en.json', 'fr', { 'nav.home': 'Main navigation\nmenu' }, 'transifex'],
  ['transifex-kit', 'src/i18n/en.json', 'fr', { 'kit.Table.none': 'Button that selects no row' }, 'transifex'],
  ['lokalise', 'locales/en.json', 'fr', { home: 'Main menu\nmenu' }, 'lokalise'],
]

describe.each(PROJECTS)('%s', (name, path, locale, notes, shape) => {
  const source = load(`${name}.en`)
  const target = load(`${name}.${locale}`)

  acceptFormat(jsonMessages, source, [{ name: 'a translation', locale, text: target }])

  it('is read as one entry per message, with its notes', () => {
    expect(detectFormat(path, source)).toBe(jsonMessages)
    const { entries, options } = jsonMessages.read(source)
    const names = Object.keys(JSON.parse(source)).filter(key => !key.startsWith('@@'))
    expect(entries.map(({ key }) => key)).toEqual(names)
    expect(options['shape']).toBe(shape)
    expect(jsonMessages.rivals?.({ path, entries, options })).toEqual([])
    const byKey = new Map(entries.map(entry => [entry.key, entry.description]))
    for (const [key, note] of Object.entries(notes)) expect(byKey.get(key), key).toBe(note)
  })
})

describe('a file of message objects', () => {
  it.each([
    ['a nested file with a key of the same name', '{"errors":{"message":"Failed","title":"Oops"}}'],
    ['a file without any note', '{"errors":{"message":"Failed"},"done":{"message":"Done"}}'],
    ['a file with another value', '{"a":{"message":"A","description":"B"},"n":1}'],
    ['a group with a text', '{"a":{"message":"A","description":"B"},"g":{"b":"B"}}'],
    ['an empty group', '{"a":{"message":"A","description":"B"},"g":{}}'],
    ['texts in different fields', '{"a":{"message":"A","description":"B"},"b":{"string":"B"}}'],
    ['the output of formatjs extract', '{"a":{"defaultMessage":"A","description":"B"}}'],
    ['an invalid file', '{"a":{"message":"A","description":"B"'],
  ])('is not %s', (_, text) => {
    expect(detectFormat('locales/en.json', text).id).toBe('json')
  })

  it.each([
    ['i18n/en/code.json', '{"a": "A", "b_one": "B", "b_other": "Bs"}', 'i18next'],
    ['_locales/en/messages.json', '{"a": "A"}', 'json'],
    ['i18n/en/code.json', '{"a": {"message": "A"}}', 'json-messages'],
    ['package.nls.json', '{"a": "A", "b": ["B"]}', 'json-messages'],
    ['_locales/en/messages.json', '{"a": {"message": "A", "translator_note": "x"}, "b": {}}', 'json-messages'],
    ['xpackage.nls.json', '{"a": "A"}', 'json'],
    ['_locales/en/messages.json', '{"a": {"messageformat": "A", "description": "B"}}', 'json-messages'],
    ['_locales/en/messages.json', '{"a": {"text": "A", "description": "B"}}', 'json-messages'],
    ['locales/en.json', '{"a": {"messageformat": "A", "description": "B"}}', 'json-messages'],
    ['locales/en.json', '{"a": {"value": "A", "comment": "B"}}', 'json'],
  ])('at %s with %s is read as %s', (path, text, format) => {
    expect(detectFormat(path, text).id).toBe(format)
  })

  it('is a guess that could be nested JSON where nothing but a note marks it', () => {
    const text = '{"a":{"message":"A","description":"B"},"b":"C"}'
    expect(detectFormat('locales/en.json', text)).toBe(jsonMessages)
    expect(jsonMessages.rivals?.({ path: 'locales/en.json', ...jsonMessages.read(text) })).toEqual(['json'])
  })

  it('leaves out what is about the file, and copies it to a new one', () => {
    const source = '{"$schema":"https://example.org/s.json","@@x":"y","a":{"message":"A","description":"B"}}'
    expect(jsonMessages.read(source).entries).toMatchObject([{ key: 'a', value: 'A' }])
    expect(writeTexts(source, { a: 'Z' })).toBe(
      '{"$schema":"https://example.org/s.json","@@x":"y","a":{"message":"Z","description":"B"}}',
    )
  })

  it('has references and maximum lengths', () => {
    const text = '{"a":{"message":"A","file":"src/a.ts","line":3,"character_limit":8},"b":{"message":"B","comment":""}}'
    expect(jsonMessages.read(text).entries).toEqual([
      { key: 'a', value: 'A', references: ['src/a.ts:3'], maxLength: 8 },
      { key: 'b', value: 'B' },
    ])
  })

  it('has the text under the name that the file has for it', () => {
    for (const field of ['messageformat', 'text', 'value']) {
      const source = `{"smartling":{"a":"b"},"a":{"${field}":"A {b}","note":"B"}}`
      expect(jsonMessages.read(source)).toMatchObject({
        entries: [{ key: 'a', value: 'A {b}', description: 'B' }],
        options: { syntax: 'icu', shape: field },
      })
      expect(writeTexts(source, { a: 'Z' })).toBe(source.replace('A {b}', 'Z'))
    }
  })

  it('is braces, not ICU, unless a text has a choice', () => {
    const syntaxOf = (text: string) =>
      jsonMessages.read(`{"a.b":{"message":${JSON.stringify(text)},"comment":"c"}}`).options.syntax
    expect(syntaxOf("Open '{0}'")).toBe('plain')
    expect(syntaxOf('{n, plural, one {# file} other {# files}}')).toBe('icu')
  })
})

describe('message objects in groups', () => {
  const source =
    '{\n  "menu": {\n    "open.all": {"message": "Open $N$", "description": "Item", "placeholders": {"n": {"content": "$1"}}},\n    "sub": {\n      "close": {"message": "Close"}\n    }\n  },\n  "top": {"message": "Top"}\n}\n'
  const german =
    '{\n  "menu": {\n    "open.all": {"message": "$N$ öffnen", "placeholders": {"n": {"content": "$1"}}},\n    "old": {"message": "Alt"}\n  },\n  "top": {"message": "Spitze"}\n}\n'
  const flat = '{\n  "menu": {\n    "open.all": "Alle $N$",\n    "sub": {\n      "close": "Zu"\n    }\n  }\n}\n'

  acceptFormat(jsonMessages, source, [
    { name: 'objects', locale: 'de', text: german },
    { name: 'plain texts', locale: 'de', text: flat },
  ])

  it('have keys with the names of their groups', () => {
    expect(detectFormat('locales/en.json', source)).toBe(jsonMessages)
    const { entries, options } = jsonMessages.read(source)
    expect(entries).toEqual([
      { key: 'menu.open\\.all', value: 'Open $N$', description: 'Item\n$N$: $1' },
      { key: 'menu.sub.close', value: 'Close' },
      { key: 'top', value: 'Top' },
    ])
    expect(options).toMatchObject({ separator: '.', shape: 'webextension' })
  })

  it('are written in the form of the target file, in their group', () => {
    const values = new Map([
      ['menu.sub.close', 'Schließen'],
      ['top', 'Oben'],
    ])
    expect(jsonMessages.write({ source, base: german, locale: 'de', values })).toBe(
      german
        .replace('"$1"}}},', '"$1"}}},\n    "sub": {\n      "close": {"message": "Schließen"}\n    },')
        .replace('Spitze', 'Oben'),
    )
    expect(jsonMessages.write({ source, sibling: flat, locale: 'de', values })).toBe(
      '{\n  "menu": {\n    "sub": {\n      "close": "Schließen"\n    }\n  },\n  "top": "Oben"\n}\n',
    )
  })
})

describe('the form of an entry', () => {
  const source = load('vscode-package.en')

  it('is that of the target file, both where the source has a text and where it has an object', () => {
    const base = '{\n\t"displayName": {"message": "Zweige", "comment": ["x"]},\n\t"config.depth": "Alt"\n}\n'
    const values = new Map([
      ['displayName', 'Äste'],
      ['config.depth', 'Neu'],
    ])
    expect(jsonMessages.write({ source, base, locale: 'de', values })).toBe(
      base.replace('Zweige', 'Äste').replace('Alt', 'Neu'),
    )
  })

  it('is that of most others for a new entry, and of the sibling in a new file', () => {
    const values = new Map([['config.color', 'Farbe']])
    const base = '{\n\t"displayName": "Zweige"\n}\n'
    const flat = '{\n\t"displayName": "Zweige",\n\t"config.color": "Farbe"\n}\n'
    expect(jsonMessages.write({ source, base, locale: 'de', values })).toBe(flat)
    expect(jsonMessages.write({ source, sibling: base, locale: 'de', values })).toBe(
      '{\n\t"config.color": "Farbe"\n}\n',
    )
    expect(jsonMessages.write({ source, locale: 'de', values })).toBe(
      '{\n\t"config.color": {\n\t\t"message": "Farbe",\n\t\t"comment": "A setting"\n\t}\n}\n',
    )
  })

  it('leaves out the notes that no entry of the file has', () => {
    const wallet = load('webextension-wallet.en')
    const values = new Map([['accountSelected', '$1 choisi']])
    const bare = '{\n  "accountSelected": {\n    "message": "$1 choisi"\n  }\n}\n'
    expect(jsonMessages.write({ source: wallet, sibling: bare, locale: 'de', values })).toBe(bare)
  })
})

describe('the placeholders of a browser extension', () => {
  const source = load('webextension-vault.en')
  const text = 'Encore $minute$ min, $HOUR$ h'

  it('come with a new entry', () => {
    const base = load('webextension-vault.fr')
    const written = writeTexts(source, { itemsOf: '$OWNER$ : $COUNT$' }, { base })
    expect(getMessage(written, 'itemsOf', ['3', 'Ada'])).toBe('Ada : 3')
  })

  it.each([
    ['has none', '{\n  "unlockIn": {"message": "x"}\n}\n'],
    ['lacks one', '{\n  "unlockIn": {"message": "x", "placeholders": {"HOUR": {"content": "$1"}}}\n}\n'],
  ])('are added to an entry that %s, once its text needs them', (_, base) => {
    const write = (value: string) => writeTexts(source, { unlockIn: value }, { base })
    expect(write('x')).toBe(base)
    expect(write('y')).toBe(base.replace('"x"', '"y"'))
    expect(getMessage(write(text), 'unlockIn', ['5', '12'])).toBe('Encore 12 min, 5 h')
    expect(write(text).split('\n')).toHaveLength(base.split('\n').length)
  })

  it('are a family of their own from the first one on', () => {
    const families = (content: string) => {
      const reading = readSource({ path: '_locales/en/messages.json', content })
      for (;;) {
        const step = reading.next()
        if (step.done === true) return step.value.options['families']
      }
    }
    expect(families('{"a":{"message":"Closed $N$ tabs","description":"x"}}')).toBe('webextension')
    expect(families('{"a":{"message":"$1 of $2"}}')).toBe('webextension')
    expect(families('{"a.b":{"message":"For $5"}}')).toBe('')
  })
})

/** Reads a message by the rules of Chrome: names have no case, and a name that is used but not defined refuses the file. */
function getMessage(file: string, name: string, given: readonly string[]): string {
  const messages: Record<string, { message: string; placeholders?: Record<string, { content: string }> }> =
    JSON.parse(file)
  const insert = (content: string): string =>
    content.replace(/\$([1-9])/g, (_, index: string) => given[Number(index) - 1] ?? '')
  for (const { message, placeholders = {} } of Object.values(messages)) {
    const known = new Set(Object.keys(placeholders).map(key => key.toLowerCase()))
    for (const [, used = ''] of message.matchAll(/\$(\w+)\$/g)) {
      if (!known.has(used.toLowerCase())) throw new Error(`Variable $${used}$ used but not defined.`)
    }
  }
  const { message = '', placeholders = {} } = messages[name] ?? {}
  const contents = new Map(Object.entries(placeholders).map(([key, { content }]) => [key.toLowerCase(), content]))
  return insert(message.replace(/\$([A-Za-z0-9_@]+)\$/g, (_, key: string) => contents.get(key.toLowerCase()) ?? ''))
}
