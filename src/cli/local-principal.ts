import { assertActive } from '../auth/active-user.ts'
import { assertOfMachine, machinePerson } from '../auth/machine-person.ts'
import type { Principal } from '../auth/principal.ts'
import { isScope } from '../auth/scopes.ts'
import type { Services } from '../tools/call.ts'

/**
 * Whom a process of this machine acts for: the person of the operating-system user, made on the first call, with the scopes of the process.
 * @throws AppError `forbidden` when somebody from elsewhere has the handle, or its person is suspended.
 */
export async function localPrincipal(
  handle: string,
  scopes: readonly string[],
  services: Services,
): Promise<Principal> {
  const known = await services.store.read.users.by('handle', handle)
  if (known !== undefined) await assertOfMachine(known, services.store.read)
  const user = known ?? (await services.store.transaction(async tx => (await machinePerson(tx, handle, services)).user))
  assertActive(user)
  return { user, credential: { kind: 'stdio' }, scopes: new Set(scopes.filter(isScope)), reach: 'all', expiresAt: null }
}
