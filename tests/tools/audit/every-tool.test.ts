import { describe, expect, it } from 'vitest'
import { TOOLS } from '../../../src/tools/registry.ts'
import { connect } from '../../auth/oauth/granted.ts'
import { digest } from '../../auth/policy/digest.ts'
import { eachTest } from '../../harness/each-test.ts'
import { openTestApp } from '../../http/test-app.ts'
import type { Packet } from '../loop.ts'
import { DONE_ONCE, PROJECT, STEPS, type Step } from './every-tool.ts'

/** Whether a repeated call has nothing to do. */
const isSettled = (tool: string) =>
  DONE_ONCE.includes(tool) || TOOLS.some(({ name, hints }) => name === tool && hints.idempotent)

const SECRET = /sv[a-z]{2}_[0-9a-f]{48}/

describe('the audit log', () => {
  const deps = eachTest(() => openTestApp({ baseUrl: 'http://localhost:4050' }))

  const events = async () => {
    const { audit } = deps.services.store.read
    return (await audit.page('all', '', { limit: 1000 })).items.toReversed()
  }

  it('has one unchangeable event for each write: actor, target, log and old values', async () => {
    const { services, world } = deps
    const { grantId } = await connect(services, 'ada')
    const made: Record<string, string> = { grant: grantId }
    for (const handle of ['ada', 'bob', 'cleo']) await world.user(handle)
    let before = await events()
    for (const { tool, by, args, account, target, changes, keep } of STEPS) {
      const caller = await world.user(by)
      if (tool === 'submit_translations') Object.assign(made, await workOf(by))
      if (tool === 'remove_member') await join('cleo')
      const answer = await caller.call(tool, args(made))
      Object.assign(made, keep?.(answer))
      const after = await events()
      expect(after.slice(0, before.length), `${tool} leaves the others alone`).toEqual(before)
      expect(after.length - before.length, tool).toBe(1)
      const event = after.at(-1)
      const owner =
        event?.account_id === undefined ? undefined : await services.store.read.accounts.get(event.account_id)
      expect({
        action: event?.action,
        by: event?.user_id,
        account: owner?.handle,
        target: event?.target,
        changes: Object.keys(event?.changes ?? {}),
      }).toEqual({
        action: tool,
        by: caller.principal.user.id,
        account,
        target: target(made),
        changes: changes ?? [],
      })
      before = after
      if (!isSettled(tool)) continue
      world.pass(1000)
      const kept = await digest(services.store)
      await caller.call(tool, args(made))
      expect(await digest(services.store), `${tool} leaves nothing when it changes nothing`).toEqual(kept)
    }
    const text = JSON.stringify(before)
    expect(text).not.toMatch(SECRET)
    expect(text).not.toContain('x'.repeat(201))
    const writing = TOOLS.filter(({ hints }) => !hints.readOnly).map(({ name }) => name)
    const called = new Set(STEPS.map(({ tool }) => tool))
    expect(
      writing.filter(name => !called.has(name)),
      'add a step for these',
    ).toEqual([])
  })

  it('has no event for a call that only requests uploads', async () => {
    const ada = await deps.world.user('ada')
    await ada.call('create_project', { project: 'ada/files', source_locale: 'en', target_locales: ['de'] })
    const before = await events()
    await ada.call('push_source', { project: 'ada/files', files: [{ path: 'en.json', bytes: 10 }] })
    expect(await events()).toEqual(before)
  })

  it('has no event for an existing lock, and for a dry run without changes', async () => {
    const ada = await deps.world.user('ada')
    const project = 'ada/files'
    await ada.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
    await ada.call('push_source', { project, files: [{ path: 'en.json', content: '{"a":"Apple"}\n' }] })
    const { items } = await ada.call<Packet>('get_work', { project, locale: 'de' })
    const [{ id, src } = { id: '', src: '' }] = items
    await ada.call('submit_translations', { project, locale: 'de', items: [{ id, src, text: 'Apfel' }] })
    const note = { project, id, locale: 'de', lock: true }
    const adaByHand = await deps.world.human('ada')
    await adaByHand.call('annotate_entry', note)
    const before = await events()
    for (const by of [ada, adaByHand]) expect(await by.call('annotate_entry', note)).toMatchObject({ done: [] })
    await ada.call('update_project', { project, name: 'files', dry_run: true })
    await ada.call('push_source', {
      project,
      files: [{ path: 'en.json', content: '{"a":"Apple"}\n' }],
      dry_run: true,
    })
    expect(await events()).toEqual(before)
  })

  it('redacts a secret that was written into a name', async () => {
    const ada = await deps.world.user('ada')
    const { token } = await ada.call<{ token: string }>('create_token', { name: 'x', scopes: ['user:read'] })
    await ada.call('update_user', { name: `my ${token}` })
    await ada.call('create_token', { name: token, scopes: ['user:read'] })
    const text = JSON.stringify(await events())
    expect(text).toContain(`my ${token.slice(0, 9)}…`)
    expect(text).not.toContain(token)
  })

  it('has no event for a read or a rejected call', async () => {
    await deps.world.organization('acme', { bob: 'admin' })
    const bob = await deps.world.user('bob')
    await bob.call('create_project', { project: PROJECT, source_locale: 'en', target_locales: ['de'] })
    const before = await events()
    await bob.call('get_context')
    await bob.call('list_organization_audit_events', { organization: 'acme' })
    await bob.call('update_project', { project: PROJECT }).catch(() => undefined)
    await bob.call('update_organization', { organization: 'nowhere', name: 'x' }).catch(() => undefined)
    expect(await events()).toEqual(before)
  })

  async function workOf(by: Step['by']): Promise<Record<string, string>> {
    const caller = await deps.world.user(by)
    const { items } = await caller.call<Packet>('get_work', { project: PROJECT, locale: 'de' })
    return { id: items[0]?.id ?? '', src: items[0]?.src ?? '' }
  }

  /** Without an event: the next call has it. */
  async function join(handle: string): Promise<void> {
    const { store, newId, now } = deps.services
    const { principal } = await deps.world.user(handle)
    await store.transaction(async tx => {
      const account = await tx.accounts.by('handle', 'acme')
      const created_at = now().toISOString()
      const member = { id: newId(), account_id: account?.id ?? '', user_id: principal.user.id, role: 'member' } as const
      await tx.memberships.insert({ ...member, created_at })
    })
  }
})
