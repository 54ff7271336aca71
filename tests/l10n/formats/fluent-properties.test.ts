import { FluentParser } from '@fluent/syntax'
import { array, assert, boolean, constantFrom, dictionary, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fluent } from '../../../src/l10n/formats/fluent/format.ts'
import { normalizePattern } from '../../../src/l10n/formats/fluent/pattern.ts'
import { runs } from '../../runs.ts'

const SELECT = '{ $n ->\n  [one] x\n *[other] y "q\n z\n}'
const PIECES = ['a', 'b c', ' ', '  ', '\n', '\r\n', '.', '*', '[', ']', '#', '=', '-', '"', '\\', '\t', '👋']
const PLACEABLES = ['{ $n }', '{ "" }', '{""}', '{ "." }', '{ "{" }', '{ -t }', SELECT]

/** Texts with what Fluent reads differently at the start and end of a line. */
const texts = array(constantFrom(...PIECES, ...PLACEABLES), { minLength: 1, maxLength: 9 }).map(pieces =>
  pieces.join(''),
)
const keys = constantFrom('a', 'a.b', 'b', 'b.c', '-t', '-t.u')
const files = dictionary(keys, texts, { minKeys: 1 })

const SOURCE = 'a = A\n    .b = B\n\n## G\n\nb =\n    B\n    .c = C\n-t = T\n    .u = U\n'

const toValues = (file: Record<string, string>): Map<string, string> =>
  // Fluent knows no attributes of a missing term.
  new Map(Object.entries(file).filter(([key]) => key !== '-t.u' || '-t' in file))
const toRead = (values: ReadonlyMap<string, string>) =>
  new Map([...values].map(([key, value]) => [key, normalizePattern(value)]))
const read = (text: string) => new Map(fluent.readTarget(text, 'de').map(({ key, value }) => [key, value]))

describe('writing and reading Fluent', () => {
  it('gives back any text, in a new file and over any other text', () => {
    assert(
      property(files, files, boolean(), (first, second, isCrlf) => {
        const values = toValues(first)
        const fresh = fluent.write({ source: SOURCE, locale: 'de', values })
        expect(read(fresh)).toEqual(toRead(values))
        const base = isCrlf ? fresh.replaceAll('\n', '\r\n') : fresh
        expect(fluent.write({ source: SOURCE, base, locale: 'de', values })).toBe(base)
        const others = toValues(second)
        const written = fluent.write({ source: SOURCE, base, locale: 'de', values: others })
        expect(read(written)).toEqual(toRead(new Map([...values, ...others])))
        expect(new FluentParser().parse(written).body.map(({ type }) => type)).not.toContain('Junk')
      }),
      { numRuns: runs(300) },
    )
  })

  it('reads a text that it wrote as the same text again', () => {
    assert(
      property(texts, text => {
        const once = normalizePattern(text)
        expect(normalizePattern(once)).toBe(once)
      }),
      { numRuns: runs(500) },
    )
  })
})
