import { describe, expect, it } from 'vitest'
import { scoreChrf } from './chrf.ts'

describe('chrF', () => {
  it('has the values of sacrebleu', () => {
    expect(scoreChrf([['the same', 'the same']])).toBe(100)
    expect(scoreChrf([['abc', 'xyz']])).toBe(0)
    // sacrebleu 2.6: sentence_chrf('The cat sat on the mat', ['The cat is on the mat']) and a corpus of two.
    expect(scoreChrf([['The cat sat on the mat', 'The cat is on the mat']])).toBeCloseTo(64.5779, 3)
    expect(
      scoreChrf([
        ['The cat sat on the mat', 'The cat is on the mat'],
        ['¿Hola, mundo?', 'Hola mundo'],
      ]),
    ).toBeCloseTo(60.3173, 3)
  })
})
