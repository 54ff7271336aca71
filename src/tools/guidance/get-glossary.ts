import { z } from 'zod'
import { resolveTerms } from '../../l10n/glossary/resolve-terms.ts'
import { type Term, termKey } from '../../l10n/glossary/term.ts'
import { termInLocale } from '../../l10n/glossary/term-book.ts'
import { canonicalLocale } from '../../l10n/locales.ts'
import { Pace } from '../../pace.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { pageInput, pageOutput } from '../shapes.ts'
import { readTool } from '../tool.ts'
import { glossaryOf, termsOf } from './glossaries.ts'
import { PolicyView, TermView, viewTerm } from './glossary-shape.ts'
import { guidanceRoutes, guidanceTarget, TargetName } from './guidance-target.ts'
import { newestVersions, VersionView } from './versions.ts'
import { withheldBecause, writingStep } from './withheld.ts'

/** The terms of an account, or those that hold for a project. */
export const getGlossary = readTool({
  name: 'get_glossary',
  title: 'Get the glossary',
  description:
    'Terms with their translations: of a project its own and those of its account (from names it). q searches terms and translations; locale gives that language only.',
  scope: 'glossary:read',
  toolset: 'core',
  rest: guidanceRoutes('GET', 'glossary'),
  input: z.object({
    target: TargetName,
    q: z.string().max(200).optional(),
    locale: z.string().optional(),
    ...pageInput,
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
  handler: async (input, { read, principal, resource: { target, account, project, ownerId, name } }) => {
    const locale = input.locale === undefined ? undefined : canonicalLocale(input.locale)
    const query = ['get_glossary', ownerId, input.q, locale]
    const from = input.cursor === undefined ? undefined : decodeCursor(query, input.cursor)['after']
    const base = await termsOf(account.id, read)
    const own = project === undefined ? [] : await termsOf(project.id, read)
    const fitting = await fittingTerms(resolveTerms(base, own), input.q)
    const rest = from === undefined ? fitting : fitting.filter(term => termKey(term) > from)
    const terms = rest.slice(0, input.limit)
    const last = terms.at(-1)
    const isFirst = from === undefined
    const { version, policy } = await glossaryOf(ownerId, account.id, read)
    const versions = isFirst ? await newestVersions(read.glossary_versions, ownerId, read) : []
    const inherited = project === undefined ? undefined : await glossaryOf(account.id, undefined, read)
    const noWriting = await withheldBecause('glossary:write', target, { principal, read })
    return {
      target: name,
      version,
      ...(inherited !== undefined && inherited.version > 0 && { account_version: inherited.version }),
      total: fitting.length,
      terms: terms.map(term => {
        const isInherited = project !== undefined && term.owner_id === account.id
        return viewTerm(term, translationsOf(term, locale), isInherited ? account.handle : undefined)
      }),
      ...(isFirst && { policy: { ...policy } }),
      ...(versions.length > 0 && { versions }),
      ...(rest.length > terms.length &&
        last !== undefined && { next_cursor: encodeCursor(query, { after: termKey(last) }) }),
      next: writingStep(`save_glossary with base_version ${version} changes it.`, noWriting),
    }
  },
})

function translationsOf(term: Term, locale: string | undefined): Term['translations'] {
  if (locale === undefined) return term.translations
  const own = termInLocale(term, locale)
  return Object.keys(own).length === 0 ? {} : { [locale]: own }
}

/** Terms may be ten thousand, each with words of two hundred languages. */
async function fittingTerms<T extends Term>(terms: readonly T[], q: string | undefined): Promise<readonly T[]> {
  const pace = new Pace()
  const fitting: T[] = []
  for (const term of terms) {
    if (holds(term, q)) fitting.push(term)
    if (pace.isDue) await pace.rest()
  }
  return fitting
}

/** Whether a term, or a word of it in some locale, holds what is looked for, in whatever case. */
function holds({ term, translations }: Term, q: string | undefined): boolean {
  const wanted = q?.trim().toLowerCase() ?? ''
  if (wanted === '' || term.toLowerCase().includes(wanted)) return true
  return Object.values(translations).some(({ translation = '', variants = [] }) =>
    [translation, ...variants].some(word => word.toLowerCase().includes(wanted)),
  )
}
