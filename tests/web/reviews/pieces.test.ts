import { describe, expect, it } from 'vitest'
import { cutExcerpt, toPieces } from '../../../src/web/reviews/model/pieces.ts'

const icu = { syntax: 'icu', families: undefined } as const

describe('the parts of a text', () => {
  it('are its placeholders and the words that changed, and together the whole text', () => {
    const before = 'Ihre Testphase endet am {date}.'
    const after = 'Deine Testphase endet am {date} um {time}.'
    const pieces = toPieces(after, icu, { before })
    expect(pieces).toEqual([
      ['Deine', 'i'],
      ' Testphase endet am ',
      ['{date}', 'p'],
      [' um ', 'i'],
      ['{time}', 'pi'],
      '.',
    ])
    expect(pieces.map(piece => (typeof piece === 'string' ? piece : piece[0])).join('')).toBe(after)
    expect(toPieces(before, icu, { after })[0]).toEqual(['Ihre', 'd'])
  })

  it('mark glossary terms as whole words, in any case', () => {
    expect(toPieces('Workspace or workspaces', icu, { terms: ['workspace'] })).toEqual([
      ['Workspace', 't'],
      ' or workspaces',
    ])
  })

  it('are none for an empty text', () => {
    expect(toPieces('', icu)).toEqual([])
  })
})

describe('an excerpt', () => {
  it('ends before a placeholder rather than inside of it', () => {
    expect(cutExcerpt(`${'word '.repeat(14)}{placeholder} and more`, icu)).toBe(`${'word '.repeat(14).trim()}…`)
  })

  it('is the whole text if it is short, in one line', () => {
    expect(cutExcerpt('One\n two', icu)).toBe('One two')
  })
})
