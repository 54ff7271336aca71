import { parseSource } from '../../l10n/checks/check-text.ts'
import { termKey } from '../../l10n/glossary/term.ts'
import { getOrAdd } from '../../l10n/groups.ts'
import { messageUnits, type Syntax } from '../../l10n/message/message.ts'
import { findPlaceholders } from '../../l10n/message/placeholders.ts'
import type { MustSeeFacts } from '../../l10n/reviews/must-see.ts'
import { findOverrides } from '../../l10n/reviews/override.ts'
import { currentIgnores, findIgnoredByAgents, findOpen } from '../../l10n/translation/findings.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Reader } from '../../store/store.ts'
import { loadTermBook } from '../glossary/load.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { CheckRulesReader } from '../translations/check-rules.ts'
import { fileOn, type Project } from '../translations/records.ts'
import type { Revision } from '../translations/text-history.ts'
import type { CollectedUnit } from './collect.ts'
import { findRefused, Objections } from './objections.ts'

/** Reads what decides whether translations must be read. Reads shared records once. */
export class FactsReader {
  readonly #project: Project
  readonly #branch: string
  readonly #deps: ReadDeps
  readonly #checker: CheckRulesReader
  readonly #places = new Map<string, Promise<FilePlaces>>()
  #objections: Promise<Objections> | undefined
  #terms: Promise<TermTimes> | undefined

  constructor(project: Project, branch: string, deps: ReadDeps) {
    this.#project = project
    this.#branch = branch
    this.#deps = deps
    this.#checker = new CheckRulesReader(project, branch, deps.read, deps.computed)
  }

  /** @param was the revision that the translation replaced */
  async getFacts(unit: CollectedUnit, was: Revision | undefined, isFirstInFile: boolean): Promise<MustSeeFacts> {
    const { entry, line, translation, text } = unit
    const source = getSource(entry, line.src)
    const families = await this.#checker.getFamilies(entry)
    const kept = findPlaceholders(source, entry.syntax as Syntax, families?.families)
    const tags = kept.filter(({ raw }) => raw.startsWith('<')).length
    const ignores = currentIgnores(translation, line)
    this.#objections ??= Objections.open({ project_id: this.#project.id }, this.#deps.read)
    const faults = await (await this.#objections).findFaults(unit)
    const requested = findRefused(unit)
    return {
      locale: translation.locale,
      findings: findOpen(text.findings, ignores),
      ...(requested !== undefined && { requested }),
      faults: faults.map(({ verdict, reason, comment }) => ({ isMajor: verdict === 'major', reason, comment })),
      ignored: findIgnoredByAgents(text.findings, ignores),
      overrides: findOverrides({ findings: text.findings, ignores }),
      ...(was !== undefined && {
        replaced: { isHuman: was.origin.kind === 'human', isApproved: was.state === 'approved' },
      }),
      isStale: staleReason(translation, entry, line) !== undefined,
      newTerms: was === undefined ? [] : await this.#findNewTerms(unit, was),
      lockedNeighbors: await this.#findLockedNeighbors(unit),
      pluralForms: countForms(text.value, entry.syntax),
      sourceLength: lengthOf(source),
      targetLength: lengthOf(text.value),
      tags,
      placeholders: kept.length - tags,
      isFirstInFile,
    }
  }

  /** Terms in the source that were saved after the translation before this one. */
  async #findNewTerms({ entry, line }: CollectedUnit, was: Revision): Promise<readonly string[]> {
    this.#terms ??= loadTermTimes(this.#project, this.#deps.read)
    const { times, newest } = await this.#terms
    if (newest <= was.at) return []
    const book = await loadTermBook(this.#project, this.#deps.read, this.#deps.computed)
    if (book === undefined) return []
    const source = parseSource({
      source: getSource(entry, line.src),
      syntax: entry.syntax as Syntax,
      sourceLocale: this.#project.source_locale,
    })
    return book
      .findIn(source)
      .filter(term => (times.get(termKey(term)) ?? '') > was.at)
      .map(({ term }) => term)
  }

  async #findLockedNeighbors({ entry, translation }: CollectedUnit): Promise<readonly string[]> {
    const file = fileOn(entry, this.#branch)
    const { items, at } = await getOrAdd(this.#places, file, () => this.#loadPlaces(file))
    const place = at.get(entry.id)
    if (place === undefined) return []
    const locked: string[] = []
    for (const item of [items[place - 1], items[place + 1]]) {
      if (item === undefined) continue
      const unit = compoundKey(item.entry_id, translation.locale)
      if ((await this.#deps.read.translations.by('unit', unit))?.locked === true) locked.push(item.key)
    }
    return locked
  }

  async #loadPlaces(file: string): Promise<FilePlaces> {
    const place = compoundKey(this.#project.id, this.#branch, file)
    const items = (await this.#deps.read.branch_files.by('place', place))?.items ?? []
    return { items, at: new Map(items.map(({ entry_id }, at) => [entry_id, at])) }
  }
}

interface FilePlaces {
  readonly items: readonly { readonly key: string; readonly entry_id: string }[]
  /** Entry → where it is in `items`. */
  readonly at: ReadonlyMap<string, number>
}

interface TermTimes {
  /** Term → when it was last saved. */
  readonly times: ReadonlyMap<string, string>
  readonly newest: string
}

/** Glossary versions that are searched for recent terms. */
const MAX_VERSIONS = 200

async function loadTermTimes({ id, account_id }: Project, read: Reader): Promise<TermTimes> {
  const times = new Map<string, string>()
  let newest = ''
  for (const owner of [account_id, id]) {
    const { items } = await read.glossary_versions.page('owner', owner, { limit: MAX_VERSIONS })
    for (const { changes, at } of items) {
      if (at > newest) newest = at
      for (const { after } of changes) {
        if (after !== null && at > (times.get(termKey(after)) ?? '')) times.set(termKey(after), at)
      }
    }
  }
  return { times, newest }
}

/** Plural forms of a translation, as fields or as branches of an ICU message. */
function countForms(value: CollectedUnit['text']['value'], syntax: string): number {
  if (typeof value !== 'string') return Object.keys(value).length
  if (syntax !== 'icu' || !ICU_PLURAL.test(value)) return 0
  return new Set(value.match(ICU_BRANCH)).size
}

const ICU_PLURAL = /,\s*(?:plural|selectordinal)\s*,/
const ICU_BRANCH = /(?:\b(?:zero|one|two|few|many|other)|=\d+)(?=\s*\{)/g

/** The length that readers see; of plural forms, the longest. */
const lengthOf = (value: CollectedUnit['text']['value']): number =>
  typeof value === 'string' ? messageUnits(value) : Math.max(0, ...Object.values(value).map(({ length }) => length))
