import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { json } from '../../../src/l10n/formats/json/format.ts'
import { runs } from '../../runs.ts'

const name = fc.oneof(
  fc.constantFrom('a', 'b', 'c.d', '__proto__', '1', ''),
  fc.string({ maxLength: 3, unit: 'grapheme' }),
)
const { tree } = fc.letrec(tie => ({
  leaf: fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null)),
  list: fc.array(tie('node'), { maxLength: 3 }),
  tree: fc.array(fc.tuple(name, tie('node')), { maxLength: 4 }).map(pairs => Object.fromEntries(pairs)),
  node: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('leaf'), tie('list'), tie('tree')),
}))
const file = fc
  .tuple(tree, fc.constantFrom('', '  ', '\t'), fc.constantFrom('', '\n'), fc.boolean())
  .map(([value, indent, end, crlf]) => {
    const text = JSON.stringify(value, undefined, indent) + end
    return crlf ? text.replaceAll('\n', '\r\n') : text
  })
const entriesOf = (text: string) => new Map(json.read(text).entries.map(({ key, value }) => [key, value]))

it('writes every JSON file back byte for byte', () => {
  fc.assert(
    fc.property(file, text => {
      expect(json.write({ source: text, locale: 'de', values: entriesOf(text) })).toBe(text)
      expect(json.write({ source: text, base: text, locale: 'de', values: entriesOf(text) })).toBe(text)
    }),
    { numRuns: runs(500) },
  )
})

it('writes every value of a source onto any JSON base', () => {
  fc.assert(
    fc.property(file, file, fc.string({ unit: 'grapheme' }), (source, base, mark) => {
      const values = new Map([...entriesOf(source)].map(([key, value]) => [key, `${mark}${JSON.stringify(value)}`]))
      const fresh = entriesOf(json.write({ source, locale: 'de', values }))
      expect([...fresh]).toEqual([...values])
      const written = json.write({ source, base, locale: 'de', values })
      const parsed: unknown = JSON.parse(written)
      expect(parsed).toBeTypeOf('object')
      // Keys are spelled by the shape of the source, so the source reads them back out of the result.
      for (const text of values.values()) expect(written).toContain(JSON.stringify(text))
      expect(json.write({ source, base: written, locale: 'de', values })).toBe(written)
    }),
    { numRuns: runs(500) },
  )
})
