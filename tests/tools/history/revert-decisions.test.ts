import { describe, expect, it } from 'vitest'
import { findOwnRequest } from '../../../src/l10n/translation/request.ts'
import type { Packet } from '../loop.ts'
import { found } from '../loop.ts'
import { eachTeam, type Told } from '../team.ts'

const team = eachTeam()

const review = (action: string, more: object = {}, by = team.adaByHand): Promise<Told> =>
  team.review(by, [{ key: 'a', locale: 'de', action, ...more }])
const request = (comment: string, by = team.adaByHand): Promise<Told> => review('request_changes', { comment }, by)
const suggestion = async (text: string): Promise<string> =>
  found((await team.unit('a')).suggestions.find(({ value }) => value === text)).id

/** Reverts a batch by the page, with the revision that it shows. */
async function revert(batch: string, by = team.adaByHand): Promise<Told> {
  const { rev, texts } = await team.unit('a')
  return team.revert(by, { batch, items: [{ key: 'a', ...(texts.length > 0 && { rev }) }] })
}

/** What a reviewer sees of a translation. */
async function look() {
  const unit = await team.unit('a')
  const { state, texts, suggestions } = unit
  const open = findOwnRequest(unit, await team.src('a'))
  return {
    state,
    texts: texts.map(({ value, origin }) => [value, origin.user_id]),
    refusals:
      open && [open, ...(open.earlier ?? [])].map(({ kind, comment, refused }) => [kind, comment, refused.value]),
    isAnswered: open?.answered_at !== undefined,
    suggestions: suggestions.map(({ value, answers }) => [value, answers]),
  }
}

/** Requests changes on a branch with another source: the newest request of the translation. */
async function requestOnBranch(): Promise<void> {
  const branch = 'f2'
  await team.push({ a: 'Apples', b: 'Hello {name}' }, { branch })
  const { items } = await team.bob.call<Packet>('get_work', {
    project: team.project,
    locale: 'de',
    branch,
    keys: ['a'],
  })
  const rows = [{ key: 'a', src: items[0]?.src, text: 'Zweig' }]
  await team.bob.call('submit_translations', { project: team.project, locale: 'de', branch, items: rows })
  await team.review(team.adaByHand, [{ key: 'a', locale: 'de', action: 'request_changes', comment: 'f2' }], { branch })
}

const nothing = async (): Promise<void> => undefined

/** Each writes a history, and returns the batch of its last decision. `before` runs before that. */
const DECISIONS: Readonly<Record<string, (before: () => Promise<unknown>) => Promise<Told>>> = {
  'a second request': async before => {
    await team.submit(team.bob, 'a', 'Eins')
    await request('w1')
    await before()
    return request('w2', team.bobByHand)
  },
  'an approval of a refused text': async before => {
    await team.submit(team.bob, 'a', 'Eins')
    await request('w1')
    await before()
    return review('approve')
  },
  'an approval of an answer': async before => {
    await team.submit(team.adaByHand, 'a', 'Eins')
    await request('w1')
    await team.submit(team.adaByHand, 'a', 'Zwei')
    await before()
    return review('approve')
  },
  'an accepted answer to two requests': async before => {
    await team.submit(team.adaByHand, 'a', 'Eins')
    await request('w1')
    await request('w2', team.bobByHand)
    await team.submit(team.bob, 'a', 'Zwei')
    await before()
    return review('accept', { suggestion: await suggestion('Zwei') })
  },
  'a declined answer': async before => {
    await team.submit(team.adaByHand, 'a', 'Eins')
    await request('w1')
    await team.submit(team.bob, 'a', 'Zwei')
    await before()
    return review('reject', { suggestion: await suggestion('Zwei'), comment: 'No' })
  },
  'a declined answer of a locked string': async before => {
    await team.submit(team.bob, 'a', 'Eins')
    await request('w1')
    await team.note(team.adaByHand, 'a', { lock: true })
    await team.submit(team.bob, 'a', 'Zwei')
    await team.note(team.adaByHand, 'a', { lock: false })
    await before()
    return review('reject', { suggestion: await suggestion('Zwei'), comment: 'No' })
  },
  'another accepted suggestion after a declined answer': async before => {
    await team.submit(team.adaByHand, 'a', 'H')
    await team.submit(team.bob, 'a', 'B')
    await request('w1')
    await team.submit(team.bob, 'a', 'Q')
    await review('reject', { suggestion: await suggestion('Q'), comment: 'No' })
    await before()
    return review('accept', { suggestion: await suggestion('B'), rev: (await team.unit('a')).rev })
  },
}

const cases = Object.keys(DECISIONS).flatMap(name => [
  [name, 'alone', nothing] as const,
  [name, 'beside a request on a branch', requestOnBranch] as const,
])
it.each(cases)(
  'the revert of a decision takes back %s, %s, and its own revert brings it back, again and again',
  async (name, _, before) => {
    const { batch } = await found(DECISIONS[name])(before)
    const decided = await look()
    let undone: Awaited<ReturnType<typeof look>> | undefined
    let last = batch
    for (let n = 0; n < 4; n++) {
      last = (await revert(last)).batch
      undone ??= await look()
      expect([n, await look()]).toEqual([n, n % 2 === 0 ? undone : decided])
    }
    expect(undone).not.toEqual(decided)
  },
)

describe('an agent', () => {
  const byAgent = (batch: string) => revert(batch, team.ada)
  const PROTECTED = { reverted: 0, refused: { count: 1, first: [{ key: 'a', locale: 'de', code: 'protected' }] } }

  it('cannot revert that a user declined a suggestion', async () => {
    const { batch } = await found(DECISIONS['a declined answer'])(nothing)
    const before = await team.unit('a')
    expect(await byAgent(batch)).toMatchObject(PROTECTED)
    expect(await team.unit('a')).toEqual(before)
  })

  it('cannot revert that a user declined a suggestion which answered nothing', async () => {
    await team.submit(team.adaByHand, 'a', 'Eins')
    await team.submit(team.bob, 'a', 'Zwei')
    const { batch } = await review('reject', { suggestion: await suggestion('Zwei') })
    const before = await team.unit('a')
    expect(await byAgent(batch)).toMatchObject({
      ...PROTECTED,
      refused: { first: [{ code: 'protected', why: 'A user made the change.' }] },
    })
    expect(await team.unit('a')).toEqual(before)
    await team.settings({ agents_replace: true })
    expect(await byAgent(batch)).toMatchObject({ suggestions_returned: 1 })
  })

  it('cannot revert that a user accepted a suggestion, unless the policy allows it and the revision is named', async () => {
    const { batch } = await found(DECISIONS['an accepted answer to two requests'])(nothing)
    const before = await team.unit('a')
    expect(await byAgent(batch)).toMatchObject(PROTECTED)
    expect(await team.unit('a')).toEqual(before)
    await team.settings({ agents_replace: true })
    expect(await team.revert(team.ada, { batch })).toMatchObject({
      reverted: 0,
      refused: { count: 1, first: [{ code: 'rev_required', why: 'A user made the change.' }] },
    })
    expect(await team.unit('a')).toEqual(before)
    expect(await byAgent(batch)).toMatchObject({ reverted: 1, suggestions_returned: 1 })
  })

  it('cannot revert a user’s revert that left no text', async () => {
    const { batch } = await team.submit(team.bob, 'a', 'Eins')
    const undone = await revert(batch)
    expect(await byAgent(undone.batch)).toMatchObject(PROTECTED)
    expect(await look()).toMatchObject({ state: 'untranslated' })
    expect(await revert(undone.batch)).toMatchObject({ reverted: 1 })
  })

  it('cannot approve what a user wants changed, unless the policy allows it', async () => {
    await team.settings({ approve: 'anyone' })
    await team.submit(team.bob, 'a', 'Eins')
    await request('w1')
    expect(await review('approve', {}, team.ada)).toMatchObject({
      refused: [{ code: 'needs_person', why: 'A user wants another translation.' }],
    })
    expect(await team.shown('a')).toBe('needs_review Eins')
    await team.settings({ approve: 'anyone', agents_replace: true })
    expect(await review('approve', {}, team.ada)).toMatchObject({ approved: 1 })
  })

  it('cannot approve it either after an agent requested changes, too', async () => {
    await team.settings({ approve: 'anyone' })
    await team.submit(team.bob, 'a', 'Eins')
    await request('w1')
    expect(await request('w2', team.bob)).toMatchObject({ changes_requested: 1 })
    expect(await review('approve', {}, team.ada)).toMatchObject({ refused: [{ code: 'needs_person' }] })
    expect((await look()).refusals).toHaveLength(2)
  })

  it('can approve what another agent wants changed', async () => {
    await team.settings({ approve: 'anyone' })
    await team.submit(team.bob, 'a', 'Eins')
    await request('w1', team.ada)
    expect(await review('approve', {}, team.ada)).toMatchObject({ approved: 1 })
  })
})
