import { describe, expect, it } from 'vitest'
import { found } from '../loop.ts'
import { numbered, openReviewScene, type ReviewScene } from './scene.ts'

let scene: ReviewScene

const COUNT = 100

/** Key → the item of a review. */
const byKey = async (id: string) => new Map((await scene.items(id)).map(item => [item.key, item]))

const keysOf = async (id: string, part: string) => (await scene.items(id, { part })).map(({ key }) => key)

describe('a text that a user refused', () => {
  it('must be seen in the next review after a return, until the text is another', async () => {
    scene = await openReviewScene(numbered(COUNT))
    await scene.settings({ review: 'required' })
    const { batch } = await scene.submitAll()
    const first = await scene.create({ batch })
    const wrong = (await keysOf(first.id, 'sample')).slice(0, 3)
    const major = { verdict: 'major', reason: 'meaning', comment: 'Says the opposite' }
    await scene.readAll(first.id, Object.fromEntries(wrong.map(key => [key, major])))
    await scene.decide(first.id, { end: 'return' })
    await scene.submit(scene.ada, found(wrong[0]), `Ein ganz anderer Satz ${wrong[0]} der Datei`)

    const second = await scene.create({ waiting: true })
    const items = await byKey(second.id)
    expect(second.must_see.groups).toMatchObject([{ reason: 'requested', total: 2 }, {}])
    for (const key of wrong.slice(1)) {
      expect(items.get(key)).toMatchObject({
        part: 'must_see',
        reasons: [{ reason: 'requested', parts: { said: 'Major fault (meaning): Says the opposite' } }],
      })
      expect(items.get(key)?.reasons).toHaveLength(1)
    }
    expect(items.get(found(wrong[0]))?.reasons).toEqual([])
  })

  it('stays when a review that began before accepts it unread', async () => {
    scene = await openReviewScene(numbered(COUNT))
    const { batch } = await scene.submitAll()
    const { id } = await scene.create({ batch })
    const [unread] = await keysOf(id, 'rest')
    await scene.alter(found(unread), unit => ({ request: refusal(unit) }))
    await scene.readAll(id)
    expect((await scene.get(id)).ends?.accept).toMatchObject({ approves: COUNT - 1, leaves: 1 })
    const { review } = await scene.decide(id, { end: 'accept' })
    expect(review.ended?.counts).toMatchObject({ approved: COUNT - 1, kept: 1 })
    expect((await scene.unit(found(unread))).request).toBeDefined()
  })
})

type Unit = Awaited<ReturnType<ReviewScene['unit']>>

/** A request of bob to change what the unit shows. */
const refusal = ({ texts: [text] }: Unit): Unit['request'] => {
  const { src, value, rev, origin, at } = found(text)
  const bob = { kind: 'human', user_id: 'bob', credential: 'session' } as const
  return { kind: 'changes_requested', refused: { src, value, rev, origin }, origin: bob, batch_id: 'b', at }
}

describe('a fault that another review found', () => {
  it('is not approved unread by a review that was open at the same time', async () => {
    scene = await openReviewScene(numbered(COUNT))
    const { batch } = await scene.submitAll()
    const one = await scene.create({ batch })
    const other = await scene.create({ batch })
    const [unread] = await keysOf(other.id, 'rest')
    const place = found((await byKey(one.id)).get(found(unread)))
    await scene.decide(one.id, { verdicts: [{ n: place.n, verdict: 'major' }] })
    await scene.readAll(other.id)
    expect((await scene.get(other.id)).ends?.accept).toMatchObject({ approves: COUNT - 1, leaves: 1 })
    const { review } = await scene.decide(other.id, { end: 'accept' })
    expect(review.ended?.counts).toMatchObject({ approved: COUNT - 1, kept: 1 })
    expect(await scene.shown(found(unread))).toMatch(/^translated/)
  })

  it('must be seen for another string with the same source', async () => {
    scene = await openReviewScene({ a: 'Apple' })
    const { batch } = await scene.submit(scene.ada, 'a', 'Birne')
    const one = await scene.create({ batch })
    await scene.decide(one.id, { verdicts: [{ n: 1, verdict: 'major', reason: 'meaning' }] })
    await scene.push({ a: 'Apple', copy: 'Apple' })
    await scene.submit(scene.ada, 'a', 'Apfel')
    const again = await scene.submit(scene.ada, 'copy', 'Birne')
    const other = await scene.create({ batch: again.batch })
    expect((await byKey(other.id)).get('copy')?.reasons[0]).toMatchObject({ reason: 'fault' })
  })

  it('must be seen in the next review, also when its state changed since, until the text is another', async () => {
    scene = await openReviewScene(numbered(COUNT))
    const { batch } = await scene.submitAll()
    const first = await scene.create({ batch })
    const wrong = (await keysOf(first.id, 'sample')).slice(0, 2)
    const minor = { verdict: 'minor', reason: 'style', comment: 'Too formal' }
    await scene.readAll(first.id, Object.fromEntries(wrong.map(key => [key, minor])))
    await scene.decide(first.id, { end: 'accept' })
    await scene.submit(scene.ada, found(wrong[1]), 'Ein anderer Satz')

    const second = await scene.create({ person: 'ada' })
    const item = (await byKey(second.id)).get(found(wrong[0]))
    expect(item?.part).toBe('must_see')
    expect(item?.reasons[0]).toEqual({
      reason: 'fault',
      why: 'Another review found a minor fault (style): "Too formal".',
      parts: { verdict: 'minor', reason: 'style', said: 'Too formal' },
    })
    expect((await byKey(second.id)).get(found(wrong[1]))?.reasons.map(({ reason }) => reason)).not.toContain('fault')

    // What has no fault of its own goes back to review without a request.
    const other = (await scene.items(second.id)).find(({ key }) => key === wrong[1])
    await scene.decide(second.id, { verdicts: [{ ...minor, n: other?.n }], end: 'return' })
    const third = await scene.create({ waiting: true })
    expect((await byKey(third.id)).get(found(wrong[0]))?.reasons[0]).toMatchObject({ reason: 'fault' })
  })
})

it('a warning that an agent ignored must still be seen, with the reason of the agent', async () => {
  scene = await openReviewScene(numbered(COUNT))
  const texts = { s50: 'Ein Satz ohne Zahl', s60: 'Noch ein Satz ohne Zahl' }
  const { batch } = await scene.submitAll(scene.ada, texts)
  const before = await scene.create({ batch })
  expect(before.must_see.groups).toMatchObject([{ reason: 'warning', total: 2 }, {}])
  const ignore = { ignore: { finding: 'numbers', reason: 'It is fine' } }
  await scene.note(scene.ada, 's50', ignore)
  await scene.note(scene.bobByHand, 's60', ignore)
  const after = await scene.create({ batch })
  expect(after.must_see.groups).toMatchObject([{ reason: 'ignored', total: 1 }, {}])
  expect((await byKey(after.id)).get('s50')).toMatchObject({
    part: 'must_see',
    reasons: [
      {
        reason: 'ignored',
        why: 'An agent ignored a warning of numbers: "It is fine".',
        parts: { name: 'numbers', count: 1, said: 'It is fine' },
      },
    ],
  })
  expect((await byKey(after.id)).get('s60')?.reasons).toEqual([])
})
