import { z } from 'zod'
import { resolveTerms } from '../../l10n/glossary/resolve-terms.ts'
import { type Term, termKey } from '../../l10n/glossary/term.ts'
import { termInLocale } from '../../l10n/glossary/term-book.ts'
import { findTermsKeeper } from '../authority/glossary-terms.ts'
import { guidanceTarget, TargetName } from '../guidance/target.ts'
import { listNewestVersions, VersionView } from '../guidance/versions.ts'
import { findWithheldReason, formatWriteStep } from '../guidance/withheld.ts'
import { ofTarget, readTool } from '../pipeline/define-tool.ts'
import { jsonByteLength } from '../pipeline/json-byte-length.ts'
import { decodeCursor, encodeCursor } from '../pipeline/paging.ts'
import { pageInput, pageOutput } from '../schemas/fields.ts'
import { canonicalLocale, Locale } from '../schemas/locale.ts'
import { listTerms, loadGlossary, type StoredTerm } from './load.ts'
import { PolicyView, TermView, toTermView } from './term-schemas.ts'

/** Bytes kept free for field names and the end of the answer. */
const RESERVED_BYTES = 200

/** Lists the terms of an account, or the terms that apply to a project (its own and its account's). */
export const getGlossary = readTool({
  name: 'get_glossary',
  title: 'Get glossary',
  description:
    "Terms and their translations; a project includes its account's terms (from). q searches both; locale limits translations.",
  scope: 'glossary:read',
  toolset: 'core',
  rest: ofTarget('GET', '/glossary'),
  input: z.object({
    target: TargetName,
    q: z.string().min(1).max(200).optional(),
    locale: Locale.optional(),
    ...pageInput,
    max_bytes: z.number().int().min(2000).max(60_000).default(16_000),
  }),
  output: z.object({
    target: z.string(),
    version: z.number().int(),
    account_version: z.number().int().optional(),
    total: z.number().int(),
    terms: z.array(TermView),
    policy: PolicyView.optional(),
    versions: z.array(VersionView).optional(),
    ...pageOutput,
    next: z.string(),
  }),
  resource: ({ target }, call) => guidanceTarget(target, call),
  handler: async (input, { read, computed, principal, resource }) => {
    const { target, account, project, ownerId, name } = resource
    const locale = input.locale === undefined ? undefined : canonicalLocale('locale', input.locale)
    const query = ['get_glossary', ownerId, input.q, locale]
    const from = input.cursor === undefined ? undefined : decodeCursor(query, input.cursor)['after']
    const base = await listTerms(account.id, read)
    const own = project === undefined ? [] : await listTerms(project.id, read)
    const { total, terms: rest } = await computed.pace().run(findMatchingTerms(base, own, { q: input.q, from }))
    const isFirst = from === undefined
    const { version, policy } = await loadGlossary(ownerId, account.id, read)
    // Versions may take a quarter of the answer.
    const versions = isFirst
      ? await listNewestVersions('glossary', { ownerId, version, room: input.max_bytes / 4 }, read)
      : []
    const inherited = project === undefined ? undefined : await loadGlossary(account.id, undefined, read)
    const keeper = await findTermsKeeper(resource, { principal, read })
    const noWriting =
      (await findWithheldReason('glossary:write', target, { principal, read })) ??
      (keeper === undefined ? undefined : `agents_save of ${keeper} is off`)
    const frame = {
      target: name,
      version,
      ...(inherited !== undefined && inherited.version > 0 && { account_version: inherited.version }),
      total,
      ...(isFirst && { policy: { ...policy } }),
      ...(versions.length > 0 && { versions: [...versions] }),
      next: formatWriteStep(`To change terms, call save_glossary with base_version ${version}.`, noWriting),
    }
    const cursorBehind = (term: Term): string => encodeCursor(query, { after: termKey(term) })
    const terms: z.input<typeof TermView>[] = []
    let room = input.max_bytes - RESERVED_BYTES - jsonByteLength(frame)
    for (const [at, term] of rest.slice(0, input.limit).entries()) {
      const isInherited = project !== undefined && term.owner_id === account.id
      const row = toTermView(term, pickTranslations(term, locale), isInherited ? account.handle : undefined)
      room -= jsonByteLength(row) + 1
      // The cursor names the last term of the page before.
      if (at > 0 && room < jsonByteLength(cursorBehind(term))) break
      terms.push(row)
    }
    const last = rest[terms.length - 1]
    return {
      ...frame,
      terms,
      ...(rest.length > terms.length && last !== undefined && { next_cursor: cursorBehind(last) }),
    }
  },
})

function pickTranslations(term: Term, locale: string | undefined): Term['translations'] {
  if (locale === undefined) return term.translations
  const own = termInLocale(term, locale)
  return Object.keys(own).length === 0 ? {} : { [locale]: own }
}

interface TermQuery {
  readonly q: string | undefined
  /** Key of the last term of the page before. */
  readonly from: string | undefined
}

/** Searches the terms in steps; returns the count and the matches of this page and after it. */
function* findMatchingTerms(
  account: readonly StoredTerm[],
  project: readonly StoredTerm[],
  { q, from }: TermQuery,
): Generator<void, { readonly total: number; readonly terms: readonly StoredTerm[] }> {
  const wanted = q?.trim().toLowerCase() ?? ''
  const terms: StoredTerm[] = []
  let total = 0
  for (const term of yield* resolveTerms(account, project)) {
    if (yield* matchesTerm(term, wanted)) {
      total += 1
      if (from === undefined || termKey(term) > from) terms.push(term)
    }
    yield
  }
  return { total, terms }
}

/** Whether a term, or one of its words in some locale, contains the query, case-insensitively; one step per locale. */
function* matchesTerm({ term, translations }: Term, wanted: string): Generator<void, boolean> {
  if (wanted === '' || term.toLowerCase().includes(wanted)) return true
  for (const { translation = '', variants = [] } of Object.values(translations)) {
    if ([translation, ...variants].some(word => word.toLowerCase().includes(wanted))) return true
    yield
  }
  return false
}
