import { isSameTerm, type TermChange } from '../../l10n/glossary/change-terms.ts'
import { ChangeSizeLimit, changeBytes, MAX_CHANGED_BYTES, orderedTerm } from '../../l10n/glossary/merge-term.ts'
import { type Term, termKey } from '../../l10n/glossary/term.ts'
import { compoundKey } from '../../store/records/define.ts'
import { textSize } from '../../store/records/sizes.ts'
import type { Reader } from '../../store/store.ts'
import type { GuidanceTarget } from '../guidance/target.ts'
import { versionsAfter } from '../guidance/versions.ts'
import type { ReadDeps, WriteContext } from '../pipeline/call.ts'
import { requestRecheck } from '../recheck/requests.ts'
import { getOrigin } from '../translations/origin.ts'
import { loadGlossary, type StoredTerm } from './load.ts'

/** Finds the stored term of a key, case-insensitive. */
export const findTerm = (ownerId: string, term: string, read: Reader): Promise<StoredTerm | undefined> =>
  read.glossary_terms.by('term', compoundKey(ownerId, term.toLowerCase()))

export const countChanges = (changes: readonly TermChange[]) => ({
  added: changes.filter(({ before }) => before === null).length,
  changed: changes.filter(({ before, after }) => before !== null && after !== null).length,
  removed: changes.filter(({ after }) => after === null).length,
})

/**
 * Writes the next version of a glossary and returns its number.
 * @throws AppError `quota_exceeded`.
 */
export async function saveTermChanges(
  { ownerId, account, project }: GuidanceTarget,
  changes: readonly TermChange[],
  note: string | undefined,
  context: WriteContext,
): Promise<number> {
  const { tx, services, computed, claimQuota } = context
  const at = services.now().toISOString()
  const before = await loadGlossary(ownerId, account.id, tx)
  const version = before.version + 1
  const pace = computed.pace()
  let size = textSize(note ?? '')
  for (const change of changes) {
    if (pace.shouldYield) await pace.yieldNow()
    size += JSON.stringify(change).length
  }
  const bytesBefore = await tx.glossary_terms.sum('owner', ownerId, 'bytes')
  const kept = await tx.glossaries.get(ownerId)
  const history = (kept?.history ?? 0) + size
  const record = { id: ownerId, version, policy: before.policy, history, updated_at: at }
  if (kept === undefined) await tx.glossaries.insert(record)
  else await tx.glossaries.put(record)
  for (const { before: old, after } of changes) {
    if (pace.shouldYield) await pace.yieldNow()
    const stored = await findTerm(ownerId, (after ?? old)?.term ?? '', tx)
    if (after === null) {
      if (stored !== undefined) await tx.glossary_terms.remove(stored.id)
    } else {
      const term = { id: stored?.id ?? services.newId(), owner_id: ownerId, ...after, version }
      if (stored === undefined) await tx.glossary_terms.insert(term)
      else await tx.glossary_terms.put(term)
    }
  }
  const bytes = (await tx.glossary_terms.sum('owner', ownerId, 'bytes')) - bytesBefore
  await claimQuota(account, { used: { bytes, history: size } }, true)
  await requestRecheck(
    { owner: project === undefined ? 'account' : 'project', owner_id: ownerId },
    { kind: 'terms', glossary_id: ownerId, since: version },
    tx,
    services,
  )
  await tx.glossary_versions.append({
    id: services.newId(),
    owner_id: ownerId,
    version,
    changes,
    ...(note !== undefined && { note }),
    origin: getOrigin(context),
    at,
  })
  return version
}

/** Maximum versions that are searched for changes; fewer if they changed many large terms. */
const MAX_VERSIONS_READ = 100

/** The terms that changed after a version, newest change first, each once; `more` if some versions were not searched. */
export async function listChangedTerms(
  ownerId: string,
  version: number,
  read: Reader,
): Promise<{ readonly terms: readonly string[]; readonly more: boolean }> {
  const names = new Map<string, string>()
  let looked = 0
  let bytes = 0
  for await (const { changes } of versionsAfter(read.glossary_versions, ownerId, version)) {
    if (looked === MAX_VERSIONS_READ || bytes > MAX_CHANGED_BYTES) return { terms: [...names.values()], more: true }
    looked += 1
    bytes += changeBytes(changes)
    for (const { before, after } of changes) {
      const term = after ?? before
      if (term !== null && !names.has(termKey(term))) names.set(termKey(term), term.term)
    }
  }
  return { terms: [...names.values()], more: false }
}

/**
 * The changes that lead from the current terms back to an old version, read from the newest version backwards.
 * @throws AppError `too_large`.
 */
export async function getRestoreChanges(
  ownerId: string,
  version: number,
  { read, computed }: ReadDeps,
): Promise<readonly TermChange[]> {
  const then = new Map<string, Term | null>()
  const fix = 'Restore a version between that one and the present one first.'
  const [held, changed] = [new ChangeSizeLimit(fix), new ChangeSizeLimit(fix)]
  const pace = computed.pace()
  for await (const { changes } of versionsAfter(read.glossary_versions, ownerId, version)) {
    // Older versions follow, so the last value of a term is the one right after the wanted version.
    for (const { before, after } of changes) {
      const term = before ?? after
      if (term === null) continue
      const name = termKey(term)
      held.subtract(then.get(name) ?? null)
      held.add(before)
      then.set(name, before)
      if (pace.shouldYield) await pace.yieldNow()
    }
  }
  const steps: TermChange[] = []
  for (const [name, after] of then) {
    const stored = await findTerm(ownerId, name, read)
    const before = stored === undefined ? null : orderedTerm(stored)
    if (!isSameTerm(before, after)) {
      changed.add(before, after)
      steps.push({ before, after })
    }
    if (pace.shouldYield) await pace.yieldNow()
  }
  return steps
}
