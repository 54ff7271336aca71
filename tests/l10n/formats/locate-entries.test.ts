import { describe, expect, it } from 'vitest'
import { locateEntries } from '../../../src/l10n/formats/locate-entries.ts'
import { formatById } from '../../../src/l10n/formats/registry.ts'

interface Case {
  readonly format: string
  readonly source?: string
  readonly target: string
  /** `line:column key`, in the order of the file. */
  readonly places: readonly string[]
}

const CASES: readonly Case[] = [
  {
    format: 'po',
    source:
      'msgid "Save"\nmsgstr ""\n\nmsgid "One file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n\nmsgid "Long"\nmsgstr ""\n',
    target:
      'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\nmsgid "Save"\nmsgstr "Sichern"\n\nmsgid "One file"\nmsgid_plural "%d files"\nmsgstr[0] "Eine Datei"\nmsgstr[1] "%d Dateien"\n\nmsgid "Long"\nmsgstr ""\n"Lang, "\n"und länger"\n',
    places: ['6:9 Save', '10:12 One file', '14:9 Long'],
  },
  {
    format: 'yaml',
    target: 'a: Sichern\nb:\n  c: |\n    Zwei\n    Zeilen\n  d: "x: y"\ne: >-\n  lang\n  und länger\nf: Ende\n',
    places: ['1:4 a', '3:7 b.c', '6:7 b.d', '8:3 e', '10:4 f'],
  },
]

describe('locateEntries', () => {
  it.each(CASES)('finds the line and column of each text in $format', ({ format: id, source, target, places }) => {
    const format = formatById(id)
    const file = { format, text: target, source: source ?? target, locale: 'de' }
    const entries = format.readTarget(target, 'de', file.source)
    const found = [...locateEntries(file, entries)].map(([key, { line, column }]) => `${line}:${column} ${key}`)
    expect(found).toEqual(places)
    // One alone has the same place as among all.
    const alone = entries.flatMap(entry => [...locateEntries(file, [entry])])
    expect(alone.map(([key, { line, column }]) => `${line}:${column} ${key}`).toSorted()).toEqual(places.toSorted())
  })

  it('has no place for what the file does not have', () => {
    const format = formatById('json')
    expect(locateEntries({ format, text: '{}', source: '{}', locale: 'de' }, [{ key: 'a', value: 'x' }]).size).toBe(0)
  })
})
