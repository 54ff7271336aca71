import { array, constantFrom, assert as holds, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SYNTAXES, type Syntax } from '../../src/l10n/message/message.ts'
import { tokenize } from '../../src/l10n/message/placeholder-tokens.ts'

/** The characters that the rules of a syntax look at. */
const ALPHABETS: Readonly<Record<string, string>> = {
  markup: '<>/="\'`[]()!&;:abhtp. \n',
  printf: '%$0123456789.*-+# (name)sdlhfx',
  ruby: '%<>{}0123456789.name ',
  braces: "{}#'|,:<>/ apluralseocthr=0",
  banana: '{}[]|$:/1=PLURALgender x',
  i18next: '{}$t()-,.: "count\n',
}

const piece = (alphabet: string, minLength: number, maxLength: number) =>
  array(constantFrom(...alphabet.split('')), { minLength, maxLength }).map(characters => characters.join(''))

/** Pieces that are repeated until a rule that looks back at each of them would take minutes. */
const repeated = (alphabet: string) =>
  tuple(piece(alphabet, 1, 6), piece(alphabet, 0, 4)).map(
    ([part, end]) => part.repeat(Math.ceil(12_000 / part.length)) + end,
  )

describe('every rule of the tokenizer', () => {
  for (const [name, alphabet] of Object.entries(ALPHABETS)) {
    it(`gives tokens that are ordered parts of the text, for the characters of ${name}`, () => {
      holds(
        property(repeated(alphabet), constantFrom<Syntax>(...SYNTAXES), (text, syntax) => {
          let last = 0
          for (const { start, end, raw } of tokenize(text, syntax)) {
            expect(start).toBeGreaterThanOrEqual(last)
            expect(raw).toBe(text.slice(start, end))
            last = start
          }
        }),
        { numRuns: 40 },
      )
    })
  }
})
