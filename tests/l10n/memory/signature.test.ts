import { distance } from 'fastest-levenshtein'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../bench/memory/texts.ts'
import { BANDS, MAX_FUZZY_UNITS, Signature } from '../../../src/l10n/memory/trigram-index.ts'

const bandsOf = (text: string, key = 'p'): readonly number[] => Signature.of(text)?.bands(key) ?? []
const strict = (text: string): readonly number[] => bandsOf(text).slice(0, BANDS)
const loose = (text: string): readonly number[] => bandsOf(text).slice(BANDS)

const share = (one: readonly number[], other: readonly number[]): boolean => one.some((band, at) => band === other[at])

const similarity = (one: string, other: string): number => 1 - distance(one, other) / Math.max(one.length, other.length)

const WORDS =
  'save open delete file folder account password settings your the a to of and new has been cannot please try again later email address language project member invite remove permission server connection network'.split(
    ' ',
  )
const random = createRandom(7)
const pick = (): string => WORDS[random(WORDS.length)] ?? ''
const makeText = (): string => Array.from({ length: 3 + random(12) }, pick).join(' ')

/** A word is replaced, added or removed, or a character is. */
function edit(text: string): string {
  const words = text.split(' ')
  const at = random(words.length)
  const change = random(4)
  if (change === 0) words[at] = pick()
  else if (change === 1) words.splice(at, 0, pick())
  else if (change === 2) words.splice(at, 1)
  else words[at] = `${words[at]?.slice(1)}x`
  return words.join(' ')
}

/** Pairs of texts of at least a similarity, always the same ones. */
function makePairs(least: number, edits: number): readonly (readonly [string, string])[] {
  const pairs = Array.from({ length: 4_000 }, () => {
    const text = makeText()
    let other = text
    for (let n = 0; n < edits; n += 1) other = edit(other)
    return [text, other] as const
  })
  return pairs.filter(([one, other]) => one !== other && similarity(one, other) >= least)
}

describe('a signature', () => {
  it('is the same for texts that differ in case alone, and others differ under other keys', () => {
    expect(bandsOf('Save the file')).toEqual(bandsOf('save the FILE'))
    expect(bandsOf('Save the file')).toHaveLength(2 * BANDS)
    expect(share(bandsOf('Save the file', 'p'), bandsOf('Save the file', 'q'))).toBe(false)
  })

  it('is made of numbers of 32 bits', () => {
    for (const band of bandsOf('Save the file')) expect(band).toBe(band | 0)
  })

  it('is missing for a long text only', () => {
    expect(Signature.of('x'.repeat(MAX_FUZZY_UNITS))).toBeDefined()
    expect(Signature.of('x'.repeat(MAX_FUZZY_UNITS + 1))).toBeUndefined()
    expect(Signature.of('')).toBeDefined()
  })

  it('has a strict band in common with nearly all texts of 85 % similarity', () => {
    const pairs = makePairs(0.85, 1)
    const found = pairs.filter(([one, other]) => share(strict(one), strict(other)))
    expect(pairs.length).toBeGreaterThan(1_500)
    expect(found.length / pairs.length).toBeGreaterThan(0.99)
  })

  it('has a loose band in common with nearly all texts of 60 % similarity', () => {
    const pairs = makePairs(0.6, 3)
    const found = pairs.filter(([one, other]) => share(loose(one), loose(other)))
    expect(pairs.length).toBeGreaterThan(1_500)
    expect(found.length / pairs.length).toBeGreaterThan(0.95)
  })

  // They have few different words: other texts have more.
  it('has no strict band in common with nearly all other texts', () => {
    const texts = Array.from({ length: 200 }, makeText)
    const pairs = texts.flatMap((one, at) => texts.slice(at + 1).map(other => [one, other] as const))
    const far = pairs.filter(([one, other]) => similarity(one, other) < 0.5)
    const found = far.filter(([one, other]) => share(strict(one), strict(other)))
    expect(far.length).toBeGreaterThan(10_000)
    expect(found.length / far.length).toBeLessThan(0.05)
  })
})
