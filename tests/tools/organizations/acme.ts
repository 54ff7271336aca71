import type { Scope } from '../../../src/auth/policy/scopes.ts'
import type { Frozen } from '../../../src/store/frozen.ts'
import type { AuditRecord } from '../../../src/store/records/identity.ts'
import { openWorld, type World } from '../world.ts'

type Caller = Awaited<ReturnType<World['user']>>

/** The organization acme: ada owns it, bob is another administrator, cy is a member; eve belongs to nothing. Its project is acme/app. */
export interface Acme {
  readonly world: World
  readonly id: string
  readonly ada: Caller
  readonly bob: Caller
  readonly cy: Caller
  readonly eve: Caller
  /** A token of a user, created on acme by default. */
  readonly token: (of: Caller, scopes: readonly Scope[], account?: string) => Promise<{ id: string; token: string }>
  /** Adds a member, as an accepted invitation does. */
  readonly join: (handle: string) => Promise<void>
  readonly role: (handle: string) => Promise<string | undefined>
  /** The events of acme, newest first. */
  readonly events: () => Promise<readonly Frozen<AuditRecord>[]>
  readonly close: () => Promise<void>
}

export async function openAcme(): Promise<Acme> {
  const world = await openWorld()
  const { read } = world.services.store
  const [ada, bob, cy, eve] = [
    await world.user('ada'),
    await world.user('bob'),
    await world.user('cy'),
    await world.user('eve'),
  ]
  const id = await world.organization('acme', { ada: 'admin', bob: 'admin', cy: 'member' })
  await ada.call('create_project', { project: 'acme/app', source_locale: 'en', target_locales: ['de'] })
  return {
    world,
    id,
    ada,
    bob,
    cy,
    eve,
    token: (of, scopes, account = 'acme') => of.call('create_token', { name: 'ci', scopes, account }),
    join: handle =>
      world.services.store.transaction(async tx => {
        const user = await tx.users.by('handle', handle)
        if (user === undefined) throw new Error(`nobody is ${handle}`)
        const { newId, now } = world.services
        const created_at = now().toISOString()
        await tx.memberships.insert({ id: newId(), account_id: id, user_id: user.id, role: 'member', created_at })
      }),
    role: async handle => {
      const { members } = await ada.call<{ members: { user: string; role: string }[] }>('list_members', {
        organization: 'acme',
      })
      return members.find(({ user }) => user === handle)?.role
    },
    events: async () => (await read.audit.page('account', id, { limit: 50 })).items,
    close: () => world.close(),
  }
}
