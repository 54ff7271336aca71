import { array, assert, constantFrom, nat, property, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SoughtSource } from '../../../src/l10n/memory/compare-sources.ts'
import { MAX_FUZZY_UNITS, TrigramIndex } from '../../../src/l10n/memory/trigram-index.ts'

function createIndex(...texts: readonly string[]): TrigramIndex {
  const index = new TrigramIndex()
  for (const [at, text] of texts.entries()) index.add(text, `o${at}`)
  return index
}

const findTexts = (index: TrigramIndex, text: string, similarity = 0.75, limit = 10): readonly string[] =>
  index.findSimilar(text, similarity, limit).map(found => found.text)

describe('a trigram index', () => {
  it('finds the owners of a text, each once', () => {
    const index = createIndex('Save', 'Open')
    index.add('Save', 'o2')
    index.add('Save', 'o2')
    index.add('Save', 'o3')
    expect(index.find('Save')).toEqual(['o0', 'o2', 'o3'])
    expect(index.find('Close')).toEqual([])
    expect(index.size).toBe(2)
  })

  it('forgets owners, and knows a text again that returns', () => {
    const index = createIndex('Save the file')
    index.add('Save the file', 'o1')
    index.remove('Save the file', 'o0')
    index.remove('Save the file', 'unknown')
    expect(index.find('Save the file')).toEqual(['o1'])
    index.remove('Save the file', 'o1')
    index.remove('Save the file', 'o1')
    index.remove('never there', 'o1')
    expect(findTexts(index, 'Save the file')).toEqual([])
    index.add('Save the file', 'o2')
    expect(index.findSimilar('Save the file', 0.75, 10)).toEqual([{ text: 'Save the file', owners: ['o2'] }])
  })

  it('is worn when most of its texts were removed', () => {
    const texts = Array.from({ length: 2_002 }, (_, at) => `Text number ${at}`)
    const index = createIndex(...texts)
    for (const [at, text] of texts.slice(0, 1_001).entries()) index.remove(text, `o${at}`)
    expect(index.isWorn).toBe(false)
    index.remove('Text number 1500', 'o1500')
    expect(index.isWorn).toBe(true)
  })

  it('finds texts with other case, with a typing error and with another word', () => {
    const index = createIndex('Save the file to your computer', 'Delete the file from your computer')
    expect(findTexts(index, 'save the File to your computer')[0]).toBe('Save the file to your computer')
    expect(findTexts(index, 'Save teh file to your computer')[0]).toBe('Save the file to your computer')
    expect(findTexts(index, 'Save the folder to your computer')[0]).toBe('Save the file to your computer')
  })

  it('finds short texts of scripts without spaces', () => {
    const index = createIndex('\u4fdd\u5b58\u6587\u4ef6', '\u5220\u9664\u6587\u4ef6')
    expect(findTexts(index, '\u4fdd\u5b58\u6587\u6863')[0]).toBe('\u4fdd\u5b58\u6587\u4ef6')
  })

  it('returns at most as many texts as wanted, the most similar ones', () => {
    const index = createIndex(...Array.from({ length: 500 }, (_, at) => `Show the page number ${at} of the book`))
    const found = findTexts(index, 'Show the page number 250 of the book', 0.75, 5)
    expect(found).toHaveLength(5)
    expect(found[0]).toBe('Show the page number 250 of the book')
  })

  it('finds long texts by equality only', () => {
    const long = 'word '.repeat(MAX_FUZZY_UNITS)
    const index = createIndex(long)
    expect(index.find(long)).toEqual(['o0'])
    expect(findTexts(index, long)).toEqual([])
  })

  it('finds the most similar text of many after few edits', () => {
    const word = constantFrom('save', 'open', 'file', 'page', 'the', 'a', 'of', 'your', 'new', 'user', 'list')
    const text = array(word, { minLength: 3, maxLength: 9 }).map(words => words.join(' '))
    assert(
      property(uniqueArray(text, { minLength: 1, maxLength: 60 }), nat(), nat(), (texts, which, where) => {
        const origin = texts[which % texts.length] ?? ''
        const at = where % origin.length
        const sought = `${origin.slice(0, at)}x${origin.slice(at + 1)}`
        const score = (other: string): number => new SoughtSource(sought, 'plain').compare(other)?.score ?? 0
        const best = Math.max(...texts.map(score))
        if (best < 85) return
        const found = findTexts(createIndex(...texts), sought, 0.85, 60)
        expect(Math.max(...found.map(score))).toBe(best)
      }),
    )
  })
})
