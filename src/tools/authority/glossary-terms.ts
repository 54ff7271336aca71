import { isInteractive } from '../../auth/policy/principal.ts'
import { AppError } from '../../errors.ts'
import { loadGlossary } from '../glossary/load.ts'
import type { GuidanceTarget } from '../guidance/target.ts'
import type { Caller } from '../pipeline/call.ts'

/** Returns whose `agents_save` keeps the caller from changing the terms; undefined for nobody's. */
export async function findTermsKeeper(
  { ownerId, account, name }: GuidanceTarget,
  { principal, read }: Caller,
): Promise<string | undefined> {
  if (isInteractive(principal)) return undefined
  const own = await loadGlossary(ownerId, account.id, read)
  const base = await loadGlossary(account.id, undefined, read)
  if (own.policy.agents_save && base.policy.agents_save) return undefined
  return base.policy.agents_save ? name : account.handle
}

/**
 * Rejects agents if `agents_save` is off for the glossary, or for that of its account.
 * @throws AppError `forbidden`.
 */
export async function assertMaySaveTerms(target: GuidanceTarget, caller: Caller, baseUrl: string): Promise<void> {
  const keeper = await findTermsKeeper(target, caller)
  if (keeper === undefined) return
  const page =
    target.project === undefined
      ? `the Glossary page of a project: ${baseUrl}/`
      : `${baseUrl}/p/${target.name}/glossary`
  throw new AppError('forbidden', `Agents cannot change the glossary of ${keeper}: agents_save is off.`, {
    fix: `A user can change it on ${page}. The owner of ${target.account.handle} can turn agents_save on with update_glossary_policy.`,
  })
}
