import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionPrincipal, startSession } from '../../src/auth/users/sessions.ts'
import type { AuditView } from '../../src/tools/audit/view.ts'
import { findTool } from '../../src/tools/registry.ts'
import type { ReviewItemView, ReviewView } from '../../src/tools/reviews/view.ts'
import type { CallTool } from '../harness/surfaces.ts'
import { isNightly } from '../runs.ts'
import { openStory, type Stage } from './stage.ts'

/** Ada's agent writes many translations; ada reads a sample, returns them, and accepts what the agent corrected. The tests tell the story in order. */
let stage: Stage
let agent: CallTool
/** Ada in her browser. */
let ada: CallTool
let review: ReviewView
let wrong: readonly ReviewItemView[] = []

const STRINGS = isNightly ? 2000 : 450
const PER_CALL = 200
const project = 'ada/app'
const locale = 'de'

beforeAll(async () => {
  stage = await openStory()
  await stage.byLink('ada')
  const { services } = stage.dragoman
  const principal = await services.store.transaction(async tx => {
    const user = await tx.users.by('handle', 'ada')
    if (user === undefined) throw new Error('ada has not signed in')
    const { session } = await startSession(tx, { user, method: 'link' }, { now: services.now(), newId: services.newId })
    return sessionPrincipal({ user, session })
  })
  ada = (tool, args = {}) =>
    findTool(tool).invoke(args, { services, principal, surface: 'web', requestId: 'req-story' })
  const { token } = (await ada('create_token', { name: 'agent', scopes: ['project:read', 'project:write'] })) as {
    token: string
  }
  agent = await stage.agent(token)
})
afterAll(() => stage.close())

interface Row {
  readonly id: string
  readonly src: string
  readonly rev?: number
  readonly text: string
}

const getWork = async (): Promise<readonly Row[]> =>
  ((await agent('get_work', { project, locale, limit: PER_CALL, max_bytes: 60_000 })) as { items: readonly Row[] })
    .items

/** Reads what must be seen and the sample. */
async function listToRead(): Promise<readonly ReviewItemView[]> {
  const found: ReviewItemView[] = []
  for (const part of ['must_see', 'sample']) {
    let cursor: string | undefined
    do {
      const page = (await ada('get_review', {
        project,
        review: review.id,
        part,
        limit: 200,
        ...(cursor !== undefined && { cursor }),
      })) as { items: ReviewItemView[]; next_cursor?: string }
      found.push(...page.items)
      cursor = page.next_cursor
    } while (cursor !== undefined)
  }
  return found
}

const decide = (more: object) => ada('decide_review', { project, review: review.id, ...more })

describe(`a review of ${STRINGS.toLocaleString('en')} translations`, () => {
  it('begins with the agent, which submits them and asks a person to read them', async () => {
    await ada('create_project', { project, source_locale: 'en', target_locales: [locale] })
    const source = Object.fromEntries(Array.from({ length: STRINGS }, (_, at) => [`key${at}`, `Sentence number ${at}`]))
    const files = [{ path: 'locales/en.json', content: `${JSON.stringify(source, null, 2)}\n` }]
    await ada('push_source', { project, files })
    await ada('update_project_policy', { project, review: 'required', export: 'approved' })
    for (let work = await getWork(); work.length > 0; work = await getWork()) {
      const items = work.map(({ id, src, text }) => ({ id, src, text: text.replace('Sentence number', 'Satz Nummer') }))
      await agent('submit_translations', { project, locale, items })
    }
    const answer = (await agent('create_review', { project, waiting: true, locale })) as {
      review: ReviewView
      next: string
    }
    review = answer.review
    expect(review).toMatchObject({ state: 'open', total: STRINGS, sample: { read: 0 } })
    expect(answer.next).toContain(`/p/${project}/review/${review.id}`)
    const end = agent('decide_review', { project, review: review.id, end: 'accept' })
    await expect(end).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('goes on with ada, who reads the sample, finds two majors and returns it', async () => {
    const toRead = await listToRead()
    wrong = toRead.filter(({ part }) => part === 'sample').slice(0, 2)
    const isWrong = new Set(wrong.map(({ n }) => n))
    const verdicts = toRead.map(({ n }) =>
      isWrong.has(n)
        ? { n, verdict: 'major', reason: 'meaning', comment: 'It is about a clause.' }
        : { n, verdict: 'good' },
    )
    for (let from = 0; from < verdicts.length; from += PER_CALL) {
      await decide({ verdicts: verdicts.slice(from, from + PER_CALL) })
    }
    await expect(decide({ end: 'accept' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await decide({ end: 'return', why: 'Check the others, too.' })).toMatchObject({
      review: { state: 'returned', ended: { counts: { changes_requested: 2 } } },
    })
  })

  it('is work with reasons for the agent, which corrects it', async () => {
    const work = await getWork()
    expect(work.map(({ id }) => id).sort()).toEqual(wrong.map(({ id }) => id).sort())
    expect(JSON.stringify(work)).toContain('Major fault (meaning): It is about a clause.')
    expect(JSON.stringify(work)).toContain('Check the others, too.')
    const items = work.map(({ id, src, rev }) => ({ id, src, rev, text: `Teilsatz ${id}` }))
    const { batch, next } = (await agent('submit_translations', { project, locale, items })) as {
      batch: string
      next: string
    }
    expect(batch).toBeTruthy()
    expect(next).toContain('in review')
    review = ((await agent('create_review', { project, waiting: true, locale })) as { review: ReviewView }).review
    expect(review).toMatchObject({ total: STRINGS })
  })

  it('is accepted by ada, and pulled', async () => {
    const verdicts = (await listToRead()).map(({ n }) => ({ n, verdict: 'good' }))
    for (let from = 0; from < verdicts.length; from += PER_CALL) {
      await decide({ verdicts: verdicts.slice(from, from + PER_CALL) })
    }
    expect(await decide({ end: 'accept' })).toMatchObject({
      review: { state: 'accepted', ended: { counts: { approved: STRINGS, refused: 0 } } },
    })
    const pulled = (await stage.script(await newToken())('pull_translations', {
      project,
      locale,
      path: 'locales/en.json',
    })) as object
    expect(JSON.stringify(pulled)).toContain('Teilsatz')
  })

  it('is in the audit log, and can be reverted', async () => {
    const { events } = (await ada('list_audit_events', { limit: 200 })) as { events: readonly AuditView[] }
    const ends = events.filter(({ action, detail }) => action === 'decide_review' && detail?.['end'] !== undefined)
    expect(ends.map(({ detail }) => detail?.['end'])).toEqual(['accepted', 'returned'])
    expect(events.filter(({ action }) => action === 'create_review')).toHaveLength(2)
    const { review: accepted } = (await ada('get_review', { project, review: review.id })) as { review: ReviewView }
    const batch = accepted.ended?.batch
    const { changes } = (await ada('list_changes', { project })) as { changes: readonly { batch: string }[] }
    expect(changes.find(change => change.batch === batch)).toMatchObject({ ends_review: review.id })
    const since = '2020-01-01'
    let reverted = 0
    let cursor: string | undefined
    do {
      const page = (await ada('revert_changes', { project, since, ...(cursor !== undefined && { cursor }) })) as {
        reverted: number
        next_cursor?: string
      }
      reverted += page.reverted
      cursor = page.next_cursor
    } while (cursor !== undefined)
    expect(reverted).toBeGreaterThanOrEqual(STRINGS)
    const { left } = (await ada('revert_changes', { project, since, dry_run: true })) as { left: object }
    expect(left).toBeDefined()
    expect((await getWork()).length).toBeGreaterThan(0)
  })
})

async function newToken(): Promise<string> {
  return ((await ada('create_token', { name: 'pull', scopes: ['project:read'] })) as { token: string }).token
}
