import { describe, expect, it } from 'vitest'
import { markdown, mdx } from '../../../../src/l10n/formats/markdown/format.ts'

/** The translations that a target file has, by source text. */
function align(source: string, target: string): Readonly<Record<string, unknown>> {
  const texts = new Map(markdown.read(source).entries.map(({ key, value }) => [key, value]))
  return Object.fromEntries(
    markdown.readTarget(target, 'de', source).map(({ key, value }) => [texts.get(key) ?? key, value]),
  )
}

describe('a target file', () => {
  it('is aligned by structure with its source', () => {
    expect(align('# One\n\nTwo\n\n- Three\n- Four\n', '# Eins\n\nZwei\n\n* Drei\n\n* Vier\n')).toEqual({
      One: 'Eins',
      Two: 'Zwei',
      Three: 'Drei',
      Four: 'Vier',
    })
  })

  it('lacks what does not align, section by section', () => {
    const source = '# One\n\nTwo\n\nThree\n\n## Four\n\nFive\n\n## Six\n\nSeven\n'
    const target = '# Eins\n\nZwei und drei\n\n## Vier\n\nFünf\n\n## Sechs\n\n- Sieben\n'
    expect(align(source, target)).toEqual({ One: 'Eins', Four: 'Vier', Five: 'Fünf', Six: 'Sechs' })
  })

  it('is aligned by code and links where the structure differs', () => {
    const source = '# One\n\nTwo `a`\n\nNew\n\nThree [b](/b)\n\n```\ncode\n```\n\nFour\n'
    const target = '# Eins\n\nZwei `a`\n\nDrei [b](/de/b)\n\n```\ncode\n```\n\nVier\n'
    expect(align(source, target)).toEqual({
      One: 'Eins',
      'Two `a`': 'Zwei `a`',
      'Three [b](/b)': 'Drei [b](/de/b)',
      Four: 'Vier',
    })
  })

  it('is aligned section by section where headings differ', () => {
    const source = '# One `a`\n\nTwo\n\n## New\n\nNew text\n\n## Three `b`\n\nFour\n'
    const target = '# Eins `a`\n\nZwei\n\n## Drei `b`\n\nVier\n'
    expect(align(source, target)).toEqual({ 'One `a`': 'Eins `a`', Two: 'Zwei', 'Three `b`': 'Drei `b`', Four: 'Vier' })
  })

  it('lacks copies of the source, also of a former one', () => {
    const source = 'One\n\nTwo words and some more of them\n\nThree\n'
    expect(align(source, 'Eins\n\nTwo words and some of them\n\nThree\n')).toEqual({ One: 'Eins' })
  })

  it('has all texts of a variant of the source language', () => {
    const line = (at: number, word: string): string => `The ${word} of the house with number ${at} is so very nice`
    const [source, target] = ['color', 'colour'].map(word => [1, 2, 3, 4, 5].map(at => line(at, word)).join('\n\n'))
    expect(Object.keys(align(source ?? '', target ?? ''))).toHaveLength(5)
  })

  it('has its own texts if there is no source', () => {
    expect(markdown.readTarget('# Eins\n', 'de').map(({ value }) => value)).toEqual(['Eins'])
  })
})

it('a translation of a text with much code is not a copy of the source for its tags and expressions', () => {
  const source = 'Press <Button kind="primary" onClick={() => open(first)}>Go</Button> and {name}.\n'
  const german = source.replace('Press', 'Drücke').replace('and', 'und')
  expect(mdx.readTarget(german, 'de', source).map(({ value }) => value)).toContain(german.trim())
  expect(mdx.readTarget(source, 'de', source)).toEqual([])
})
