import { z } from 'zod'
import { resolveTerms } from '../../l10n/glossary/resolve-terms.ts'
import { type Term, termKey } from '../../l10n/glossary/term.ts'
import { termInLocale } from '../../l10n/glossary/term-book.ts'
import { guidanceRoutes, guidanceTarget, TargetName } from '../guidance/target.ts'
import { listNewestVersions, VersionView } from '../guidance/versions.ts'
import { findWithheldReason, formatWriteStep } from '../guidance/withheld.ts'
import { decodeCursor, encodeCursor } from '../pipeline/cursor.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { jsonByteLength } from '../pipeline/json-byte-length.ts'
import { pageInput, pageOutput } from '../schemas/fields.ts'
import { canonicalLocale, Locale } from '../schemas/locale.ts'
import { listTerms, loadGlossary, type StoredTerm } from './load.ts'
import { PolicyView, TermView, toTermView } from './term-schemas.ts'

/** For the names of fields and the end of the answer. */
const RESERVED_BYTES = 200

/** The terms of an account, or those that hold for a project. */
export const getGlossary = readTool({
  name: 'get_glossary',
  title: 'Get the glossary',
  description:
    "Terms and translations: of a project its own and its account's (from names it). q searches both; locale gives only that language.",
  scope: 'glossary:read',
  toolset: 'core',
  rest: guidanceRoutes('GET', 'glossary'),
  input: z.object({
    target: TargetName,
    q: z.string().max(200).optional(),
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
  structured: false,
  resource: ({ target }, call) => guidanceTarget(target, call),
  handler: async (input, { read, computed, principal, resource: { target, account, project, ownerId, name } }) => {
    const locale = input.locale === undefined ? undefined : canonicalLocale('locale', input.locale)
    const query = ['get_glossary', ownerId, input.q, locale]
    const from = input.cursor === undefined ? undefined : decodeCursor(query, input.cursor)['after']
    const base = await listTerms(account.id, read)
    const own = project === undefined ? [] : await listTerms(project.id, read)
    const { total, terms: rest } = await computed.pace().run(findMatchingTerms(base, own, { q: input.q, from }))
    const isFirst = from === undefined
    const { version, policy } = await loadGlossary(ownerId, account.id, read)
    // They may take a quarter of the answer.
    const versions = isFirst
      ? await listNewestVersions('glossary', { ownerId, version, room: input.max_bytes / 4 }, read)
      : []
    const inherited = project === undefined ? undefined : await loadGlossary(account.id, undefined, read)
    const noWriting = await findWithheldReason('glossary:write', target, { principal, read })
    const frame = {
      target: name,
      version,
      ...(inherited !== undefined && inherited.version > 0 && { account_version: inherited.version }),
      total,
      ...(isFirst && { policy: { ...policy } }),
      ...(versions.length > 0 && { versions: [...versions] }),
      next: formatWriteStep(`save_glossary with base_version ${version} changes it.`, noWriting),
    }
    const cursorBehind = (term: Term): string => encodeCursor(query, { after: termKey(term) })
    const terms: z.input<typeof TermView>[] = []
    let room = input.max_bytes - RESERVED_BYTES - jsonByteLength(frame)
    for (const [at, term] of rest.slice(0, input.limit).entries()) {
      const isInherited = project !== undefined && term.owner_id === account.id
      const row = toTermView(term, pickTranslations(term, locale), isInherited ? account.handle : undefined)
      room -= jsonByteLength(row) + 1
      // The cursor names the term behind which it goes on.
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
  /** The key behind which the page begins. */
  readonly from: string | undefined
}

/** The steps of finding the terms that hold what is looked for: how many there are, and those of the page and behind it. */
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

/** Whether a term, or a word of it in some locale, holds what is looked for, in whatever case; a step for each locale. */
function* matchesTerm({ term, translations }: Term, wanted: string): Generator<void, boolean> {
  if (wanted === '' || term.toLowerCase().includes(wanted)) return true
  for (const { translation = '', variants = [] } of Object.values(translations)) {
    if ([translation, ...variants].some(word => word.toLowerCase().includes(wanted))) return true
    yield
  }
  return false
}
