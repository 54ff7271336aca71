import { resolveTerms } from '../../l10n/glossary/resolve-terms.ts'
import { type RuledTerm, TermBook } from '../../l10n/glossary/term-book.ts'
import type { GlossaryRecord, GlossaryTermRecord } from '../../store/records/guidance.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen, Reader } from '../../store/store.ts'

type Policy = Frozen<GlossaryRecord['policy']>
export type StoredTerm = Frozen<GlossaryTermRecord>

const DEFAULT_POLICY: Policy = { agents_save: true, do_not_translate: 'error', forbidden_term: 'error' }

/** The glossary of an account or project; `inherited` is whose policy it begins with. */
export async function glossaryOf(
  ownerId: string,
  inherited: string | undefined,
  read: Reader,
): Promise<Pick<Frozen<GlossaryRecord>, 'version' | 'policy'>> {
  const own = await read.glossaries.get(ownerId)
  if (own !== undefined) return own
  const base = inherited === undefined ? undefined : await read.glossaries.get(inherited)
  return { version: 0, policy: base?.policy ?? DEFAULT_POLICY }
}

/** The terms of one account or project, in the order of their keys. */
export const termsOf = (ownerId: string, read: Reader): Promise<readonly StoredTerm[]> =>
  read.glossary_terms.list('owner', ownerId)

/** The terms that hold for a project, each under the policy of its own glossary. */
export const ruledTerms = async (project: Owner, read: Reader): Promise<readonly RuledTerm[]> =>
  (await termBook(project, read))?.terms ?? []

type Owner = Pick<Frozen<ProjectRecord>, 'id' | 'account_id'>

/** The terms that hold for a project, ready for its texts; undefined when there is none. */
export async function termBook({ id, account_id }: Owner, read: Reader): Promise<TermBook | undefined> {
  const [account, project] = await Promise.all([termsOf(account_id, read), termsOf(id, read)])
  if (account.length + project.length === 0) return undefined
  const base = await glossaryOf(account_id, undefined, read)
  const own = await glossaryOf(id, account_id, read)
  const terms = resolveTerms(
    account.map(term => ({ ...term, levels: base.policy })),
    project.map(term => ({ ...term, levels: own.policy })),
  )
  return new TermBook(terms, JSON.stringify([account_id, base.version, base.policy, id, own.version, own.policy]))
}
