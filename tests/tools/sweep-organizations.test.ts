import { describe, expect, it } from 'vitest'
import { sweep } from '../../src/tools/retention/sweep.ts'
import { eachTest } from '../harness/each-test.ts'
import { hash } from '../store/contract/samples.ts'
import { memoryUnit } from '../store/memory-samples.ts'
import { eachWorld } from './world.ts'

const DAY = 24 * 60 * 60 * 1000

const world = eachWorld()
const ada = eachTest(() => world.user('ada'))

const run = (signal?: AbortSignal) => sweep(world.services, async () => signal?.aborted !== true)

/** The number of records in each collection; those of logs never change. */
const counts = async (): Promise<Readonly<Record<string, number>>> => {
  const {
    audit: _audit,
    revisions: _revisions,
    batches: _batches,
    ...collections
  } = (await world.services.store.status()).counts
  return collections
}

describe('a deleted organization', () => {
  const token = (handle: string, name: string) =>
    ada.call<{ id: string }>('create_token', { name, scopes: ['project:read'], account: handle })

  /** An organization with a project, a token, a voice and a glossary. */
  const found = async (handle: string): Promise<void> => {
    const { store, newId, now } = world.services
    await ada.call('create_organization', { organization: handle })
    await begin(`${handle}/app`)
    await token(handle, 'in use')
    const updated_at = now().toISOString()
    await store.transaction(async tx => {
      const id = (await tx.accounts.by('handle', handle))?.id ?? ''
      const policy = { agents_save: true, do_not_translate: 'error', forbidden_term: 'error' } as const
      const term = { term: 'x', kind: 'normal', case_sensitive: false, translations: {}, version: 1 } as const
      await tx.voices.insert({ id, version: 1, voice: {}, updated_at })
      await tx.glossaries.insert({ id, version: 1, policy, updated_at })
      await tx.glossary_terms.insert({ id: newId(), owner_id: id, ...term })
      await tx.memory_units.insert(memoryUnit(newId(), { account_id: id }))
    })
  }
  const begin = async (project: string): Promise<void> => {
    await ada.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
    await ada.call('push_source', { project, files: [{ path: 'en/a.json', content: '{"a":"A","b":"B"}' }] })
    const work = await ada.call<{ items: { id: string; src: string }[] }>('get_work', { project, locale: 'de' })
    const items = work.items.slice(0, 1).map(({ id, src }) => ({ id, src, text: 'A' }))
    await ada.call('submit_translations', { project, locale: 'de', items })
  }
  /** Its expired records. */
  const leaveBehind = async (organization: string): Promise<void> => {
    const project = `${organization}/old`
    await begin(project)
    await ada.call('delete_project', { project, confirm: project })
    await ada.call('invite_member', { organization })
    const { id } = await ada.call<{ id: string }>('invite_member', { organization })
    await ada.call('revoke_invitation', { organization, id })
    await ada.call('revoke_token', { id: (await token(organization, 'revoked')).id })
  }
  const remove = (handle: string) => ada.call('delete_organization', { organization: handle, confirm: handle })

  it('is removed with its content after 30 days, and nothing else', async () => {
    await found('umbrella')
    const before = await counts()
    await found('acme')
    await leaveBehind('acme')
    const full = await counts()
    const filled = Object.keys(full).filter(name => (full[name] ?? 0) > (before[name] ?? 0))
    expect(filled).toEqual(
      expect.arrayContaining([
        'accounts',
        'entries',
        'glossaries',
        'glossary_terms',
        'invitations',
        'memberships',
        'memory_units',
        'projects',
        'tokens',
        'translations',
        'voices',
      ]),
    )
    await remove('acme')
    const events = (await world.services.store.status()).counts['audit']
    world.pass(30 * DAY - 1)
    await run()
    expect(await counts()).toMatchObject({ accounts: full['accounts'], tokens: full['tokens'], voices: full['voices'] })
    world.pass(1)
    await run()
    expect(await counts()).toEqual(before)
    expect((await world.services.store.status()).counts['audit']).toBe(events)
    expect(await run()).toBe(0)
    expect(await ada.call('list_organizations')).toMatchObject({ organizations: [{ organization: 'umbrella' }] })
    expect(await ada.call('get_work', { project: 'umbrella/app', locale: 'de' })).toMatchObject({ left: 1 })
  })

  it('releases its handle to another, which gets nothing of it', async () => {
    await found('acme')
    await remove('acme')
    world.pass(30 * DAY)
    await run()
    expect(await ada.call('create_organization', { organization: 'acme' })).toMatchObject({ members: 1, projects: 0 })
    expect(await ada.call('list_organization_tokens', { organization: 'acme' })).toEqual({ tokens: [] })
  })

  it('is removed too when another one took its handle before', async () => {
    await found('acme')
    await remove('acme')
    world.pass(30 * DAY)
    await ada.call('create_organization', { organization: 'acme' })
    await run()
    expect(await counts()).toMatchObject({ accounts: 2, projects: 0, memberships: 1, tokens: 0, voices: 0 })
  })

  it('is removed by the next sweep after an interruption, its own record last', async () => {
    const { store, newId, now } = world.services
    const before = await counts()
    await found('acme')
    const created_at = now().toISOString()
    await store.transaction(async tx => {
      const account_id = (await tx.accounts.by('handle', 'acme'))?.id ?? ''
      for (let n = 0; n < 1_500; n++) {
        const who = { user_id: `u${n}`, role: 'member' } as const
        await tx.memberships.insert({ id: newId(), account_id, ...who, created_at })
      }
    })
    await remove('acme')
    world.pass(30 * DAY)
    const stopping = new AbortController()
    const stop = store.watch(() => stopping.abort())
    expect(await run(stopping.signal)).toBe(1_000)
    stop()
    expect(await counts()).toMatchObject({ accounts: 2 })
    expect((await counts())['memberships']).toBeGreaterThan(0)
    await run()
    expect(await counts()).toEqual(before)
  })
})

const instant = (ms: number) => new Date(world.services.now().getTime() + ms).toISOString()
const invite = (id: string, expiresIn: number, endedAfter?: number) =>
  world.services.store.transaction(tx =>
    tx.invitations.insert({
      id,
      hash: hash(id),
      account_id: 'a',
      role: 'member',
      invited_by: 'u',
      created_at: instant(0),
      expires_at: instant(expiresIn),
      ...(endedAfter !== undefined && { ended: { at: instant(endedAfter), as: 'declined', user_id: 'u' } }),
    }),
  )
const left = async () => (await world.services.store.read.invitations.list('all', '')).map(({ id }) => id)

it('an invitation is kept for 30 days after it was answered, revoked or expired', async () => {
  await invite('open for a week', 7 * DAY)
  await invite('answered at once', 7 * DAY, 0)
  await invite('answered after a week', 30 * DAY, 7 * DAY + 1)
  await invite('answered at once, open for long', 30 * DAY, 0)
  await invite('open for long', 30 * DAY)
  world.pass(30 * DAY - 1)
  expect(await run()).toBe(0)
  world.pass(1)
  expect(await run()).toBe(2)
  expect(await left()).toEqual(['open for a week', 'answered after a week', 'open for long'])
  world.pass(7 * DAY - 1)
  expect(await run()).toBe(0)
  world.pass(1)
  expect(await run()).toBe(1)
  expect(await left()).toEqual(['answered after a week', 'open for long'])
  world.pass(1)
  expect(await run()).toBe(1)
  world.pass(23 * DAY)
  expect(await run()).toBe(1)
  expect(await left()).toEqual([])
})

describe('the audit log', () => {
  const keeping = (auditRetention: number | undefined) => () =>
    sweep({ ...world.services, auth: { ...world.services.auth, auditRetention } })
  const act = () => ada.call('create_token', { name: 'one', scopes: ['project:read'] })
  const events = async () =>
    (await world.services.store.read.audit.page('all', '', { limit: 1_000 })).items.map(({ at }) => at)

  it('is kept forever by default', async () => {
    await act()
    for (let year = 1; year < 20; year++) {
      world.pass(365 * DAY)
      expect(await keeping(undefined)()).toBe(0)
    }
    expect(await events()).toHaveLength(1)
  })

  it('is trimmed after the retention, also in a service that writes little', async () => {
    const clean = keeping(90 * DAY)
    await act()
    await act()
    world.pass(90 * DAY)
    await act()
    expect(await clean()).toBe(0)
    world.pass(1)
    // The oldest events are old enough: they are moved to a segment, which is trimmed with its newest event.
    expect(await clean()).toBe(0)
    world.pass(90 * DAY - 1)
    expect(await clean()).toBe(0)
    expect(await events()).toHaveLength(3)
    world.pass(1)
    await expect.poll(clean).toBe(3)
    await act()
    expect(await clean()).toBe(0)
    expect(await events()).toEqual([world.services.now().toISOString()])
  })
})
