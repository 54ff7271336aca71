import { createHash } from 'node:crypto'
import { CHECKS } from '../../l10n/checks/registry.ts'
import type { Services } from '../pipeline/call.ts'
import { requestRecheck, SERVER } from './requests.ts'

/** Changes with each release, and with the list of checks and their levels. */
export const getCheckVersion = (release: string): string => {
  const checks = CHECKS.map(({ id, level, isFixed }) => [id, level, isFixed])
  return createHash('sha256')
    .update(JSON.stringify([release, checks]))
    .digest('hex')
    .slice(0, 16)
}

/**
 * Requests that everything is checked again if other checks are in use than before. A store without projects has nothing to check. Only the process that works
 * on the requests calls it, so that they are done by the checks whose version is stored, also while two releases run side by side.
 */
export async function requestForNewChecks(
  services: Pick<Services, 'store' | 'now' | 'newId' | 'version'>,
): Promise<void> {
  const version = getCheckVersion(services.version)
  if ((await services.store.read.check_versions.get('checks'))?.version === version) return
  if ((await services.store.status()).counts['projects'] === 0) return
  await services.store.transaction(async tx => {
    const known = await tx.check_versions.get('checks')
    if (known?.version === version) return
    const record = { id: 'checks' as const, version, at: services.now().toISOString() }
    if (known === undefined) await tx.check_versions.insert(record)
    else await tx.check_versions.put(record)
    await requestRecheck({ owner: 'server', owner_id: SERVER }, { kind: 'all' }, tx, services)
  })
}
