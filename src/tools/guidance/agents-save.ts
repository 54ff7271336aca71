import { isPerson } from '../../auth/principal.ts'
import { AppError } from '../../errors.ts'
import type { Reader } from '../../store/store.ts'
import type { Call } from '../call.ts'
import { glossaryOf } from './glossaries.ts'
import type { Owned } from './guidance-target.ts'

/** @throws AppError `forbidden` for a program where the glossary, or that of its account, takes terms from people alone. */
export async function requireAgentsSave(
  { ownerId, account, name }: Owned,
  { principal, read }: Pick<Call, 'principal'> & { readonly read: Reader },
): Promise<void> {
  if (isPerson(principal)) return
  const own = await glossaryOf(ownerId, account.id, read)
  const base = await glossaryOf(account.id, undefined, read)
  if (own.policy.agents_save && base.policy.agents_save) return
  const whose = base.policy.agents_save ? name : account.handle
  throw new AppError('forbidden', `The glossary of ${whose} takes terms from people only (agents_save is off).`, {
    fix: 'Propose the terms to a person who may save them in the browser, or have the owner switch agents_save on with update_glossary_policy.',
  })
}
