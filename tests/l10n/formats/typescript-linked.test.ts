import { describe, expect, it } from 'vitest'
import { findNewCode, listKnownCode } from '../../../src/l10n/formats/new-code.ts'
import { typescript } from '../../../src/l10n/formats/typescript/format.ts'

describe('an object that names the constant of another', () => {
  const SOURCE =
    "const messages = {\n  a: 'A',\n  b: { c: (f) => `${f} C` },\n};\n\nconst locale = {\n  name: 'en',\n  messages,\n  attributes: {}\n};\n\nset({ [locale.name]: locale });\n\nexport default locale;\n"
  const TARGET = SOURCE.replace("a: 'A'", "a: 'Ä'").replace('${f} C', 'C ${f}').replace("'en'", "'de'")
  const read = (text: string): unknown[][] => typescript.readTarget(text, 'de').map(({ key, value }) => [key, value])
  const isKnown = (target: string): boolean =>
    findNewCode(typescript, target, listKnownCode(typescript, SOURCE)) === undefined

  it('has its texts', () => {
    expect(typescript.read(SOURCE).entries.map(({ key, value }) => [key, value])).toEqual([
      ['name', 'en'],
      ['messages.a', 'A'],
      ['messages.b.c', '${f} C'],
    ])
    expect(read(SOURCE.replace('messages,', 'texts: messages,'))).toContainEqual(['texts.a', 'A'])
    expect(isKnown(TARGET)).toBe(true)
  })

  it('is edited where the texts are', () => {
    const values = new Map(Object.entries({ name: 'de', 'messages.a': 'X', 'messages.b.c': '${f} D' }))
    expect(typescript.write({ source: SOURCE, base: TARGET, locale: 'de', values })).toBe(
      TARGET.replace("'Ä'", "'X'").replace('C ${f}', '${f} D'),
    )
    const base = TARGET.replace("  a: 'Ä',\n", '')
    expect(typescript.write({ source: SOURCE, base, locale: 'de', values })).toBe(
      base.replace('  b: { c: (f) => `C ${f}` }', "  a: 'X',\n  b: { c: (f) => `${f} D` }"),
    )
    expect(typescript.write({ source: SOURCE, locale: 'de', values })).toContain("messages: {\n    a: 'X',\n")
    const withdrawn = new Set(['messages.a', 'messages.b.c'])
    const rest = typescript.write({ source: SOURCE, base: TARGET, locale: 'de', values: new Map(), withdrawn })
    expect(rest).toContain("  name: 'de',\n  messages,\n")
    expect(read(rest)).toEqual([['name', 'de']])
  })

  it.each([
    ["'Ä'", 'evil()'],
    ['C ${f}', '${evil(f)}'],
    ['const messages = {', 'const messages = evil = {'],
    ['const messages', 'const messages: T<evil()>'],
    [' },\n};', ' },\n} || evil();'],
    ["a: 'Ä'", '[evil()]: 1'],
    ['attributes: {}', 'attributes: evil'],
    ['const locale', 'evil(messages)\nconst locale'],
    ['const locale', 'messages.a = evil\nconst locale'],
  ])('may have no new code: %s', (from, to) => {
    expect(TARGET).toContain(from)
    expect(isKnown(TARGET.replace(from, () => to))).toBe(false)
  })

  it.each([
    ['const messages', 'export const messages'],
    ['const messages', 'let messages'],
    ['const messages', 'function f() {}\nconst texts'],
  ])('is left alone where it is not sure: %s', (from, to) => {
    expect(read(SOURCE.replace(from, to))).toEqual([['name', 'en']])
  })
})
