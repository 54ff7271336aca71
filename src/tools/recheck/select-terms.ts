import { changeBytes, MAX_CHANGED_BYTES } from '../../l10n/glossary/merge-term.ts'
import type { Term } from '../../l10n/glossary/term.ts'
import { TermBook, type TermLevels } from '../../l10n/glossary/term-book.ts'
import type { Syntax } from '../../l10n/message/message.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { RecheckScope } from '../../store/records/rechecks.ts'
import type { Reader } from '../../store/store.ts'
import type { Computation } from '../../workers/computation.ts'
import { applyPolicy } from '../glossary/load.ts'
import { versionsAfter } from '../guidance/versions.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import type { StoredText } from './stored-text.ts'

type TermsScope = Extract<Frozen<RecheckScope>, { kind: 'terms' }>

/** Selects the translations that a request is about. */
export type SelectTexts = (texts: readonly StoredText[], computed: Computation) => Promise<readonly StoredText[]>

/** Versions of a glossary that are searched for changed terms; with more, every translation is checked. */
const MAX_VERSIONS = 100

/** The levels only matter to findings, not to the search. */
const ANY_LEVELS: TermLevels = { do_not_translate: 'error', forbidden_term: 'error' }

/** Selections that are kept at the same time. */
const MAX_KEPT = 4

/** The selections of requests in progress, so that the terms of one are indexed once and not for each page of strings. */
export class TermSelections {
  readonly #known = new Map<string, SelectTexts>()

  async get(scope: TermsScope, sourceLocale: string, { read, computed }: ReadDeps): Promise<SelectTexts> {
    const version = (await read.glossaries.get(scope.glossary_id))?.version
    const id = JSON.stringify([scope, sourceLocale, version])
    const selection = this.#known.get(id) ?? (await selectByTerms(scope, sourceLocale, read, computed))
    this.#known.delete(id)
    this.#known.set(id, selection)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MAX_KEPT && oldest !== undefined) this.#known.delete(oldest)
    return selection
  }
}

/** Selects translations whose source string has a changed term, or that have a word which a change forbids or allows. */
async function selectByTerms(
  { glossary_id, since }: TermsScope,
  sourceLocale: string,
  read: Reader,
  computed: Computation,
): Promise<SelectTexts> {
  const terms = await listChangedTerms(glossary_id, since, read)
  if (terms === undefined) return async texts => texts
  const pace = computed.pace()
  const toBook = async (some: readonly Term[]) =>
    pace.run(new TermBook(await pace.run(applyPolicy(some, ANY_LEVELS)), { sourceLocale }).buildIndex())
  const inSources = await toBook(terms)
  const inTargets = await toBook(terms.filter(({ kind }) => kind !== 'normal'))
  return async (texts, turn) => {
    const search = { sourceLocale, terms: inSources }
    const bySource = await turn.containTerms(
      texts.map(({ entry, source }) => ({ ...search, source, syntax: entry.syntax as Syntax })),
    )
    if (inTargets.terms.length === 0) return texts.filter((_, at) => bySource[at])
    const byTarget = await turn.containTerms(
      texts.map(({ entry, translation, text }) => ({
        source: text.value,
        syntax: entry.syntax as Syntax,
        sourceLocale: translation.locale,
        terms: inTargets,
      })),
    )
    return texts.filter((_, at) => bySource[at] || byTarget[at])
  }
}

/** Each changed term as it was and as it became; undefined if there are too many. */
async function listChangedTerms(
  glossaryId: string,
  since: number,
  read: Pick<Reader, 'glossary_versions'>,
): Promise<readonly Term[] | undefined> {
  const terms: Term[] = []
  let versions = 0
  let bytes = 0
  for await (const { changes } of versionsAfter(read.glossary_versions, glossaryId, since - 1)) {
    versions += 1
    bytes += changeBytes(changes)
    if (versions > MAX_VERSIONS || bytes > MAX_CHANGED_BYTES) return undefined
    for (const { before, after } of changes) {
      if (before !== null) terms.push(before)
      if (after !== null) terms.push(after)
    }
  }
  return terms
}
