import { describe, expect, it } from 'vitest'
import { isRefusedBy, listRefusals, toRequest, withoutRefusals } from '../../../src/l10n/translation/refusals.ts'
import { findRequest, waitsForRevision, withRequest } from '../../../src/l10n/translation/request.ts'
import { withMainView } from '../../../src/l10n/translation/state.ts'
import type { ReviewRequest } from '../../../src/l10n/translation/translation.ts'
import { AT, agent, entry, text, translation, user } from './build.ts'

const refusal = (value: string, src = 'aa11'): ReviewRequest => ({
  kind: 'rejected',
  refused: { src, value, rev: 1, origin: agent },
  origin: user,
  batch_id: `b ${value.slice(0, 9)} ${src}`,
  at: AT,
})
const chain = (...values: readonly string[]): ReviewRequest =>
  values.slice(1).reduce((before, value) => toRequest(refusal(value), before), refusal(values[0] ?? ''))

describe('a request', () => {
  it('refuses the texts of the refusals that it follows, for the same source', () => {
    const request = chain('Eins', 'Zwei', 'Drei')
    expect(listRefusals(request).map(({ refused }) => refused.value)).toEqual(['Drei', 'Zwei', 'Eins'])
    expect(isRefusedBy(request, { src: 'aa11', value: 'Eins' })).toBe(true)
    expect(isRefusedBy(request, { src: 'bb22', value: 'Eins' })).toBe(false)
  })

  it('keeps ten of them, and fewer long ones', () => {
    const many = chain(...Array.from({ length: 15 }, (_, at) => `Text ${at}`))
    expect(many.earlier).toHaveLength(10)
    expect(many.earlier?.at(-1)?.refused.value).toBe('Text 4')
    const long = chain(...['a', 'b', 'c', 'd'].map(letter => letter.repeat(30_000)))
    expect(long.earlier).toHaveLength(2)
  })

  it('of the main branch’s source is the current one, whatever branches requested since', () => {
    const stale = translation([text({ src: 'bb22' })], { other_requests: [refusal('Eins')] })
    for (const request of [undefined, refusal('Zwei', 'cc33')]) {
      const seen = withMainView({ ...stale, request }, entry(), AT)
      expect(seen.request).toMatchObject({ refused: { value: 'Eins' } })
      expect(waitsForRevision(seen)).toBe(true)
      expect(seen.other_requests?.map(({ refused }) => refused.value)).toEqual(request && ['Zwei'])
    }
  })

  it('is left without those of reverted reviews', () => {
    const request = { ...chain('Eins', 'Zwei', 'Drei'), answered_at: AT }
    const batches = listRefusals(request).map(({ batch_id }) => batch_id)
    const left = withoutRefusals(request, ({ batch_id }) => batch_id === batches[0])
    expect(left).toMatchObject({
      refused: { value: 'Zwei' },
      answered_at: AT,
      earlier: [{ refused: { value: 'Eins' } }],
    })
    expect(withoutRefusals(request, () => true)).toBeUndefined()
  })
})

const sources = Array.from({ length: 9 }, (_, at) => `src ${at}`)
const answered = new Set(['src 1', 'src 7'])

it('requests about several sources stay beside the newest, open ones first', () => {
  const texts = sources.map(src => text({ src }))
  const all = sources.reduce(
    (before, src) => withRequest(before, { ...refusal('Eins', src), ...(answered.has(src) && { answered_at: AT }) }),
    translation(texts),
  )
  const found = sources.filter(src => findRequest(all, { src }) !== undefined)
  expect(found).toEqual(['src 2', 'src 3', 'src 4', 'src 5', 'src 6', 'src 8'])
  expect(all.request?.refused.src).toBe('src 8')
  expect(all.other_requests).toHaveLength(5)
  expect(all.other_requests?.every(({ answered_at }) => answered_at === undefined)).toBe(true)
})
