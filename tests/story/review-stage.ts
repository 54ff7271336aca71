import { expect } from 'vitest'
import { compoundKey } from '../../src/store/records/define.ts'
import type { ReviewView } from '../../src/tools/reviews/view.ts'
import type { TestApp } from '../http/test-app.ts'
import { found } from '../tools/loop.ts'
import { openStrings } from '../web/string-scene.ts'
import type { ReviewBatch } from './review-batch.ts'

const PER_CALL = 200

/** Ada's agent submits all translations to a new project, and asks for a review. */
export async function submitAndAsk(
  deps: TestApp,
  project: string,
  { source, translations }: ReviewBatch,
): Promise<ReviewView> {
  const { read } = deps.services.store
  const ada = await deps.world.user('ada')
  await openStrings(deps, ada, project, source, ['de'])
  const [handle = '', slug = ''] = project.split('/')
  const account = found(await read.accounts.by('handle', handle))
  const { id } = found(await read.projects.by('name', compoundKey(account.id, slug)))
  const items = []
  for (const [key, text] of Object.entries(translations)) {
    const [entry] = await read.entries.list('key', compoundKey(id, key))
    items.push({ id: found(entry).short, src: found(entry).src, text })
  }
  for (let at = 0; at < items.length; at += PER_CALL) {
    await ada.call('submit_translations', { project, locale: 'de', items: items.slice(at, at + PER_CALL) })
  }
  return (await ada.call<{ review: ReviewView }>('create_review', { project, person: 'ada' })).review
}

/** Proves that bob read as planned, and that his faults went back to the agent. */
export async function expectReturned(
  deps: TestApp,
  { project, id, toRead, faults, sampled }: ReturnedReview,
): Promise<void> {
  const ada = await deps.world.user('ada')
  const look = async () => (await ada.call<{ review: ReviewView }>('get_review', { project, review: id })).review
  await expect.poll(async () => (await look()).state, { timeout: 60_000 }).toBe('returned')
  const { readers, ended, sample } = await look()
  expect(readers).toEqual([{ by: { kind: 'human', person: 'bob' }, read: toRead }])
  expect(ended?.counts['changes_requested']).toBe(faults)
  expect(sample.major).toBe(sampled)
}

interface ReturnedReview {
  readonly project: string
  readonly id: string
  readonly toRead: number
  /** Translations that got a major fault. */
  readonly faults: number
  /** Those of the sample. */
  readonly sampled: number
}
