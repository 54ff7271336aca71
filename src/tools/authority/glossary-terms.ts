import { isInteractive } from '../../auth/policy/principal.ts'
import { AppError } from '../../errors.ts'
import type { Reader } from '../../store/store.ts'
import { loadGlossary } from '../glossary/load.ts'
import type { GuidanceTarget } from '../guidance/target.ts'
import type { Call } from '../pipeline/call.ts'

/**
 * Rejects agents if `agents_save` is off for the glossary, or for that of its account.
 * @throws AppError `forbidden`.
 */
export async function assertMaySaveTerms(
  { ownerId, account, name }: GuidanceTarget,
  { principal, read }: Pick<Call, 'principal'> & { readonly read: Reader },
): Promise<void> {
  if (isInteractive(principal)) return
  const own = await loadGlossary(ownerId, account.id, read)
  const base = await loadGlossary(account.id, undefined, read)
  if (own.policy.agents_save && base.policy.agents_save) return
  const owner = base.policy.agents_save ? name : account.handle
  throw new AppError('forbidden', `Agents cannot change the glossary of ${owner}: agents_save is off.`, {
    fix: 'Propose the terms to a user who may save them on the pages, or have the owner turn agents_save on with update_glossary_policy.',
  })
}
