import type { Frozen } from '../../store/frozen.ts'
import type { RecheckRecord, RecheckScope } from '../../store/records/rechecks.ts'
import type { Reader, Transaction } from '../../store/store.ts'
import type { Services } from '../pipeline/call.ts'

export type RecheckRequest = Frozen<RecheckRecord>
type Scope = Frozen<RecheckScope>

/** The owner ID of requests for all accounts. */
export const SERVER = 'server'

type Owner = Pick<RecheckRequest, 'owner' | 'owner_id'>

/** Files or keys that one request names; with more, it is about the whole project. */
const MAX_NAMES = 500

/** Requests that translations are checked again, in the transaction of the change that affects their findings. */
export async function requestRecheck(
  owner: Owner,
  wanted: Scope,
  tx: Pick<Transaction, 'rechecks'>,
  { now, newId }: Pick<Services, 'now' | 'newId'>,
): Promise<void> {
  let scope = wanted
  for (const waiting of await tx.rechecks.list('owner', owner.owner_id)) {
    // A request for everything begins anew, so that it replaces those that are in progress.
    if (wanted.kind === 'all') {
      await tx.rechecks.remove(waiting.id)
      continue
    }
    // The rules of a request that began may be older than this change.
    if (waiting.total !== undefined || waiting.cursor !== undefined) continue
    const both = joinScopes(waiting.scope, scope)
    if (both === undefined) continue
    scope = both
    await tx.rechecks.remove(waiting.id)
  }
  await tx.rechecks.insert({ id: newId(), ...owner, scope, done: 0, turns: 0, at: now().toISOString() })
}

/** Requests that the translations of these files are checked again, if there are any. */
export async function requestFilesRecheck(
  projectId: string,
  files: ReadonlySet<string>,
  tx: Pick<Transaction, 'rechecks'>,
  services: Pick<Services, 'now' | 'newId'>,
): Promise<void> {
  if (files.size === 0) return
  const scope: Scope = files.size > MAX_NAMES ? { kind: 'all' } : { kind: 'files', file_ids: [...files] }
  await requestRecheck({ owner: 'project', owner_id: projectId }, scope, tx, services)
}

/** The translations of these equal sources, and these equal translations. */
export function toEqualScope(sources: Iterable<string>, values: Iterable<string>): Scope {
  const [ofSources, ofValues] = [[...new Set(sources)], [...new Set(values)]]
  return ofSources.length + ofValues.length > MAX_NAMES
    ? { kind: 'all' }
    : { kind: 'equal', sources: ofSources, values: ofValues }
}

/** The scope of both; undefined if it takes two requests. */
function joinScopes(one: Scope, other: Scope): Scope | undefined {
  if (one.kind === 'all' || other.kind === 'all') return { kind: 'all' }
  if (one.kind === 'files' && other.kind === 'files') {
    const file_ids = [...new Set([...one.file_ids, ...other.file_ids])]
    return file_ids.length > MAX_NAMES ? { kind: 'all' } : { kind: 'files', file_ids }
  }
  if (one.kind === 'equal' && other.kind === 'equal') {
    return toEqualScope([...one.sources, ...other.sources], [...one.values, ...other.values])
  }
  return one.kind === 'terms' && other.kind === 'terms' && one.glossary_id === other.glossary_id
    ? { ...one, since: Math.min(one.since, other.since) }
    : undefined
}

/** How much of a project's requests is done, from 0 to 0.99; undefined if none waits. */
export async function getRecheckProgress(
  { id, account_id }: { readonly id: string; readonly account_id: string },
  read: Pick<Reader, 'rechecks'>,
): Promise<number | undefined> {
  const owners = [id, account_id, SERVER]
  const waiting = (await Promise.all(owners.map(owner => read.rechecks.list('owner', owner)))).flat()
  if (waiting.length === 0) return undefined
  if (waiting.some(({ owner, total }) => owner !== 'project' || total === undefined)) return 0
  const total = waiting.reduce((sum, request) => sum + (request.total ?? 0), 0)
  const done = waiting.reduce((sum, request) => sum + request.done, 0)
  return total === 0 ? 0 : Math.min(0.99, Math.floor((100 * done) / total) / 100)
}
