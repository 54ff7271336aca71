import { recordEvent } from '../../auth/audit/events.ts'
import type { Principal } from '../../auth/policy/principal.ts'
import { isScope } from '../../auth/policy/scopes.ts'
import { assertActive } from '../../auth/users/active-user.ts'
import { assertLocalUser, findOrCreateLocalUser } from '../../auth/users/local-user.ts'
import type { LocalSurface, Services } from '../../tools/pipeline/call.ts'

/**
 * Returns the principal of a local process: the user named like the operating system user, with the scopes of the process. The first call creates the user.
 * @throws AppError `forbidden` when the handle belongs to a user who signs in through a provider, or the user is suspended.
 */
export async function resolveLocalPrincipal(
  handle: string,
  scopes: readonly string[],
  services: Services,
  surface: LocalSurface = 'stdio',
): Promise<Principal> {
  const known = await services.store.read.users.by('handle', handle)
  if (known !== undefined) await assertLocalUser(known, services.store.read)
  const user = known ?? (await findOrCreateAuditedUser(handle, services, surface))
  assertActive(user)
  return { user, credential: { kind: 'stdio' }, scopes: new Set(scopes.filter(isScope)), reach: 'all', expiresAt: null }
}

function findOrCreateAuditedUser(
  handle: string,
  services: Services,
  surface: LocalSurface,
): Promise<Principal['user']> {
  const { store, now, newId } = services
  return store.transaction(async tx => {
    const { user, created } = await findOrCreateLocalUser(tx, handle, services)
    if (created) {
      const event = { action: 'person_created', user, credential: { kind: 'stdio' }, target: user.handle } as const
      await recordEvent(tx, event, { surface, requestId: newId(), now: now(), newId })
    }
    return user
  })
}
