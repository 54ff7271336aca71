import { z } from 'zod'
import type { Target } from '../../auth/policy/authorize.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Caller } from '../pipeline/call.ts'
import { accountTarget, projectTarget } from '../pipeline/resources.ts'

export const TargetName = z
  .string()
  // A pattern would make tools/list longer.
  .refine(name => /^[^/\s]+(?:\/[^/\s]+)?$/.test(name), 'an account (acme) or a project (acme/app)')
  .describe('acme or acme/app')

/** The account or project that a voice or glossary belongs to. */
export interface GuidanceTarget {
  readonly target: Target
  readonly account: Frozen<AccountRecord>
  /** Absent for an account. */
  readonly project?: Frozen<ProjectRecord>
  /** ID of the account or project; key of the stored voice and glossary. */
  readonly ownerId: string
  readonly lock: string
  readonly name: string
}

/** Finds an account or a project by name. @throws AppError `not_found`. */
export async function guidanceTarget(name: string, call: Caller): Promise<GuidanceTarget> {
  if (!name.includes('/')) {
    const found = await accountTarget(name, call)
    return { ...found, ownerId: found.account.id, lock: found.account.id, name: found.account.handle }
  }
  const found = await projectTarget(name, call)
  return { ...found, ownerId: found.project.id }
}
