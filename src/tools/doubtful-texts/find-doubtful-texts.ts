import { isDeepStrictEqual } from 'node:util'
import type { Message } from '../../l10n/message/message.ts'
import { hadSource } from '../../l10n/translation/line.ts'
import { mainText, shownText } from '../../l10n/translation/shown-text.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import { readAhead } from '../../scheduling/read-ahead.ts'
import { eachRecord } from '../../store/each-record.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { Entry, Translation } from '../translations/records.ts'
import { fileOn } from '../translations/records.ts'
import { findSource } from '../translations/sources.ts'

/** A translation that a pull delivers, though nobody knows whether its source was ever one of this string. */
export interface DoubtfulText {
  readonly project: string
  readonly branch: string
  readonly file: string
  readonly key: string
  readonly locale: string
  /** The delivered translation, shortened. */
  readonly text: string
  /** The source of the string, shortened. */
  readonly source: string
  /** The source of the translation, shortened; absent if the store no longer has it. */
  readonly translated?: string
}

export interface DoubtfulTexts {
  readonly count: number
  /** Whether the search ended at its limit, so that there can be more. */
  readonly partial: boolean
  /** The projects that have any, most first. */
  readonly projects: readonly { readonly project: string; readonly count: number }[]
  readonly first: readonly DoubtfulText[]
}

interface SearchLimits {
  /** Maximum translations that are described. */
  readonly described: number
  /** Maximum records that are looked at. */
  readonly records?: number
}

/** Translations that are described in a short list, and in a whole one: some megabytes. */
export const DESCRIBED = 20
export const MAX_DESCRIBED = 100_000
const MAX_RECORDS = 500_000

/**
 * Finds the translations that are shown only because they and their strings are from before lines of sources were stored: their source is neither the
 * string's own, nor known as an earlier one. What the main branch shows alike is not listed again for another branch.
 */
export async function findDoubtfulTexts(read: Reader, limits: SearchLimits): Promise<DoubtfulTexts> {
  const search = new Search(read, limits)
  for await (const account of eachRecord(after => read.accounts.page('all', '', { limit: PAGE, after }))) {
    for await (const project of eachRecord(after =>
      read.projects.page('account', account.id, { limit: PAGE, after }),
    )) {
      await search.searchProject(`${account.handle}/${project.slug}`, project)
    }
  }
  return search.result()
}

const PAGE = 1_000
/** Files have contents of any length. */
const FILE_PAGE = 10

/** A string as a branch lists it. */
interface ListedString {
  readonly project: string
  readonly branch: string
  readonly key: string
  readonly entry: Entry
  readonly line: SourceLine
}

class Search {
  readonly #read: Reader
  readonly #limits: SearchLimits
  readonly #pace = new Pacer()
  readonly #counts = new Map<string, number>()
  readonly #first: DoubtfulText[] = []
  #left: number

  constructor(read: Reader, limits: SearchLimits) {
    this.#read = read
    this.#limits = limits
    this.#left = limits.records ?? MAX_RECORDS
  }

  async searchProject(name: string, project: Frozen<ProjectRecord>): Promise<void> {
    for (const locale of project.target_locales) await this.#searchMain(name, project, locale)
    for (const { name: branch } of project.branches) {
      if (branch !== project.main_branch) await this.#searchBranch(name, project, branch)
    }
  }

  result(): DoubtfulTexts {
    const projects = [...this.#counts].map(([project, count]) => ({ project, count }))
    return {
      count: projects.reduce((sum, { count }) => sum + count, 0),
      partial: this.#left <= 0,
      projects: projects.toSorted((a, b) => b.count - a.count),
      first: this.#first,
    }
  }

  /** Looks only at what the main branch shows as stale. */
  async #searchMain(name: string, { id, main_branch: branch }: Frozen<ProjectRecord>, locale: string): Promise<void> {
    const key = compoundKey(id, locale)
    const stale = eachRecord(after => this.#read.translations.page('stale', key, { limit: PAGE, after }))
    const find = (one: Translation) =>
      mainText(one)?.unlined === true ? this.#read.entries.get(one.entry_id) : Promise.resolve(undefined)
    for await (const [translation, entry] of readAhead(stale, find)) {
      if (!(await this.#mayLook())) return
      if (entry !== undefined)
        await this.#look({ project: name, branch, key: entry.key, entry, line: entry }, translation)
    }
  }

  async #searchBranch(name: string, project: Frozen<ProjectRecord>, branch: string): Promise<void> {
    const key = compoundKey(project.id, branch)
    const { entries, branch_files, translations } = this.#read
    for await (const { items } of eachRecord(after => branch_files.page('branch', key, { limit: FILE_PAGE, after }))) {
      const marked = items.filter(({ unlined }) => unlined === true)
      for await (const [item, entry] of readAhead(marked, ({ entry_id }) => entries.get(entry_id))) {
        if (!(await this.#mayLook())) return
        if (entry === undefined || (entry.listed && isSameLine(entry, item))) continue
        const find = (locale: string) => translations.by('unit', compoundKey(entry.id, locale))
        for await (const [, translation] of readAhead(project.target_locales, find)) {
          if (!(await this.#mayLook())) return
          if (translation !== undefined)
            await this.#look({ project: name, branch, key: item.key, entry, line: item }, translation)
        }
      }
    }
  }

  async #mayLook(): Promise<boolean> {
    if (this.#pace.shouldYield) await this.#pace.yieldNow()
    this.#left -= 1
    return this.#left > 0
  }

  async #look({ project, branch, key, entry, line }: ListedString, translation: Translation): Promise<void> {
    const { text } = shownText(translation, line)
    if (text === undefined || hadSource(line, text.src)) return
    this.#counts.set(project, (this.#counts.get(project) ?? 0) + 1)
    if (this.#first.length >= this.#limits.described) return
    const file = await this.#read.files.get(fileOn(entry, branch))
    const translated = await findSource(entry, text.src, this.#read)
    this.#first.push({
      project,
      branch,
      file: file?.path ?? '',
      key,
      locale: translation.locale,
      text: shorten(text.value),
      source: shorten((await findSource(entry, line.src, this.#read)) ?? entry.source),
      ...(translated !== undefined && { translated: shorten(translated) }),
    })
  }
}

const isSameLine = (one: SourceLine, other: SourceLine): boolean =>
  one.src === other.src && one.unlined === other.unlined && isDeepStrictEqual(one.earlier, other.earlier)

const MAX_SHOWN = 60

/** One line of a message, in its most general form. */
function shorten(message: Frozen<Message>): string {
  const whole = typeof message === 'string' ? message : (message['other'] ?? Object.values(message)[0] ?? '')
  const line = whole
    .slice(0, 2 * MAX_SHOWN)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
