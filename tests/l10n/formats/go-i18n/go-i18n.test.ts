import { describe, expect, it } from 'vitest'
import { goI18n } from '../../../../src/l10n/formats/go-i18n/format.ts'
import { detectFormat } from '../../../../src/l10n/formats/registry.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { acceptFormat } from '../contract/laws.ts'
import { fixturesOf } from '../fixtures.ts'

const fixture = fixturesOf('go-i18n')

/** A list of version 1 in JSON; one in YAML, as themes of Hugo have it; and maps of version 2, with and without groups. */
const PAIRS = [
  ['server_en.json', 'server_pl.json', 'pl'],
  ['theme_en.yaml', 'theme_de.yaml', 'de'],
  ['active.en.json', 'active.fr.json', 'fr'],
  ['groups_en.json', 'groups_de.json', 'de'],
] as const

describe.each(PAIRS)('%s and %s', (sourceName, targetName, locale) => {
  const source = fixture(sourceName)
  const target = fixture(targetName)
  const isYaml = sourceName.endsWith('.yaml')
  acceptFormat(
    goI18n,
    source,
    [
      { name: targetName, locale, text: target },
      { name: sourceName, locale: 'en', text: source },
      { name: `${targetName} with CRLF`, locale, text: target.replaceAll('\n', '\r\n') },
    ],
    {
      empty: isYaml ? '[]\n' : source.startsWith('[') ? '[]' : '{}',
      siblings: [target, `\uFEFF${target}`],
      toContent: isYaml ? line => line.replace(/^#.*/, '') : line => line.replace(/,?\s*$/, ''),
    },
  )
  it('is detected', () => {
    expect(detectFormat(`i18n/${sourceName}`, source).id).toBe('go-i18n')
    expect(detectFormat(`i18n/${targetName}`, target).id).toBe('go-i18n')
  })
})

describe('reading messages of go-i18n', () => {
  it('reads plurals, texts and descriptions', () => {
    expect(goI18n.read(fixture('active.en.json')).entries).toEqual([
      { key: 'Greeting', value: 'Hello, {{.Name}}!', description: 'At the top of the page' },
      {
        key: 'Parcels',
        value: { one: '{{.Count}} parcel', other: '{{.Count}} parcels' },
        description: 'In the list of orders',
      },
      { key: 'Save', value: 'Save' },
      { key: 'Template', value: 'Path <<.Path>>' },
    ])
    expect(goI18n.read(fixture('theme_en.yaml')).entries[1]).toEqual({
      key: 'readingTime',
      value: { one: 'One minute', other: '{{ .Count }} minutes' },
      description: 'Below the title',
    })
  })

  it('reads the messages of groups, whose IDs have the names of these', () => {
    const { entries } = goI18n.read(fixture('groups_en.json'))
    expect(entries.map(({ key }) => key)).toEqual([
      'Greeting',
      'errors.NotFound',
      'errors.tries.Left',
      'errors.Locked',
      'menu.Home',
    ])
    const target = goI18n.readTarget(fixture('groups_de.json'), 'de', fixture('groups_en.json'))
    expect(target.map(({ key }) => key)).toEqual(['Greeting', 'errors.tries.Left', 'errors.NotFound', 'menu.Home'])
  })

  it('writes a new message into the group of the one before it, or with its whole ID behind that', () => {
    const change = (map: Record<string, Message>, more: object = {}) =>
      goI18n.write({
        source: fixture('groups_en.json'),
        base: fixture('groups_de.json'),
        locale: 'de',
        values: new Map(Object.entries(map)),
        ...more,
      })
    const added = change({ 'errors.Locked': 'Gesperrt' })
    expect(JSON.parse(added).errors.tries).toMatchObject({ Left: { one: 'Noch {{.Count}} Versuch' } })
    expect(JSON.parse(added).errors.Locked).toBe('Gesperrt')
    const base = '{\n  "Greeting": "a"\n}\n'
    const values = new Map([['errors.Locked', 'b']])
    expect(goI18n.write({ source: fixture('groups_en.json'), base, locale: 'de', values })).toBe(
      '{\n  "Greeting": "a",\n  "errors.Locked": "b"\n}\n',
    )
    const gone = new Set(['errors.tries.Left', 'errors.NotFound'])
    expect(JSON.parse(change({}, { withdrawn: gone }))).toEqual({ Greeting: 'Hallo {{.Name}}', 'menu.Home': 'Start' })
  })

  it('knows by the hash whether a text is for the source of now', () => {
    const source = fixture('active.en.json').replace('Hello, {{', 'Hi, {{')
    const entries = goI18n.readTarget(fixture('active.fr.json'), 'fr', source)
    expect(entries.map(({ ofSource }) => ofSource)).toEqual(['other', 'present', 'present'])
    const plain = goI18n.readTarget(fixture('theme_de.yaml'), 'de', fixture('theme_en.yaml'))
    expect(plain.map(({ ofSource }) => ofSource)).toEqual([undefined, undefined, undefined])
  })

  it.each([
    ['{"a": {"one": "One", "other": "More"}}', 'json'],
    ['{"a": {"description": "The a", "other": "More", "title": "T"}}', 'json'],
    ['{"a": {"b": {"other": "{{.Name}}"}}}', 'json'],
    ['{"a": {"b": {"description": "The b", "other": "B"}}, "c": {"title": "T"}}', 'json'],
    ['{"a": {"b": {"description": "The b", "one": "{{.N}} b", "other": "B"}}, "c": {"d": "D"}}', 'go-i18n'],
    ['{"a": {"b": {"description": "d", "one": "o", "other": "B"}}, "c": {"d": "D", "other": "O"}}', 'json'],
    ['{"other": "{{.Name}}"}', 'json'],
    ['{"a": {"one": "{{.Count}} day", "other": "{{.Count}} days"}}', 'go-i18n'],
    ['{"a": {"hash": "sha1-00", "other": "A"}, "b": "B"}', 'go-i18n'],
    ['[{"id": "a", "translation": "A"}]', 'go-i18n'],
    ['[{"id": "a", "description": "d", "other": "A"}]', 'go-i18n'],
  ])('tells whether %s is of go-i18n', (text, id) => {
    expect(detectFormat('i18n/en.json', text).id).toBe(id)
  })

  it.each([
    ['# Texts\n\n---\n- id: a\n  translation: A\n', 'go-i18n'],
    ['-  translation: A\n   id: a\n', 'go-i18n'],
    ['a:\n- id: b\n  translation: B\n', 'yaml'],
    ['- id: a\n  name: A\n', 'yaml'],
    ['- a\n- b\n', 'yaml'],
  ])('tells whether %j is of go-i18n', (text, id) => {
    expect(detectFormat('i18n/en.yaml', text).id).toBe(id)
  })
})

/** Writes values into a file without those of a source. */
const write = (source: string, base: string | undefined, locale: string, values: Record<string, string | object>) =>
  goI18n.write({ source, base, locale, values: new Map(Object.entries(values)) as never })

describe('writing messages of go-i18n', () => {
  it('adds messages behind the one before them, in the style of the file', () => {
    const yaml = write(fixture('theme_en.yaml'), fixture('theme_de.yaml'), 'de', { notFound: 'Nichts: "#"' })
    expect(yaml).toBe(
      fixture('theme_de.yaml').replace('- id: tags', '- id: notFound\n  translation: "Nichts: \\"#\\""\n- id: tags'),
    )
    const json = write(fixture('server_en.json'), fixture('server_pl.json'), 'pl', { 'api.team.renamed': 'Nowa nazwa' })
    expect(json).toBe(
      fixture('server_pl.json').replace(
        '    "id": "app.',
        '    "id": "api.team.renamed",\n    "translation": "Nowa nazwa"\n  },\n  {\n    "id": "app.',
      ),
    )
    const first = write('- id: a\n  other: A\n\n- id: b\n  other: B\n', '- id: b\n  other: B\n', 'de', { a: 'x' })
    expect(first).toBe('- id: a\n  other: x\n- id: b\n  other: B\n')
  })

  it('adds and removes forms in their place', () => {
    const base = fixture('server_pl.json')
    const forms = { one: '{{.Count}} os.', few: '{{.Count}} os.', many: '{{.Count}} os.', other: '{{.Count}} os.' }
    const all = write(fixture('server_en.json'), base, 'pl', { 'api.team.members': forms })
    expect(JSON.parse(all)).toMatchObject([{}, { translation: forms }, {}])
    expect(all.split('\n')).toHaveLength(base.split('\n').length + 1)
    const { one, other } = forms
    const two = write(fixture('server_en.json'), all, 'pl', { 'api.team.members': { one, other } })
    expect(two).toContain(`"translation": {\n      "one": "${one}",\n      "other": "${other}"\n    }\n`)
    const yaml = write(fixture('theme_en.yaml'), fixture('theme_de.yaml'), 'de', {
      readingTime: { one: 'a', few: 'b', other: 'c' },
    })
    expect(yaml).toContain('    one: "a" # short\n    few: "b"\n    other: "c"\n')
    expect(write(fixture('theme_en.yaml'), yaml, 'de', { readingTime: { other: 'c' } })).toContain(
      '  translation:\n    other: "c"\n',
    )
  })

  it.each([
    ['[{"id":"a","translation":{"one":"x","other":"y"}}]', '[\n  {\n    "id": "a",\n    "translation": "z"\n  }\n]\n'],
    [
      '- id: a\n  translation:\n    one: x\n    other: y\n',
      '- id: a\n  translation: "z"\n- id: b\n  translation: "b"\n',
    ],
    ['- id: a\n  one: x\n  other: y\n', '- id: a\n  description: d\n  other: z\n'],
  ])('makes a text a plural as the source %j', (source, base) => {
    const value = { one: 'eins', other: 'viele: #' }
    const written = write(source, base, 'de', { a: value })
    expect(goI18n.readTarget(written, 'de', source)[0]).toMatchObject({ key: 'a', value })
    expect(written).toContain(source.includes('translation') ? 'translation' : 'description: d\n')
  })

  it('writes the hash anew with a text for the present source', () => {
    const source = fixture('active.en.json').replace('Hello, {{', 'Hi, {{')
    const base = fixture('active.fr.json')
    const values = new Map([['Greeting', 'Salut, {{.Name}} !']])
    const hashes = (request: object): unknown[] => {
      const written = goI18n.write({ source, base, locale: 'fr', values, ...request })
      return goI18n.readTarget(written, 'fr', source).map(({ ofSource }) => ofSource)
    }
    expect(hashes({})).toEqual(['present', 'present', 'present'])
    expect(hashes({ stale: new Set(['Greeting']) })).toEqual(['other', 'present', 'present'])
    expect(hashes({ states: new Map([['Greeting', 'needs_review']]) })).toEqual(['other', 'present', 'present'])
  })

  it('gives a new message a hash in a file that has hashes, and its delimiters', () => {
    const written = write(fixture('active.en.json'), fixture('active.fr.json'), 'fr', { Template: 'Chemin <<.Path>>' })
    expect(JSON.parse(written)).toMatchObject({
      Template: {
        leftDelim: '<<',
        rightDelim: '>>',
        other: 'Chemin <<.Path>>',
        // Of SHA-1 over the description, which is empty, and the source.
        hash: 'sha1-6895d984626e7a4fd59c473d97dd761ffdb81f74',
      },
    })
  })
})
