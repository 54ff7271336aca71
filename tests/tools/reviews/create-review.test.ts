import { describe, expect, it } from 'vitest'
import type { getReview } from '../../../src/tools/reviews/get-review.ts'
import type { AnswerOf } from '../answer.ts'
import { readPages } from '../read-pages.ts'
import { refused } from '../world.ts'
import { numbered, openReviewScene } from './scene.ts'

describe('create_review', () => {
  it('is named by its project while it is open', async () => {
    const scene = await openReviewScene(numbered(3))
    const { batch } = await scene.submitAll()
    const project = { project: 'acme/app' }
    expect(await scene.ada.call('get_project', project)).not.toHaveProperty('open_reviews')
    await scene.ada.call('create_review', { ...project, batch })
    expect(await scene.ada.call('get_project', project)).toMatchObject({
      open_reviews: { count: 1, page: expect.stringMatching(/\/p\/acme\/app\/review$/) },
    })
  })

  it('freezes the translations of a batch, and says what to read', async () => {
    const scene = await openReviewScene(numbered(100))
    const { batch } = await scene.submitAll()
    const answer = await scene.ada.call<{ next: string }>('create_review', { project: 'acme/app', batch })
    expect(answer).toMatchObject({
      review: {
        state: 'open',
        filter: { batch },
        goal: 5,
        locales: ['de'],
        total: 100,
        distinct: 100,
        must_see: { total: 1, decided: 0, groups: [{ reason: 'first_in_file', total: 1 }] },
        sample: { population: 99, size: 77, read: 0, unread: 99, meets_goal: false, more_needed: 77 },
        changed: 0,
        ends: {
          accept: { approves: 99, leaves: 1, missing: { must_see: 1, sample: 77 }, needs_reason: false },
          return: { findings: 0, requests: 100, reopens: 0 },
          revert: { restores: 0, clears: 100 },
        },
      },
    })
    expect(answer.next).toContain('send them to http://localhost:4050/p/acme/app/review/')
  })

  it('leaves out approved and replaced translations', async () => {
    const scene = await openReviewScene({ a: 'Apple', b: 'Pear', c: 'Plum' })
    const { batch } = await scene.submitAll()
    await scene.review(scene.bobByHand, [{ key: 'a', action: 'approve' }])
    await scene.submit(scene.bob, 'b', 'Birne')
    const review = await scene.create({ batch })
    expect((await scene.items(review.id)).map(({ key }) => key)).toEqual(['c'])
  })

  it('says why a translation must be seen, and what it replaced', async () => {
    const scene = await openReviewScene({ a: 'Apple', b: 'Hello {name}' })
    await scene.submit(scene.ada, 'a', 'Apfl')
    await scene.submit(scene.ada, 'b', 'Hallo {name}')
    await scene.settings({ agents_replace: true })
    await scene.submit(scene.bobByHand, 'a', 'Apfel')
    const { batch } = await scene.submit(scene.ada, 'a', 'Äpfel')
    const review = await scene.create({ batch })
    const [item] = await scene.items(review.id)
    expect(item).toMatchObject({
      n: 1,
      part: 'must_see',
      key: 'a',
      source: 'Apple',
      message: 'Äpfel',
      was: { message: 'Apfel', state: 'translated', by: { kind: 'human', person: 'bob' } },
      by: { kind: 'agent', person: 'ada' },
      reasons: [{ reason: 'replaced_human', why: "It replaces a user's translation." }, { reason: 'first_in_file' }],
      findings: [],
      copies: 0,
    })
  })

  it('collects all that waits, and titles a review by its batch', async () => {
    const scene = await openReviewScene({ a: 'Apple', b: 'Pear' })
    await scene.settings({ review: 'required' })
    const { batch } = await scene.submitAll(scene.ada, {}, { note: 'First pass\nof all' })
    expect(await scene.create({ batch })).toMatchObject({ title: 'First pass', total: 2 })
    expect(await scene.create({ waiting: true, locale: 'de' })).toMatchObject({
      title: 'All in review · de',
      filter: { waiting: true, locale: 'de' },
      total: 2,
    })
  })

  it('refuses a filter that matches nothing, or that names nothing', async () => {
    const scene = await openReviewScene({ a: 'Apple' })
    const create = (more: object) => refused(scene.ada.call('create_review', { project: 'acme/app', ...more }))
    expect(await create({})).toMatchObject({ code: 'invalid_input', message: 'The call names nothing to review.' })
    expect(await create({ waiting: true })).toMatchObject({ code: 'invalid_input' })
    expect(await create({ waiting: true, client: 'x' })).toMatchObject({ field: 'waiting' })
    expect(await create({ batch: 'nope' })).toMatchObject({ code: 'not_found' })
  })
})

describe('get_review', () => {
  it('lists reviews, newest first, and pages the items of one', async () => {
    const scene = await openReviewScene(numbered(30))
    const { batch } = await scene.submitAll()
    const first = await scene.create({ batch, title: 'First' })
    await scene.create({ batch, title: 'Second' })
    const list = await scene.ada.call<{ reviews: { title: string }[] }>('get_review', { project: 'acme/app' })
    expect(list.reviews.map(({ title }) => title)).toEqual(['Second', 'First'])
    const wanted = { review: first.id, part: 'sample', limit: 7 }
    const pages = await readPages(at => scene.call<AnswerOf<typeof getReview>>('get_review', { ...wanted, ...at }))
    const seen = pages.flatMap(({ items = [] }) => items.map(({ n }) => n))
    expect(seen).toEqual(Array.from({ length: first.sample.size }, (_, at) => at + 2))
  })
  it('refuses what it would ignore, and a number that the review does not have', async () => {
    const scene = await openReviewScene({ a: 'Apple' })
    const { batch } = await scene.submitAll()
    const { id } = await scene.create({ batch })
    const get = (more: object) => refused(scene.ada.call('get_review', { project: 'acme/app', review: id, ...more }))
    expect(await get({ state: 'open' })).toMatchObject({ code: 'invalid_input', field: 'state' })
    expect(await get({ n: 1, reason: 'stale' })).toMatchObject({ code: 'invalid_input', field: 'reason' })
    expect(await get({ n: 2 })).toMatchObject({ code: 'not_found', message: 'The review has no item 2; it has 1.' })
  })
})
