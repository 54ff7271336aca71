import { expect, it } from 'vitest'
import type { ReviewItemView, ReviewView } from '../../../src/tools/reviews/view.ts'
import { allTests } from '../../harness/each-test.ts'
import { openJarOf } from '../jar.ts'
import { openReview, openReviewApp } from './scene.ts'

const deps = allTests(() => openReviewApp())

// The source has it in other letters.
const TERM = 'Audit LOG'

it('a reader of a public project learns no glossary term and no words of users from a review', async () => {
  const { world } = deps
  const project = 'acme/app'
  const scene = await openReview(deps, project, { count: 10 })
  const [ada, bob, eve] = await Promise.all([world.user('ada'), world.human('bob'), world.user('eve')])
  await ada.call('save_glossary', { target: project, upsert: [{ term: TERM }] })
  for (const key of ['settings.option_1.label', 'settings.option_2.label']) {
    await scene.review(bob, key, { action: 'request_changes', comment: 'Secret words' })
  }
  const { batch } = await scene.submit(ada, 'nav.audit', 'Das Protokoll')
  world.pass(1000)
  const { review } = await ada.call<{ review: ReviewView }>('create_review', { project, waiting: true })
  const other = (await ada.call<{ review: ReviewView }>('create_review', { project, batch })).review
  await world.setAccount('acme', { public: true })

  const read = (id: string, caller = eve) =>
    caller.call<{ items: ReviewItemView[] }>('get_review', { project, review: id, part: 'all' })
  const term = (items: readonly ReviewItemView[]) =>
    items.flatMap(({ reasons }) => reasons).find(({ reason }) => reason === 'new_term')
  expect(term((await read(other.id, ada)).items)?.parts).toEqual({ name: TERM, count: 1 })
  expect(term((await read(other.id)).items)).toEqual({
    reason: 'new_term',
    why: 'Its source has 1 glossary term newer than the translation before. The scope glossary:read is needed to see which.',
    parts: { count: 1 },
  })
  expect(JSON.stringify(await read(review.id, ada))).toContain('Secret words')
  expect(JSON.stringify(await read(review.id))).not.toContain('Secret words')

  await scene.decide({ verdicts: [{ n: 1, verdict: 'minor', comment: 'Secret words' }] })
  await bob.call('decide_review', { project, review: other.id, verdicts: [{ n: 1, verdict: 'good' }] })
  const stranger = await openJarOf(deps, 'eve')
  for (const [id, path] of [
    [other.id, ''],
    [other.id, '/report.json'],
    [review.id, ''],
    [scene.id, '/report'],
    [scene.id, '/report.json'],
  ]) {
    const { status, text } = await stranger.get(`/p/${project}/review/${id}${path}`)
    expect(status).toBe(200)
    expect(text).not.toContain(TERM)
    expect(text).not.toContain('Secret words')
  }
  const page = await stranger.get(`/p/${project}/review/${other.id}`)
  expect(page.text).toContain('The source has 1 term that is newer than the previous translation.')
})
