import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Format } from '../../../../src/l10n/formats/format.ts'
import { markdown, mdx } from '../../../../src/l10n/formats/markdown/format.ts'
import { readSegments } from '../../../../src/l10n/formats/markdown/segments.ts'
import { isNightly } from '../../../runs.ts'

const PIECES = [
  '# ',
  '- ',
  '1. ',
  '> ',
  '  \n',
  ' ',
  'import ',
  'é 😀',
  '[ ] ',
  '[^1]: ',
  ...'` `` ** _ [a](/b) ]( < <b> </b> /> { } | \\ \n \\\n \n\n ::: --- === ~~~ &amp; ! word \u200F \t {/* */} " \' #'.split(
    ' ',
  ),
]
const text = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }).map(pieces => pieces.join(''))

const SOURCE = `---
title: A title
---

# Heading one

A paragraph of words
that goes on.

- Item one
  - Item two

> Quote

| Cell |
| ---- |
| Row  |
`

const ASIDE = '\n:::note[Title]\nAside\n:::\n'

const kindsOf = (content: string, { id }: Format): readonly string[] =>
  readSegments(content, id === 'mdx' ? 'mdx' : 'markdown').file.blocks.map(({ kind }) => kind)

describe.each([markdown, mdx])('any translation in $id', format => {
  const source = SOURCE + ASIDE + (format === mdx ? '\n<Card title="Card">\n\nInside\n\n</Card>\n' : '')
  const keys = format.read(source).entries.map(({ key }) => key)

  it('keeps the structure of the source, and is written again as it is read', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: keys.length, maxLength: keys.length }), texts => {
        const values = new Map(keys.map((key, at) => [key, texts[at] ?? '']))
        const written = format.write({ source, locale: 'de', values })
        expect(kindsOf(written, format)).toEqual(kindsOf(source, format))
        expect(format.write({ source, base: written, locale: 'de', values: new Map() })).toBe(written)
        expect(format.write({ source, base: written, locale: 'de', values })).toBe(written)
      }),
      { numRuns: isNightly ? 1_000 : 6, seed: 7 },
    )
  })
})
