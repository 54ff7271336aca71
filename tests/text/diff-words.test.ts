import { describe, expect, it } from 'vitest'
import { diffWords, type TextPart } from '../../src/text/diff-words.ts'

const marked = (parts: readonly TextPart[]): string =>
  parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')
const diff = (before: string, after: string): readonly [string, string] => {
  const found = diffWords(before, after)
  return [marked(found.before), marked(found.after)]
}

describe('the difference of two texts', () => {
  it.each([
    ['the same', 'the same', 'the same', 'the same'],
    ['Ihre Karte', 'Deine Karte', '[Ihre] Karte', '[Deine] Karte'],
    ['one two three', 'one three', 'one [two ]three', 'one three'],
    ['', 'new', '', '[new]'],
    ['old', '', '[old]', ''],
    ['Save {name}.', 'Store {name}!', '[Save] {name}[.]', '[Store] {name}[!]'],
    ['保存文件', '储存文件', '[保]存文件', '[储]存文件'],
    ['a b a', 'a a', 'a [b ]a', 'a a'],
    ['über', 'u\u0308ber', '[über]', '[u\u0308ber]'],
  ])('of %j and %j is marked by words', (before, after, old, now) => {
    expect(diff(before, after)).toEqual([old, now])
  })

  it('keeps every character, also of long texts', () => {
    const words = Array.from({ length: 1000 }, (_, at) => `w${at}`)
    const before = `same ${words.join(' ')} end\n`
    const after = `same ${words.toReversed().join(' ')} end\n`
    const found = diffWords(before, after)
    expect(found.before.map(({ text }) => text).join('')).toBe(before)
    expect(found.after.map(({ text }) => text).join('')).toBe(after)
    // Too long to compare word by word.
    expect(found.before.map(({ isChanged }) => isChanged)).toEqual([false, true, false])
    const huge = 'word '.repeat(13_000)
    expect(diffWords(huge, `${huge}x`).after).toEqual([{ text: `${huge}x`, isChanged: true }])
    expect(diffWords(huge, huge).after).toEqual([{ text: huge, isChanged: false }])
  })
})
