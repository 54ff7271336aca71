import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { found } from '../loop.ts'
import { openTeam, type Team, type Told } from '../team.ts'

let team: Team

beforeEach(async () => {
  team = await openTeam()
})
afterEach(() => team.close())

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
  const { state, texts, request: open, suggestions } = await team.unit('a')
  return {
    state,
    texts: texts.map(({ value, origin }) => [value, origin.user_id]),
    refusals:
      open && [open, ...(open.earlier ?? [])].map(({ kind, comment, refused }) => [kind, comment, refused.value]),
    isAnswered: open?.answered_at !== undefined,
    suggestions: suggestions.map(({ value, answers }) => [value, answers]),
  }
}

/** Each writes a history, and returns the batch of its last decision. */
const DECISIONS: Readonly<Record<string, () => Promise<Told>>> = {
  'a second request': async () => {
    await team.submit(team.bob, 'a', 'Eins')
    await request('w1')
    return request('w2', team.bobByHand)
  },
  'an approval of a refused text': async () => {
    await team.submit(team.bob, 'a', 'Eins')
    await request('w1')
    return review('approve')
  },
  'an approval of an answer': async () => {
    await team.submit(team.adaByHand, 'a', 'Eins')
    await request('w1')
    await team.submit(team.adaByHand, 'a', 'Zwei')
    return review('approve')
  },
  'an accepted answer to two requests': async () => {
    await team.submit(team.adaByHand, 'a', 'Eins')
    await request('w1')
    await request('w2', team.bobByHand)
    await team.submit(team.bob, 'a', 'Zwei')
    return review('accept', { suggestion: await suggestion('Zwei') })
  },
  'a declined answer': async () => {
    await team.submit(team.adaByHand, 'a', 'Eins')
    await request('w1')
    await team.submit(team.bob, 'a', 'Zwei')
    return review('reject', { suggestion: await suggestion('Zwei'), comment: 'No' })
  },
  'a declined answer of a locked string': async () => {
    await team.submit(team.bob, 'a', 'Eins')
    await request('w1')
    await team.note(team.adaByHand, 'a', { lock: true })
    await team.submit(team.bob, 'a', 'Zwei')
    await team.note(team.adaByHand, 'a', { lock: false })
    return review('reject', { suggestion: await suggestion('Zwei'), comment: 'No' })
  },
  'another accepted suggestion after a declined answer': async () => {
    await team.submit(team.adaByHand, 'a', 'H')
    await team.submit(team.bob, 'a', 'B')
    await request('w1')
    await team.submit(team.bob, 'a', 'Q')
    await review('reject', { suggestion: await suggestion('Q'), comment: 'No' })
    return review('accept', { suggestion: await suggestion('B'), rev: (await team.unit('a')).rev })
  },
}

describe('the revert of a decision', () => {
  it.each(Object.keys(DECISIONS))('takes back %s, and its own revert brings it back, again and again', async name => {
    const { batch } = await found(DECISIONS[name])()
    const decided = await look()
    let undone: Awaited<ReturnType<typeof look>> | undefined
    let last = batch
    for (let n = 0; n < 4; n++) {
      last = (await revert(last)).batch
      undone ??= await look()
      expect([n, await look()]).toEqual([n, n % 2 === 0 ? undone : decided])
    }
    expect(undone).not.toEqual(decided)
  })

  it('keeps the other of two requests and its state, in either order', async () => {
    await team.submit(team.bob, 'a', 'Eins')
    const before = await look()
    const first = await request('w1')
    const second = await request('w2', team.bobByHand)
    const both = await look()
    const undone = await revert(first.batch)
    expect(await look()).toMatchObject({ state: 'needs_review', refusals: [['changes_requested', 'w2', 'Eins']] })
    const other = await revert(second.batch)
    expect(await look()).toEqual(before)
    await revert(other.batch)
    expect(await look()).toMatchObject({ state: 'needs_review', refusals: [['changes_requested', 'w2', 'Eins']] })
    await revert(undone.batch)
    expect(await look()).toEqual(both)
  })

  it('does not bring back a refusal that an earlier revert took out', async () => {
    await team.submit(team.bob, 'a', 'Eins')
    const first = await review('reject', { comment: 'w1' })
    await team.submit(team.bob, 'a', 'Zwei')
    const second = await review('reject', { comment: 'w2' })
    await revert(first.batch)
    await revert(second.batch)
    expect((await look()).refusals).toBeUndefined()
    expect(await team.submit(team.bob, 'a', 'Zwei')).toMatchObject({ accepted: 1 })
  })
})

describe('an agent', () => {
  const byAgent = (batch: string) => revert(batch, team.ada)
  const PROTECTED = { reverted: 0, refused: { count: 1, first: [{ key: 'a', locale: 'de', code: 'protected' }] } }

  it('cannot revert that a user declined a suggestion', async () => {
    const { batch } = await found(DECISIONS['a declined answer'])()
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
      refused: { first: [{ code: 'protected', why: 'A user made this change.' }] },
    })
    expect(await team.unit('a')).toEqual(before)
    await team.settings({ agents_replace: true })
    expect(await byAgent(batch)).toMatchObject({ suggestions_returned: 1 })
  })

  it('cannot revert that a user accepted a suggestion, unless the policy allows it and the revision is named', async () => {
    const { batch } = await found(DECISIONS['an accepted answer to two requests'])()
    const before = await team.unit('a')
    expect(await byAgent(batch)).toMatchObject(PROTECTED)
    expect(await team.unit('a')).toEqual(before)
    await team.settings({ agents_replace: true })
    expect(await team.revert(team.ada, { batch })).toMatchObject({
      reverted: 0,
      refused: { count: 1, first: [{ code: 'rev_required', why: 'A user made this change.' }] },
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
      refused: [{ code: 'needs_person', why: 'A user requested changes of exactly this text.' }],
    })
    expect(await team.shown('a')).toBe('needs_review Eins')
    await team.settings({ approve: 'anyone', agents_replace: true })
    expect(await review('approve', {}, team.ada)).toMatchObject({ approved: 1 })
  })

  it('can approve what another agent wants changed', async () => {
    await team.settings({ approve: 'anyone' })
    await team.submit(team.bob, 'a', 'Eins')
    await request('w1', team.ada)
    expect(await review('approve', {}, team.ada)).toMatchObject({ approved: 1 })
  })
})
