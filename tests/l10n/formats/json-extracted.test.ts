import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { json } from '../../../src/l10n/formats/json/format.ts'
import { detectFormat } from '../../../src/l10n/formats/registry.ts'
import { acceptFormat } from './contract/laws.ts'

const english = readFileSync(join(import.meta.dirname, 'fixtures/formatjs/en.json'), 'utf8')
const german = `{
  "Zk9+tQ": {
    "defaultMessage": "Schaltzentrale",
    "description": "Title of a section"
  },
  "users.count": {
    "defaultMessage": "{count, plural, one {# Person} other {# Leute}}"
  },
  "gone": {
    "defaultMessage": "Weg",
    "description": "no more"
  }
}
`
const french =
  '{\n    "Zk9+tQ": "Panneau",\n    "users.delete": "Supprimer {name} <b>pour de bon</b> ?",\n    "gone": "Parti"\n}\n'

describe('the output of formatjs extract', () => {
  acceptFormat(json, english, [
    { name: 'a file of the same shape', locale: 'de', text: german },
    { name: 'a flat file', locale: 'fr', text: french },
    { name: 'the source itself', locale: 'en', text: english },
  ])

  it('has IDs as keys, and descriptions as notes', () => {
    expect(detectFormat('lang/en.json', english)).toBe(json)
    expect(json.read(english)).toMatchObject({
      entries: [
        { key: 'Zk9+tQ', value: 'Control panel', description: 'Title of a section' },
        { key: 'users.delete', value: 'Delete {name} <b>for good</b>?', description: 'Button' },
        { key: 'users.count', value: '{count, plural, one {# user} other {# users}}' },
      ],
      options: { syntax: 'icu', separator: '', shape: 'formatjs' },
    })
  })

  it('is nested JSON where an object holds anything else', () => {
    expect(json.read('{"errors": {"defaultMessage": "Oops", "notFound": "Gone"}}').entries).toEqual([
      { key: 'errors.defaultMessage', value: 'Oops' },
      { key: 'errors.notFound', value: 'Gone' },
    ])
  })

  const values = new Map([
    ['Zk9+tQ', 'Z'],
    ['users.count', 'C'],
  ])

  it('is translated in its own shape, or in that of the sibling', () => {
    expect(json.write({ source: english, locale: 'pl', values })).toBe(
      '{\n  "Zk9+tQ": {\n    "defaultMessage": "Z",\n    "description": "Title of a section"\n  },\n  "users.count": {\n    "defaultMessage": "C"\n  }\n}\n',
    )
    expect(json.write({ source: english, sibling: french, locale: 'pl', values })).toBe(
      '{\n    "Zk9+tQ": "Z",\n    "users.count": "C"\n}\n',
    )
  })

  it('keeps the shape of each text, and inserts in the most common one', () => {
    const mixed = '{"Zk9+tQ": {"defaultMessage": "z"}, "x": "x", "y": "y"}'
    expect(json.write({ source: english, base: mixed, locale: 'pl', values })).toBe(
      '{"Zk9+tQ": {"defaultMessage": "Z"}, "users.count": "C", "x": "x", "y": "y"}',
    )
  })
})
