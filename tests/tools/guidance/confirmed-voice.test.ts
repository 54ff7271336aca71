import { describe, expect, it } from 'vitest'
import { eachTeam } from '../team.ts'
import { expectRefusal } from '../world.ts'

const team = eachTeam()

const changeVoice = () => team.ada.call('save_voice', { target: team.project, voice: { tone: 'formal' } })

const outdated = async (): Promise<number> => {
  const { locales } = await team.call<{ locales: readonly { outdated_voice?: number }[] }>('get_status')
  return locales[0]?.outdated_voice ?? 0
}

describe('the text of an earlier voice', () => {
  it('is confirmed by sending it again', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    await changeVoice()
    expect(await outdated()).toBe(1)
    const answer = await team.submit(team.ada, 'a', 'Apfel')
    expect(answer).toMatchObject({ accepted: 0, unchanged: 1, confirmed: 1, batch: expect.any(String) })
    expect(answer).not.toHaveProperty('unconfirmed')
    expect(await outdated()).toBe(0)
    expect(await team.unit('a')).toMatchObject({ rev: 1, texts: [{ origin: { user_id: team.bob.principal.user.id } }] })
    const again = await team.submit(team.ada, 'a', 'Apfel')
    expect(again).toMatchObject({
      unchanged: 1,
      next: expect.stringMatching(/^Nothing was written. The translations already have these texts./),
    })
    expect(again).not.toHaveProperty('confirmed')
  })

  it('is not confirmed by a dry run, which counts it', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    await changeVoice()
    const items = [{ key: 'a', src: await team.src('a'), text: 'Apfel' }]
    const request = { project: team.project, locale: 'de', items, dry_run: true }
    expect(await team.bob.call('submit_translations', request)).toMatchObject({ confirmed: 1 })
    expect(await outdated()).toBe(1)
  })

  it('is not confirmed by who saw another revision', async () => {
    await team.submit(team.bob, 'a', 'Birne')
    await team.submit(team.bob, 'a', 'Apfel')
    await changeVoice()
    const answer = await team.submit(team.ada, 'a', 'Apfel', { rev: 1 })
    expect(answer).toMatchObject({
      unchanged: 1,
      unconfirmed: { count: 1, first: [{ key: 'a', locale: 'de', code: 'rev_required', rev: 2 }] },
    })
    expect(await outdated()).toBe(1)
  })

  it('is confirmed by who may replace it, and keeps its state', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }])
    await changeVoice()
    const denied = await team.submit(team.ada, 'a', 'Apfel')
    expect(denied).toMatchObject({
      unchanged: 1,
      unconfirmed: { first: [{ code: 'protected', why: expect.stringContaining('is approved') }] },
    })
    expect(denied).not.toHaveProperty('batch')
    await team.settings({ agents_replace: true })
    expect(await team.submit(team.ada, 'a', 'Apfel', { rev: undefined })).toMatchObject({
      unconfirmed: {
        first: [{ code: 'protected', rev: 2, fix: expect.stringContaining('Send it again with rev 2.') }],
      },
    })
    expect(await team.submit(team.ada, 'a', 'Apfel')).toMatchObject({ confirmed: 1 })
    expect([await outdated(), await team.shown('a')]).toEqual([0, 'approved Apfel'])
  })

  it('of a user is confirmed by a user', async () => {
    await team.submit(team.adaByHand, 'a', 'Apfel')
    await changeVoice()
    expect(await team.submit(team.bobByHand, 'a', 'Apfel')).toMatchObject({ confirmed: 1 })
    expect(await outdated()).toBe(0)
  })

  it('that is locked is confirmed by no submission', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    await team.note(team.adaByHand, 'a', { lock: true })
    await changeVoice()
    for (const by of [team.bob, team.adaByHand]) {
      expect(await team.submit(by, 'a', 'Apfel')).toMatchObject({ unconfirmed: { first: [{ code: 'locked' }] } })
    }
    expect(await outdated()).toBe(1)
    expect(await team.note(team.adaByHand, 'a', { dismiss_stale: true })).toMatchObject({ done: ['voice_confirmed'] })
    expect(await outdated()).toBe(0)
  })
})

describe('dismiss_stale', () => {
  it('confirms the voice of a text that is not stale, then says why it does nothing', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    await changeVoice()
    const answer = await team.note(team.ada, 'a', { dismiss_stale: true })
    expect(answer).toMatchObject({ done: ['voice_confirmed'], rev: 1 })
    expect(answer).not.toHaveProperty('why')
    expect(await outdated()).toBe(0)
    expect(await team.note(team.ada, 'a', { dismiss_stale: true })).toMatchObject({
      done: [],
      why: 'The translation is not stale, and its voice is not an earlier one, so there is nothing to confirm.',
    })
  })

  it('gives a stale text the present voice', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    await changeVoice()
    await team.push({ a: 'An apple', b: 'Hello {name}' })
    expect(await team.note(team.ada, 'a', { dismiss_stale: true })).toMatchObject({ done: ['staleness_dismissed'] })
    expect(await outdated()).toBe(0)
  })

  it('confirms a protected text for users, and for agents that administer the project', async () => {
    await team.submit(team.adaByHand, 'a', 'Apfel')
    await changeVoice()
    await expectRefusal(
      team.note(team.bob, 'a', { dismiss_stale: true }),
      'forbidden',
      'Confirming the voice of a protected translation',
    )
    expect(await outdated()).toBe(1)
    const scopes = ['project:read', 'project:write', 'project:admin'] as const
    const admin = await team.token(team.ada, 'admin', scopes)
    expect(await team.note(admin, 'a', { dismiss_stale: true })).toMatchObject({ done: ['voice_confirmed'] })
    expect(await outdated()).toBe(0)
  })
})

it('an annotation that changes nothing says why', async () => {
  await team.submit(team.bob, 'a', 'Apfel')
  const notes = { lock: false, note: '', dismiss_stale: true }
  const { why, done } = await team.note(team.adaByHand, 'a', notes)
  expect([done, why]).toEqual([
    [],
    'The translation is not stale, and its voice is not an earlier one, so there is nothing to confirm. The translation is already unlocked. The entry has no added note.',
  ])
  const again = await team.note(team.adaByHand, 'a', { lock: true, comment: 'Why?', note: '' })
  expect(again).toMatchObject({ done: ['locked', 'commented'], why: 'The entry has no added note.' })
})
