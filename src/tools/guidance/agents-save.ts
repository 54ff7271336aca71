import { isInteractive } from '../../auth/principal.ts'
import { AppError } from '../../errors.ts'
import type { Reader } from '../../store/store.ts'
import type { Call } from '../call.ts'
import { loadGlossary } from './glossaries.ts'
import type { GuidanceTarget } from './guidance-target.ts'

/** @throws AppError `forbidden` for a program where the glossary, or that of its account, takes terms from people alone. */
export async function assertMaySaveTerms(
  { ownerId, account, name }: GuidanceTarget,
  { principal, read }: Pick<Call, 'principal'> & { readonly read: Reader },
): Promise<void> {
  if (isInteractive(principal)) return
  const own = await loadGlossary(ownerId, account.id, read)
  const base = await loadGlossary(account.id, undefined, read)
  if (own.policy.agents_save && base.policy.agents_save) return
  const whose = base.policy.agents_save ? name : account.handle
  throw new AppError('forbidden', `The glossary of ${whose} takes terms from people only (agents_save is off).`, {
    fix: 'Propose the terms to a person who may save them in the browser, or have the owner switch agents_save on with update_glossary_policy.',
  })
}
