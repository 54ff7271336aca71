import { describe, expect, it } from 'vitest'
import { refused } from '../world.ts'
import { numbered, openReviewScene, type ReviewScene } from './scene.ts'

let scene: ReviewScene

async function reviewed(content: Readonly<Record<string, string>>, settings = {}) {
  scene = await openReviewScene(content)
  await scene.settings(settings)
  const { batch } = await scene.submitAll()
  return (await scene.create({ batch })).id
}

const work = async () => JSON.stringify(await scene.call('get_work', { locale: 'de', limit: 20 }))

it('accepting under the four-eyes policy is refused to the author before the review ends, and left to another user', async () => {
  const id = await reviewed(numbered(6), { four_eyes: true })
  await scene.readAll(id)
  expect((await scene.get(id)).ends?.accept).toMatchObject({ approves: 0, own: 6, leaves: 6 })
  const error = await refused(scene.decide(id, { end: 'accept' }, scene.adaByHand))
  expect(error).toMatchObject({ code: 'conflict', fix: expect.stringContaining('another user') })
  expect((await scene.get(id)).state).toBe('open')
  expect((await scene.get(id, scene.bobByHand)).ends?.accept).toMatchObject({ approves: 6, own: 0 })
  const { review } = await scene.decide(id, { end: 'accept' })
  expect(review.ended?.counts).toMatchObject({ approved: 6, refused: 0 })
})

it('accepting approves no translation whose note was changed since, as its preview says', async () => {
  const id = await reviewed({ a: 'Apple', b: 'Pear' })
  await scene.readAll(id)
  await scene.alter('b', ({ texts }) => ({
    texts: texts.map(text => ({ ...text, note: 'abc' })),
    stale: { reason: 'note_changed', since: '2027-03-01T12:00:02.000Z' },
  }))
  expect((await scene.get(id)).ends?.accept).toMatchObject({ approves: 1, leaves: 1 })
  const { review, refused: told } = await scene.decide(id, { end: 'accept' })
  expect(review.ended?.counts).toMatchObject({ approved: 1, refused: 1 })
  expect(told).toMatchObject([{ key: 'b', code: 'stale' }])
})

describe('returning', () => {
  it('gives a faulty stale translation back with its reason', async () => {
    scene = await openReviewScene({ a: 'Apple', b: 'Pear' })
    const { batch } = await scene.submitAll()
    await scene.push({ a: 'Apple', b: 'Another pear' })
    const { id } = await scene.create({ batch })
    const n = (await scene.items(id)).find(({ key }) => key === 'b')?.n
    await scene.decide(id, { verdicts: [{ n, verdict: 'major', reason: 'meaning', comment: 'Wrong subject' }] })
    expect((await scene.get(id)).ends?.return).toEqual({ findings: 1, requests: 1, reopens: 1 })
    const answer = await scene.decide(id, { end: 'return' })
    expect(answer).not.toHaveProperty('refused')
    expect(answer.review.ended?.counts).toMatchObject({ changes_requested: 1, reopened: 1 })
    expect(await work()).toContain('Major fault (meaning): Wrong subject')
  })

  it.each(['none', 'required'] as const)(
    'without a fault gives all back with its reason, with review: %s',
    async review => {
      const id = await reviewed(numbered(3), { review })
      await scene.decide(id, { verdicts: [{ n: 1, verdict: 'good' }] })
      await scene.alter('s2', () => ({ locked: true }))
      expect((await scene.get(id)).ends?.return).toEqual({ findings: 0, requests: 2, reopens: 0 })
      const answer = await scene.decide(id, { end: 'return', why: 'Use the informal form.' })
      expect(answer.review.ended?.counts).toEqual({ changes_requested: 2, reopened: 0, refused: 1 })
      expect((await work()).split('About the whole review: Use the informal form.')).toHaveLength(3)
    },
  )

  it('promises only what it does', async () => {
    const id = await reviewed(numbered(3), { review: 'required' })
    await scene.decide(id, { verdicts: [{ n: 1, verdict: 'minor' }] })
    const { ends } = await scene.get(id)
    expect(ends?.return).toEqual({ findings: 1, requests: 1, reopens: 0 })
    const { review } = await scene.decide(id, { end: 'return', why: 'Too long.' })
    expect(review.ended?.counts).toEqual({ changes_requested: 1, reopened: 0, refused: 0 })
  })
})

describe('reverting', () => {
  it('promises only what it does', async () => {
    const id = await reviewed(numbered(3))
    await scene.alter('s2', () => ({ locked: true }))
    expect((await scene.get(id)).ends?.revert).toEqual({ restores: 0, clears: 2 })
    const { review } = await scene.decide(id, { end: 'revert' }, scene.adaByHand)
    expect(review.ended?.counts).toEqual({ reverted: 2, refused: 1 })
  })

  it('to approved translations can be undone', async () => {
    scene = await openReviewScene(numbered(3))
    await scene.settings({ agents_replace: true })
    const first = await scene.create({ batch: (await scene.submitAll()).batch })
    await scene.readAll(first.id)
    await scene.decide(first.id, { end: 'accept' })
    const { batch } = await scene.submitAll(scene.ada, { s0: 'Null', s1: 'Eins', s2: 'Zwei' })
    const second = await scene.create({ batch })
    const ended = await scene.decide(second.id, { end: 'revert' }, scene.adaByHand)
    expect(await scene.shown('s0')).toMatch(/^approved /)
    expect(await scene.revert(scene.adaByHand, { batch: ended.batch })).toMatchObject({ reverted: 3 })
    expect(await scene.shown('s0')).toBe('needs_review Null')
  })
})
