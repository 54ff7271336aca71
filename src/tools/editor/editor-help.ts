import { z } from 'zod'
import { longestMatches } from '../../l10n/glossary/phrase-index.ts'
import { type TermBook, type TermWithLevels, termInLocale } from '../../l10n/glossary/term-book.ts'
import { ENTRY_FAMILIES } from '../../l10n/message/families.ts'
import type { Syntax } from '../../l10n/message/message.ts'
import { findWordSpans, ParsedMessage } from '../../l10n/message/parsed-text.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { toTextFields } from '../entries/row.ts'
import { loadTermBook } from '../glossary/load.ts'
import { mayReadTerms } from '../glossary/redact-findings.ts'
import { EXACT, type MemoryHit, MemorySearch } from '../memory/memory-search.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BranchName, getBranch } from '../projects/branches.ts'
import { targetLocale } from '../projects/locales.ts'
import { ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { isPublicReader } from '../translations/actors.ts'
import { CheckRulesReader } from '../translations/check-rules.ts'
import { findFallbackText } from '../translations/fallback-text.ts'
import { findEntryById } from '../translations/find-entry.ts'

const MAX_TERMS = 20
/** Translations that are shown. */
const MAX_MEMORY = 5

const Term = z.object({
  term: z.string(),
  /** The term as the source string has it, such as its plural. */
  found: z.array(z.string()),
  kind: z.enum(['normal', 'do_not_translate', 'forbidden']),
  translation: z.string().optional(),
  variants: z.array(z.string()).optional(),
  forbidden: z.array(z.string()).optional(),
  note: z.string().optional(),
})

const Memory = z.object({
  project: z.string(),
  id: z.string(),
  key: z.string(),
  state: z.enum(['translated', 'approved']),
  text: z.string().optional(),
  forms: z.record(z.string(), z.string()).optional(),
})

const Fallback = z.object({
  locale: z.string(),
  text: z.string().optional(),
  forms: z.record(z.string(), z.string()).optional(),
})

/** What helps to translate a string: the placeholder families of its file, its translation into a fallback, the terms in its source, and the translations of the same source elsewhere in the account. For pages only. */
export const editorHelp = readTool({
  name: 'editor_help',
  title: 'Get help for a string',
  description: 'Terms in the source string, and translations of the same source string.',
  scope: 'project:read',
  toolset: 'core',
  rest: [],
  input: z.object({ project: ProjectName, branch: BranchName.optional(), locale: Locale, id: z.string().max(40) }),
  output: z.object({
    families: z.array(z.enum(ENTRY_FAMILIES)),
    fallback: Fallback.optional(),
    terms: z.array(Term),
    memory: z.array(Memory),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async (input, call) => {
    const { read, computed, resource, principal } = call
    const { project, target, account } = resource
    const branch = getBranch(project, input.branch)
    const locale = targetLocale(project, input.locale)
    const found = await findEntryById(project, branch, input.id, read)
    if (found === undefined) return { families: [], terms: [], memory: [] }
    const { entry, line = entry } = found
    const source = getSource(entry, line.src)
    const book = (await mayReadTerms(target, call)) ? await loadTermBook(project, read, computed) : undefined
    const parsed = new ParsedMessage(source, entry.syntax as Syntax, project.source_locale)
    const terms = book === undefined ? [] : [...findTerms(parsed, book)].slice(0, MAX_TERMS)
    const isOutsider = await isPublicReader(principal, target, read)
    const families = (await new CheckRulesReader(project, branch, read, computed).getFamilies(entry))?.families ?? []
    const search = new MemorySearch({ project, branch, isOutsider }, read)
    const sought = { entry, source, syntax: entry.syntax }
    const hits = (await search.search(sought, [locale], { minScore: EXACT, limit: MAX_MEMORY })).get(locale) ?? []
    const memory = await Promise.all(hits.map(hit => describeHit(hit, account.handle, read)))
    const fallback = await findFallbackText(project, { entryId: entry.id, src: line.src, locale }, read)
    return {
      families: [...families],
      ...(fallback !== undefined && { fallback: { locale: fallback.locale, ...toTextFields(fallback.value) } }),
      terms: terms.map(([term, words]) => {
        const { translation, variants = [], forbidden = [], note } = termInLocale(term, locale)
        return {
          term: escapeInvisible(term.term),
          found: [...words].map(escapeInvisible),
          kind: term.kind,
          ...(translation !== undefined && { translation }),
          ...(variants.length > 0 && { variants: [...variants] }),
          ...(forbidden.length > 0 && { forbidden: [...forbidden] }),
          ...(note !== undefined && { note: escapeInvisible(note) }),
        }
      }),
      memory,
    }
  },
})

/** The terms in a source string, with the words that are them. */
function findTerms(source: ParsedMessage, book: TermBook): ReadonlyMap<TermWithLevels, ReadonlySet<string>> {
  const terms = new Map<TermWithLevels, Set<string>>()
  for (const [, text] of source.texts) {
    for (const { text: words } of findWordSpans(text)) {
      for (const { phrase, start, end } of longestMatches(book.sourcePhrases.find(words))) {
        const found = terms.get(phrase.term) ?? new Set<string>()
        terms.set(phrase.term, found.add(words.slice(start, end)))
      }
    }
  }
  return terms
}

/** A translation of the same source string elsewhere, as the page shows it. */
async function describeHit(
  { unit: { entry, imported, state, target } }: MemoryHit,
  account: string,
  read: Pick<Reader, 'projects'>,
): Promise<z.input<typeof Memory>> {
  const text = { state, ...toTextFields(target) }
  if (entry === undefined) {
    const key = imported?.key ?? imported?.file ?? 'TMX'
    return { project: account, id: imported?.id ?? '', key: escapeInvisible(key), ...text }
  }
  const project = await read.projects.get(entry.project_id)
  return { project: `${account}/${project?.slug ?? ''}`, id: entry.short, key: escapeInvisible(entry.key), ...text }
}
