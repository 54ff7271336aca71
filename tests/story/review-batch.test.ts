import { expect, it } from 'vitest'
import { json } from '../../src/l10n/formats/json/format.ts'
import { describeWith } from '../require.ts'
import { isNightly } from '../runs.ts'
import { buildReviewBatch, passes } from './review-batch.ts'

describeWith('corpus', 'a batch with known faults', () => {
  const size = isNightly ? 5000 : 1000
  const majors = size / 20
  const batch = buildReviewBatch({ size, majors, seed: 'review' })
  const { source, translations, wrong } = batch
  const keys = Object.keys(source)

  it('has distinct translations, as many wrong ones as asked for, and no others', () => {
    expect(keys).toHaveLength(size)
    expect(Object.keys(translations)).toEqual(keys)
    expect(new Set(Object.values(source)).size).toBe(size)
    expect(new Set(Object.values(translations)).size).toBe(size)
    expect(wrong.size).toBe(majors)
    expect(keys.filter(key => wrong.has(key))).toHaveLength(majors)
  })

  it('hides its faults from all checks', () => {
    const found = keys.filter(key => !passes({ source: source[key] ?? '', target: translations[key] ?? '' }))
    expect(found).toEqual([])
  })

  it('is read by the product in the syntax that its checks used', () => {
    expect(json.read(JSON.stringify(source)).options.syntax).toBe('icu')
  })

  it('gives each fault the translation of another, with the same placeholders', () => {
    const names = (text = '') => (text.match(/%\d|\{\w+\}/g) ?? []).toSorted()
    const right = buildReviewBatch({ size, majors: 0, seed: 'review' }).translations
    for (const key of keys) {
      expect(translations[key] === right[key], key).toBe(!wrong.has(key))
      if (wrong.has(key)) expect(names(translations[key]), key).toEqual(names(right[key]))
    }
  })

  it('is the same for the same seed, and takes odd numbers', () => {
    expect(buildReviewBatch({ size, majors, seed: 'review' })).toEqual(batch)
    expect(buildReviewBatch({ size: 500, majors: 25, seed: 'odd' }).wrong.size).toBe(25)
  })
})
