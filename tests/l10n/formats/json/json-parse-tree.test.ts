import { array, assert, constantFrom, jsonValue, property } from 'fast-check'
import { type Node, type ParseError, parseTree } from 'jsonc-parser'
import { expect, it } from 'vitest'
import { parseTreeFast } from '../../../../src/l10n/formats/json/parse-tree.ts'
import { runs } from '../../../runs.ts'

/** The nodes of jsonc-parser without `parent`; undefined for text that is not valid JSON. */
function oracle(text: string): unknown {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  return errors.length > 0 || root === undefined ? undefined : strip(root)
}

const strip = ({ children, ...node }: Node): unknown => ({
  ...node,
  parent: undefined,
  ...(children !== undefined && { children: children.map(strip) }),
})

it('builds the nodes of jsonc-parser', () => {
  assert(
    property(jsonValue({ maxDepth: 4 }), constantFrom(undefined, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(parseTreeFast(text)).toEqual(oracle(text))
    }),
    { numRuns: runs(300) },
  )
})

it('refuses what JSON.parse refuses', () => {
  const parts = constantFrom(' ', ...'{ } [ ] , : "a" "\\u00e "\\n" 1 - 0.5 true nul \n //'.split(' '))
  assert(
    property(array(parts, { maxLength: 12 }), pieces => {
      const text = pieces.join('')
      let isValid = true
      try {
        JSON.parse(text)
      } catch {
        isValid = false
      }
      expect(parseTreeFast(text) !== undefined, text).toBe(isValid)
    }),
    { numRuns: runs(2_000) },
  )
})

it.each(['"a', '"a\\', '"a\n"', '{"a" 1}', '{a: 1}', '01', '1.', '', '[1,]', '"\u0000"'])('refuses %j', text => {
  expect(parseTreeFast(text)).toBeUndefined()
})
