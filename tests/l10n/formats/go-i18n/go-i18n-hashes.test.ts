import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { WriteRequest } from '../../../../src/l10n/formats/format.ts'
import { toml } from '../../../../src/l10n/formats/toml/format.ts'
import { yaml } from '../../../../src/l10n/formats/yaml/dialect.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'

const sha1 = (text: string): string => `sha1-${createHash('sha1').update(text).digest('hex')}`
const OLD = sha1('In the listA parcel')
const NOW = sha1('In the list{{.Count}} parcels')
const SAVE = sha1('Save')

/** As `goi18n merge` writes them: a text without a description is a message in the files of other languages. */
const TOML_SOURCE = `Save = "Save"

[Parcels]
description = "In the list"
one = "{{.Count}} parcel"
other = "{{.Count}} parcels"

[Title]
description = "Top"
other = "Shop"
`
const TOML_TARGET = `[Parcels]
hash = "${OLD}"
one = "{{.Count}} colis"
other = "{{.Count}} colis"

[Save]
hash = "${SAVE}"
other = "Enregistrer"
`
const YAML_SOURCE = `Parcels:
  description: In the list
  one: "{{.Count}} parcel"
  other: "{{.Count}} parcels"
Title:
  description: Top
  other: Shop
`
const YAML_TARGET = `Parcels:
  hash: ${OLD}
  one: "{{.Count}} colis"
  other: "{{.Count}} colis"
`

const parcels = { one: '{{.Count}} colis', other: '{{.Count}} colis' }

describe.each([
  ['TOML', toml, TOML_SOURCE, TOML_TARGET],
  ['YAML', yaml, YAML_SOURCE, YAML_TARGET],
])('hashes of go-i18n in %s', (_, format, source, target) => {
  const write = (request: Partial<WriteRequest>): string =>
    format.write({ source, base: target, locale: 'fr', values: new Map([['Parcels', parcels]]), ...request })

  it('say whether a text is for the source of now', () => {
    const entries = format.readTarget(target, 'fr', source)
    expect(entries[0]).toEqual({ key: 'Parcels', value: parcels, ofSource: 'other' })
    const current = format.readTarget(target.replace(OLD, NOW), 'fr', source)
    expect(current[0]).toEqual({ key: 'Parcels', value: parcels, ofSource: 'present' })
    expect(format.readTarget(target.replace(/.*hash.*\n/g, ''), 'fr', source)[0]).toEqual({
      key: 'Parcels',
      value: parcels,
    })
  })

  it('come with the delimiters of a new message, which one in the file does not get', () => {
    const fields = format === toml ? 'leftDelim = "<<"\nrightDelim = ">>"\n' : '  leftDelim: <<\n  rightDelim: ">>"\n'
    const title = format === toml ? 'Top"\n' : 'Top\n'
    const own = source.replace(title, title + fields)
    const values = new Map<string, Message>([['Title', 'Boutique']])
    expect(write({ source: own, values })).toMatch(/leftDelim.*<<.*\n.*rightDelim.*>>/)
    const base = write({ values })
    expect(write({ source: own, base, values })).toBe(base)
  })

  it('are written anew with a text for the present source', () => {
    expect(write({})).toBe(target.replace(OLD, NOW))
    expect(write({ stale: new Set(['Parcels']) })).toBe(target)
    expect(write({ states: new Map([['Parcels', 'needs_review']]) })).toBe(target)
    expect(write({ values: new Map() })).toBe(target)
  })

  it('are given to a new message in a file that has hashes, and to no other', () => {
    const values = new Map([['Title', 'Magasin']])
    expect(write({ values })).toContain(sha1('TopShop'))
    expect(write({ values, base: undefined, sibling: target })).toContain(sha1('TopShop'))
    expect(write({ values, base: undefined })).not.toContain('sha1')
    const bare = target.replace(/.*hash.*\n/g, '')
    expect(write({ values: new Map([['Parcels', parcels]]), base: bare })).toBe(bare)
  })
})

it('a text of go-i18n whose target file has a message is read, and written with its hash', () => {
  const entries = toml.readTarget(TOML_TARGET, 'fr', TOML_SOURCE)
  expect(entries[1]).toEqual({ key: 'Save', value: 'Enregistrer', ofSource: 'present' })
  const source = TOML_SOURCE.replace('"Save"', '"Save it"')
  expect(toml.readTarget(TOML_TARGET, 'fr', source)[1]).toMatchObject({ ofSource: 'other' })
  const written = toml.write({ source, base: TOML_TARGET, locale: 'fr', values: new Map([['Save', 'Sauver']]) })
  expect(written).toBe(TOML_TARGET.replace(SAVE, sha1('Save it')).replace('Enregistrer', 'Sauver'))
})

describe('messages of go-i18n among texts in YAML', () => {
  const source = `Save: Save\n${YAML_SOURCE}`

  it('are entries, with their description as a note', () => {
    expect(yaml.read(source).entries).toEqual([
      { key: 'Save', value: 'Save' },
      {
        key: 'Parcels',
        value: { one: '{{.Count}} parcel', other: '{{.Count}} parcels' },
        description: 'In the list',
      },
      { key: 'Title', value: 'Shop', description: 'Top' },
    ])
    const target = `Save:\n  hash: ${SAVE}\n  other: Enregistrer\n${YAML_TARGET}`
    const entries = yaml.readTarget(target, 'fr', source)
    expect(entries.map(({ key, ofSource }) => [key, ofSource])).toEqual([
      ['Save', 'present'],
      ['Parcels', 'other'],
    ])
  })

  it('are told from a section with a description', () => {
    const section = 'Save: Save\nPage:\n  description: About us\n  other: Others\n  title: Us\n'
    expect(yaml.read(section).entries.map(({ key }) => key)).toEqual([
      'Save',
      'Page.description',
      'Page.other',
      'Page.title',
    ])
  })
})
