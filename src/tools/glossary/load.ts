import { resolveTerms, withFallbackTerms } from '../../l10n/glossary/resolve-terms.ts'
import type { Term } from '../../l10n/glossary/term.ts'
import { TermBook, type TermLevels, type TermWithLevels } from '../../l10n/glossary/term-book.ts'
import type { Fallbacks } from '../../l10n/locales/fallback-chain.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { GlossaryRecord, GlossaryTermRecord } from '../../store/records/guidance.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { Computation } from '../../workers/computation.ts'
import { VersionedCache } from '../guidance/versioned-cache.ts'

type Policy = Frozen<GlossaryRecord['policy']>
export type StoredTerm = Frozen<GlossaryTermRecord>

const DEFAULT_POLICY: Policy = { agents_save: true, do_not_translate: 'error', forbidden_term: 'error' }

/** The glossary of an account or project; without a policy of its own it has that of `inherited`. */
export async function loadGlossary(
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
export const listTerms = (ownerId: string, read: Reader): Promise<readonly StoredTerm[]> =>
  read.glossary_terms.list('owner', ownerId)

type ProjectKey = Pick<Frozen<ProjectRecord>, 'id' | 'account_id' | 'source_locale' | 'fallbacks'>

/** Limit of all cached books, in bytes: the terms as the store counts them, and the index of each. */
const MAX_CACHE_BYTES = 128 * 1024 * 1024
const INDEX_BYTES = 3000

/** IDs are unique across stores, so one cache serves all. */
const termBookCache = new VersionedCache<TermBook>(MAX_CACHE_BYTES)

/**
 * The terms that apply to a project, indexed for searching its strings; undefined when there are none. A book is built on the first request for these
 * versions of the glossaries; its CPU time is charged to `computed`.
 */
export async function loadTermBook(
  project: ProjectKey,
  read: Reader,
  computed: Pick<Computation, 'pace'>,
): Promise<TermBook | undefined> {
  const owners = [project.account_id, project.id]
  const counts = await Promise.all(owners.map(id => read.glossary_terms.count('owner', id)))
  if (counts.every(count => count === 0)) return undefined
  const { id } = await loadPolicies(project, read)
  return termBookCache.get(id, async () => {
    const { id: own, levels, account, terms, sizes } = await loadConsistent(project, read)
    const pace = computed.pace()
    const book = await pace.run(buildTermBook({ account, project: terms }, levels, { id: own, of: project }))
    const bytes = sizes.reduce((sum, size) => sum + size, book.terms.length * INDEX_BYTES)
    return { value: book, id: own, bytes }
  })
}

/** Reads the terms and their versions until no other call, or other process, saved terms in between. */
async function loadConsistent(project: ProjectKey, read: Reader) {
  const owners = [project.account_id, project.id]
  for (let before = await loadPolicies(project, read); ; ) {
    const [account = [], terms = []] = await Promise.all(owners.map(owner => listTerms(owner, read)))
    const sizes = await Promise.all(owners.map(owner => read.glossary_terms.sum('owner', owner, 'bytes')))
    const after = await loadPolicies(project, read)
    if (after.id === before.id) return { ...after, account, terms, sizes }
    before = after
  }
}

interface GlossaryLevels {
  readonly account: TermLevels
  readonly project: TermLevels
}

/** The policies of both glossaries, and an ID of their versions. */
async function loadPolicies({ id, account_id, source_locale, fallbacks }: ProjectKey, read: Reader) {
  const [base, own] = await Promise.all([read.glossaries.get(account_id), read.glossaries.get(id)])
  const account = base?.policy ?? DEFAULT_POLICY
  const project = own?.policy ?? account
  return {
    id: JSON.stringify([account_id, base?.version, account, id, own?.version, project, source_locale, fallbacks]),
    levels: { account, project },
  }
}

function* buildTermBook(
  { account, project }: { readonly account: readonly Term[]; readonly project: readonly Term[] },
  levels: GlossaryLevels,
  { id, of }: { readonly id: string; readonly of: Fallbacks },
): Generator<void, TermBook> {
  const base = yield* applyPolicy(account, levels.account)
  const own = yield* applyPolicy(project, levels.project)
  const terms = yield* withFallbackTerms(yield* resolveTerms(base, own), of)
  return yield* new TermBook(terms, { id, sourceLocale: of.source_locale }).buildIndex()
}

/** Attaches a policy to terms, in steps. */
export function* applyPolicy(terms: readonly Term[], levels: TermLevels): Generator<void, readonly TermWithLevels[]> {
  const ruled: TermWithLevels[] = []
  for (const term of terms) {
    ruled.push({ ...term, levels })
    yield
  }
  return ruled
}
