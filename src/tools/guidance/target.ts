import { z } from 'zod'
import type { Target } from '../../auth/policy/authorize.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { Call } from '../pipeline/call.ts'
import { accountTarget, projectTarget } from '../pipeline/resources.ts'
import type { RestRoute } from '../pipeline/tool.ts'

export const TargetName = z
  .string()
  // No pattern: the list of tools has little room.
  .refine(name => /^[^/\s]+(?:\/[^/\s]+)?$/.test(name), 'give an account, such as acme, or a project, such as acme/app')
  .describe('acme or acme/app')

/** Whose voice or glossary it is. */
export interface GuidanceTarget {
  readonly target: Target
  readonly account: Frozen<AccountRecord>
  /** Absent for the account's own. */
  readonly project?: Frozen<ProjectRecord>
  /** The id under which it is kept. */
  readonly ownerId: string
  readonly lane: string
  readonly name: string
}

/** An account or a project by its name. @throws AppError `not_found`. */
export async function guidanceTarget(
  name: string,
  call: Pick<Call, 'principal'> & { readonly read: Reader },
): Promise<GuidanceTarget> {
  if (!name.includes('/')) {
    const found = await accountTarget(name, call)
    return { ...found, ownerId: found.account.id, lane: found.account.id, name: found.account.handle }
  }
  const found = await projectTarget(name, call)
  return { ...found, ownerId: found.project.id, name: `${found.account.handle}/${found.project.slug}` }
}

/** The two addresses of what an account and a project can both have. */
export const guidanceRoutes = (method: RestRoute['method'], end: string): readonly RestRoute[] => [
  { method, path: `/api/projects/:account/:project/${end}`, bind: { target: ':account/:project' } },
  { method, path: `/api/accounts/:account/${end}`, bind: { target: ':account' } },
]
