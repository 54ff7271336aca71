import { AppError } from '../../errors.ts'
import type { CheckInput } from '../../l10n/checks/check.ts'
import { CHECK_IDS } from '../../l10n/checks/registry.ts'
import { getFormatRules, isErrorMessage } from '../../l10n/formats/check-rules.ts'
import { formatById } from '../../l10n/formats/registry.ts'
import type { TermBook } from '../../l10n/glossary/term-book.ts'
import { getOrAdd } from '../../l10n/groups.ts'
import { type FileFamilies, getEntryFamilies, readFamilies } from '../../l10n/message/families.ts'
import { type Message, type Syntax, sameMessage } from '../../l10n/message/message.ts'
import { currentIgnores, findOpen } from '../../l10n/translation/findings.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { FileRecord, ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { echo, escapeInvisible } from '../../text/escape.ts'
import type { CheckRequest, Computation } from '../../workers/computation.ts'
import { findClosestName } from '../closest-name.ts'
import { loadTermBook } from '../glossary/load.ts'
import { findEqualTexts } from './equal-texts.ts'
import { findFallbackText } from './fallback-text.ts'
import { type Entry, fileOn, type Translation } from './records.ts'

/** The rules that checks apply to a string in a locale. */
export type CheckRules = Omit<CheckInput, 'source' | 'target'>

/** A text for an entry, and the source to check it against. */
export interface TextToCheck {
  readonly entry: Entry
  readonly line: SourceLine
  readonly value: Frozen<Message>
}

/** Creates the check of a submitted text, with repairs. */
export const toCheckRequest = ({ entry, line, value }: TextToCheck, rules: CheckRules): CheckRequest => ({
  ...rules,
  source: getSource(entry, line.src),
  target: value,
  name: escapeInvisible(entry.key),
})

/** Creates the check of a stored text, without repairs. */
export const toRecheckRequest = (fitting: TextToCheck, rules: CheckRules): CheckRequest => ({
  ...toCheckRequest(fitting, rules),
  asIs: true,
})

/** The fields of an entry that determine its rules. */
type Ruled = Pick<Entry, 'syntax' | 'max_length' | 'file_id' | 'do_not_translate'> &
  Partial<Pick<Entry, 'key' | 'tags' | 'places'>>

/** Reads the check rules for the texts of a call. Reads shared data only once. */
export class CheckRulesReader {
  readonly #project: Frozen<ProjectRecord>
  readonly #branch: string
  readonly #read: Reader
  readonly #withTerms: boolean
  readonly #computed: Pick<Computation, 'pace'>
  readonly #categories = new Map<string, Promise<readonly string[] | undefined>>()
  readonly #files = new Map<string, Promise<Frozen<FileRecord> | undefined>>()
  #terms: Promise<TermBook | undefined> | undefined

  /** Findings quote the glossary, so `withTerms` is false for readers who may not read it. */
  constructor(
    project: Frozen<ProjectRecord>,
    branch: string,
    read: Reader,
    computed: Pick<Computation, 'pace'>,
    withTerms = true,
  ) {
    this.#project = project
    this.#branch = branch
    this.#read = read
    this.#computed = computed
    this.#withTerms = withTerms
  }

  /** The rules of a text of an entry, which include the texts that checks compare it with. */
  async getTextRules(text: TextToCheck, locale: string): Promise<CheckRules> {
    const rules = await this.getRules(text.entry, locale)
    const unit = { entryId: text.entry.id, src: text.line.src, locale }
    const fallback = await findFallbackText(this.#project, unit, this.#read)
    return {
      ...rules,
      ...(await findEqualTexts(text, locale, this.#read)),
      ...(fallback !== undefined && sameMessage(fallback.value, text.value) && { equalsFallback: true }),
    }
  }

  /** The rules of all texts of an entry. */
  async getRules(entry: Ruled, locale: string): Promise<CheckRules> {
    const [terms, families, categories, ofFormat] = await Promise.all([
      this.#getTerms(),
      this.getFamilies(entry),
      this.getCategories(entry, locale),
      this.#getFormatRules(fileOn(entry, this.#branch)),
    ])
    return {
      sourceLocale: this.#project.source_locale,
      locale,
      syntax: entry.syntax as Syntax,
      families,
      ...(entry.max_length !== undefined && { maxLength: entry.max_length }),
      categories,
      ...ofFormat,
      isTerm: entry.syntax === 'fluent' && entry.key?.startsWith('-') === true,
      isErrorMessage: isErrorMessage(entry.syntax as Syntax, entry.key),
      ordinal: entry.tags?.includes('ordinal') === true,
      terms,
      doNotTranslate: entry.do_not_translate,
      levels: this.#project.settings.levels,
    }
  }

  #getTerms(): Promise<TermBook | undefined> {
    this.#terms ??= this.#withTerms
      ? loadTermBook(this.#project, this.#read, this.#computed)
      : Promise.resolve(undefined)
    return this.#terms
  }

  /** Returns the placeholder families of an entry: those of its flags, else those of its file; undefined if they were not detected yet. */
  async getFamilies({
    tags = [],
    ...place
  }: Pick<Ruled, 'file_id' | 'places' | 'tags'>): Promise<FileFamilies | undefined> {
    const file = await this.#getFile(fileOn(place, this.#branch))
    return getEntryFamilies(tags, file && readFamilies(file.options, this.#project.settings.syntax !== undefined))
  }

  /** Returns the plural categories of the file of an entry in a locale; undefined if CLDR determines them. */
  getCategories(entry: Pick<Ruled, 'file_id' | 'places'>, locale: string): Promise<readonly string[] | undefined> {
    const fileId = fileOn(entry, this.#branch)
    return getOrAdd(this.#categories, compoundKey(fileId, locale), () => this.#readCategories(fileId, locale))
  }

  async #readCategories(fileId: string, locale: string): Promise<readonly string[] | undefined> {
    const file = await this.#getFile(fileId)
    const format = file === undefined ? undefined : formatById(file.format)
    if (format?.pluralCategories === undefined) return undefined
    const target =
      (await this.#read.target_files.by('place', compoundKey(fileId, this.#branch, locale))) ??
      (await this.#read.target_files.by('place', compoundKey(fileId, this.#project.main_branch, locale)))
    // A pull corrects the header of a file that was stored before headers were checked.
    const isWrong = target !== undefined && format.header?.findFault(target.content, locale) !== undefined
    return (isWrong ? undefined : target?.categories) ?? format.pluralCategories(locale, target?.content)
  }

  async #getFormatRules(fileId: string): Promise<ReturnType<typeof getFormatRules>> {
    const file = await this.#getFile(fileId)
    return getFormatRules(file && formatById(file.format))
  }

  #getFile(fileId: string): Promise<Frozen<FileRecord> | undefined> {
    return getOrAdd(this.#files, fileId, () => this.#read.files.get(fileId))
  }
}

/** The findings that a filter can name besides checks. */
const FINDING_GROUPS = ['any', 'error', 'warning', 'info'] as const

/** @throws AppError `invalid_input` with the list of checks. */
export function assertFinding(finding: string | undefined): void {
  const known: readonly string[] = [...FINDING_GROUPS, ...CHECK_IDS]
  if (finding === undefined || known.includes(finding)) return
  const close = findClosestName(finding, known)
  throw new AppError('invalid_input', `finding is "${echo(finding)}", which is no check.`, {
    fix: `${close === undefined ? '' : `Did you mean ${close}? `}Give one of ${known.join(', ')}.`,
  })
}

/** Whether the text that a branch shows has an open finding of a check or group. */
export function hasFinding(wanted: string, translation: Translation | undefined, line: SourceLine): boolean {
  const text = translation && shownText(translation, line).text
  if (translation === undefined || text === undefined) return false
  return findOpen(text.findings, currentIgnores(translation, line)).some(
    ({ id, level }) => wanted === 'any' || wanted === id || wanted === level,
  )
}
