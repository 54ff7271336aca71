import { describe, expect, it } from 'vitest'
import { refused } from '../world.ts'
import { openReviewScene, type ReviewScene } from './scene.ts'

let scene: ReviewScene

/** A string with a translation by bob's own hand, which agents may replace. */
async function openWithUsersText(content: Readonly<Record<string, string>> = { a: 'Apple' }): Promise<void> {
  scene = await openReviewScene(content)
  await scene.settings({ agents_replace: true })
  for (const key of Object.keys(content)) await scene.submit(scene.bobByHand, key, `Bobs ${key}`)
}

const replacedBy = async (id: string) =>
  (await scene.items(id)).map(({ key, was, reasons }) => ({
    key,
    was: was?.message,
    reasons: reasons.map(({ reason }) => reason).filter(reason => reason.startsWith('replaced')),
  }))

const returnAll = async (id: string) => {
  await scene.decide(id, { end: 'return', why: 'Read it again.' })
}

describe('what a translation replaced', () => {
  it.each([
    ['a batch', (batch: string) => ({ batch })],
    ['a person', () => ({ person: 'ada' })],
    ['a time', () => ({ since: '2020-01-01' })],
  ])('is the text of a user before two of an agent, in a review of %s', async (_, filter) => {
    await openWithUsersText()
    await scene.submit(scene.ada, 'a', 'Apfel')
    const { batch } = await scene.submit(scene.ada, 'a', 'Der Apfel')
    const review = await scene.create(filter(batch))
    expect(await replacedBy(review.id)).toEqual([{ key: 'a', was: 'Bobs a', reasons: ['replaced_human'] }])
  })

  it('is the approved text before a return and another of the agent', async () => {
    scene = await openReviewScene({ a: 'Apple' })
    await scene.settings({ agents_replace: true })
    await scene.submit(scene.ada, 'a', 'Apfel')
    await scene.review(scene.bobByHand, [{ key: 'a', action: 'approve' }])
    const { batch } = await scene.submit(scene.ada, 'a', 'Der Apfel')
    await returnAll((await scene.create({ batch })).id)
    await scene.submit(scene.ada, 'a', 'Ein Apfel')
    const review = await scene.create({ person: 'ada' })
    expect(await replacedBy(review.id)).toEqual([{ key: 'a', was: 'Apfel', reasons: ['replaced_approved'] }])
    await scene.decide(review.id, { end: 'revert' }, scene.adaByHand)
    expect(await scene.shown('a')).toBe('approved Apfel')
  })

  it('is a text for an earlier source, where that for the present one was taken away', async () => {
    await openWithUsersText()
    await scene.push({ a: 'Apples' })
    const { batch } = await scene.submit(scene.ada, 'a', 'Äpfel')
    await scene.decide((await scene.create({ batch })).id, { end: 'revert' }, scene.adaByHand)
    await scene.submit(scene.ada, 'a', 'Die Äpfel')
    const review = await scene.create({ person: 'ada' })
    expect(await replacedBy(review.id)).toEqual([{ key: 'a', was: 'Bobs a', reasons: ['replaced_human'] }])
  })

  it('is as old as the text that a user saw, to find newer terms', async () => {
    await openWithUsersText()
    scene.world.pass(1000)
    await scene.ada.call('save_glossary', {
      target: scene.project,
      upsert: [{ term: 'Apple', translations: { de: { translation: 'Apfel' } } }],
    })
    await scene.submit(scene.ada, 'a', 'Apfel')
    const { batch } = await scene.submit(scene.ada, 'a', 'Der Apfel')
    const [item] = await scene.items((await scene.create({ batch })).id)
    expect(item?.reasons.map(({ reason }) => reason)).toContain('new_term')
  })
})

describe('a text after a return', () => {
  it('is still that of its writer', async () => {
    scene = await openReviewScene({ a: 'Apple', b: 'Pear' })
    const program = await scene.token(scene.ada, 'program')
    const { batch } = await scene.submitAll(program, { a: 'Apfel', b: 'Birne' })
    const first = await scene.create({ batch })
    await scene.decide(first.id, { verdicts: [{ n: 1, verdict: 'major' }] })
    await returnAll(first.id)
    const { batch: ended } = (await scene.get(first.id)).ended ?? {}
    for (const filter of [{ batch }, { person: 'ada' }, { token: program.id }]) {
      expect(await scene.create(filter)).toMatchObject({ total: 2, filter })
    }
    for (const filter of [{ batch: ended }, { person: 'bob' }]) {
      const call = scene.call('create_review', { ...filter })
      expect(await refused(call)).toMatchObject({ message: expect.stringMatching(/^No current/) })
    }
    const { changes } = (await scene.changes()) as { changes: { batch: string; reviews?: unknown[] }[] }
    const reviewed = changes.map(one => [one.batch, one.reviews?.length])
    expect(reviewed).toEqual(expect.arrayContaining([[batch, 4]]))
    expect(reviewed).toEqual(expect.arrayContaining([[ended, undefined]]))
  })

  it('is not that of a program whose text was withdrawn', async () => {
    scene = await openReviewScene({ a: 'Apple' })
    const first = await scene.submit(scene.ada, 'a', 'Apfel')
    const { batch } = await scene.submit(scene.ada, 'a', 'Der Apfel')
    const back = await scene.revert(scene.adaByHand, { batch })
    expect((await scene.create({ batch: first.batch })).total).toBe(1)
    expect((await scene.create({ batch: back.batch })).total).toBe(1)
    const call = scene.call('create_review', { batch })
    expect(await refused(call)).toMatchObject({ message: expect.stringMatching(/^No current/) })
  })
})

describe('reverting a review', () => {
  it('restores the text before its batch, which other reverts took away and brought back', async () => {
    await openWithUsersText()
    const { batch } = await scene.submit(scene.ada, 'a', 'Apfel')
    const away = await scene.revert(scene.adaByHand, { batch })
    await scene.revert(scene.adaByHand, { batch: away.batch })
    expect(await scene.shown('a')).toBe('translated Apfel')
    const review = await scene.create({ batch })
    expect(await replacedBy(review.id)).toEqual([{ key: 'a', was: 'Bobs a', reasons: ['replaced_human'] }])
    await scene.decide(review.id, { end: 'revert' }, scene.adaByHand)
    expect(await scene.shown('a')).toBe('translated Bobs a')
  })

  it('of a correction restores the refused text in review, with its request', async () => {
    scene = await openReviewScene({ a: 'Apple' })
    const first = await scene.submit(scene.ada, 'a', 'Apfel')
    const { id } = await scene.create({ batch: first.batch })
    await scene.decide(id, { verdicts: [{ n: 1, verdict: 'major', comment: 'Shorter.' }], end: 'return' })
    const { batch } = await scene.submit(scene.ada, 'a', 'Der Apfel')
    await scene.decide((await scene.create({ batch })).id, { end: 'revert' }, scene.adaByHand)
    expect(await scene.shown('a')).toBe('needs_review Apfel')
    const { request } = await scene.unit('a')
    expect(request?.comment).toContain('Shorter.')
    expect(request).not.toHaveProperty('answered_at')
  })

  it('removes what there was not before, after a return, too', async () => {
    scene = await openReviewScene({ a: 'Apple', b: 'Pear' })
    const { batch } = await scene.submitAll(scene.ada, { a: 'Apfel', b: 'Birne' })
    const first = await scene.create({ batch })
    const n = (await scene.items(first.id)).find(({ key }) => key === 'a')?.n
    await scene.decide(first.id, { verdicts: [{ n, verdict: 'major', comment: 'It is a fruit.' }] })
    await returnAll(first.id)
    const review = await scene.create({ waiting: true })
    expect(review.ends?.revert).toEqual({ restores: 0, clears: 2 })
    const { batch: reverted } = await scene.decide(review.id, { end: 'revert' }, scene.adaByHand)
    expect([await scene.shown('a'), await scene.shown('b')]).toEqual(['untranslated', 'untranslated'])
    expect((await scene.unit('a')).request?.comment).toContain('It is a fruit.')
    await scene.revert(scene.adaByHand, { batch: reverted })
    expect([await scene.shown('a'), await scene.shown('b')]).toEqual(['needs_review Apfel', 'needs_review Birne'])
  })

  it('opens the request again that its texts answered', async () => {
    await openWithUsersText()
    await scene.review(scene.bobByHand, [{ key: 'a', action: 'request_changes', comment: 'Shorter.' }])
    const { batch } = await scene.submit(scene.ada, 'a', 'Apfel')
    expect((await scene.unit('a')).request?.answered_at).toBeDefined()
    await scene.decide((await scene.create({ batch })).id, { end: 'revert' }, scene.adaByHand)
    expect(await scene.shown('a')).toBe('needs_review Bobs a')
    const { request } = await scene.unit('a')
    expect(request).toMatchObject({ comment: 'Shorter.' })
    expect(request).not.toHaveProperty('answered_at')
  })

  it('leaves the request about a text that goes behind', async () => {
    await openWithUsersText()
    await scene.submit(scene.ada, 'a', 'Apfel')
    await scene.review(scene.bobByHand, [{ key: 'a', action: 'request_changes', comment: 'Shorter.' }])
    await scene.submit(scene.ada, 'a', 'Der Apfel')
    await scene.decide((await scene.create({ person: 'ada' })).id, { end: 'revert' }, scene.adaByHand)
    expect(await scene.shown('a')).toBe('translated Bobs a')
    expect((await scene.unit('a')).request).toBeUndefined()
  })

  it('of all that waits restores what did not wait, whoever wrote it', async () => {
    scene = await openReviewScene({ a: 'Apple', b: 'Pear' })
    await scene.submitAll(scene.ada, { a: 'Apfel', b: 'Birne' })
    await scene.settings({ review: 'required' })
    await scene.submit(scene.ada, 'a', 'Der Apfel')
    await scene.submit(scene.bob, 'a', 'Ein Apfel')
    const review = await scene.create({ waiting: true })
    await scene.decide(review.id, { end: 'revert' }, scene.adaByHand)
    expect([await scene.shown('a'), await scene.shown('b')]).toEqual(['translated Apfel', 'translated Birne'])
  })

  it('is not for who wrote only the last of its texts', async () => {
    scene = await openReviewScene({ a: 'Apple' })
    await scene.settings({ review: 'required' })
    await scene.submit(scene.ada, 'a', 'Apfel')
    await scene.submit(scene.bob, 'a', 'Der Apfel')
    const { id } = await scene.create({ waiting: true })
    const call = scene.bobByHand.call('decide_review', { project: scene.project, review: id, end: 'revert' })
    expect(await refused(call)).toMatchObject({ code: 'forbidden' })
  })

  it('of a writer’s own texts is for the writer, after a return, too', async () => {
    scene = await openReviewScene({ a: 'Apple' })
    const { batch } = await scene.submit(scene.bob, 'a', 'Apfel')
    const first = await scene.create({ batch })
    await scene.decide(first.id, { end: 'return', why: 'Read it again.' }, scene.adaByHand)
    const { id } = await scene.create({ person: 'bob' })
    await scene.decide(id, { end: 'revert' })
    expect(await scene.shown('a')).toBe('untranslated')
  })
})
