import { describe, expect, it } from 'vitest'
import { resjson } from '../../../../src/l10n/formats/resjson/format.ts'

const SOURCE = `{
    "title"           : "Tide table",
    "_title.comment"  : "On the start page",
    "button/save"     : "Save",
    "_button/save.comment" : "Verb",
    "_version.comment": "For build 7",
    "copied"          : "{0} of {1}"
}
`
const write = (base: string | undefined, values: Readonly<Record<string, string>>, more: object = {}): string =>
  resjson.write({ source: SOURCE, base, locale: 'de', values: new Map(Object.entries(values)), ...more })

describe('resources of WinJS', () => {
  it('reads texts, and comments as notes', () => {
    expect(resjson.read(SOURCE).entries).toEqual([
      { key: 'title', value: 'Tide table', description: 'On the start page' },
      { key: 'button/save', value: 'Save', description: 'Verb' },
      { key: 'copied', value: '{0} of {1}' },
    ])
    expect(resjson.read('{"a": {"b": "B", "_b.comment": "c"}, "_d": "D"}').entries).toEqual([
      { key: 'a.b', value: 'B', description: 'c' },
    ])
  })

  it('keeps the comments of a file, and goes without them in a new one', () => {
    const base = SOURCE.replace('Tide table', 'Gezeiten').replace('On the', 'Auf der')
    expect(write(base, { title: 'Gezeiten' })).toBe(base)
    expect(write(base, { title: 'Tiden' })).toBe(base.replace('Gezeiten', 'Tiden'))
    expect(JSON.parse(write(undefined, { title: 'Gezeiten', copied: 'x' }))).toEqual({
      title: 'Gezeiten',
      '_version.comment': 'For build 7',
      copied: 'x',
    })
    const added = '{\n  "title": "T",\n  "_title.comment": "n",\n  "copied": "c"\n}\n'
    expect(write(added, { 'button/save': 'S' })).toBe(added.replace('"copied"', '"button/save": "S",\n  "copied"'))
    expect(write(added, {}, { withdrawn: new Set(['title']) })).toBe('{\n  "copied": "c"\n}\n')
  })
})
