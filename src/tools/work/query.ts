import type { Message } from '../../l10n/message/message.ts'
import { findOpenRequest } from '../../l10n/translation/request.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { needsWork } from '../../l10n/translation/staleness.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { isOutdatedVoice } from '../../l10n/voice/stamp.ts'
import type { Position, Share } from '../../l10n/work/candidates.ts'
import { hasPlurals } from '../../l10n/work/packet-rows.ts'
import type { Frozen } from '../../store/frozen.ts'
import { hasFinding } from '../translations/check-rules.ts'
import type { EntryName, FoundEntry } from '../translations/find-entry.ts'
import type { Entry, Project, Translation } from '../translations/records.ts'
import type { LeaseView } from './leases.ts'
import type { PacketRepetitions } from './repetitions/find-repetitions.ts'

/** An entry of a branch, with its source there. */
export type NamedEntry = Exclude<FoundEntry, { code: string }>

/** A source string, and its selected translations. */
export interface Candidate {
  readonly entry: Entry
  /** The key in the branch. */
  readonly key: string
  readonly file: string
  readonly line: SourceLine
  readonly translations: readonly Translation[]
}

/** The next strings of a packet, and the position after them. */
export interface Candidates {
  readonly items: readonly Candidate[]
  /** Counts what is left, including these. */
  readonly countLeft: () => Promise<LeftCounts>
  /** Whether more strings follow the items, or may follow because the search stopped. */
  readonly more: boolean
  /** Returns the position after the first `count` items; after all of them, also after the strings that were searched without a match. */
  readonly after: (count: number) => Position
  /** Names of the query without a string. */
  readonly missing: readonly MissingName[]
}

export interface LeftCounts {
  /**
   * Number of translations that the query selects; if it selects strings by name alone, those of them that need work. Where no index has the number, those behind
   * the position of the query, as far as a call searches.
   */
  readonly left: number
  /** Number of translations that need work in the files of the query, whatever else it filters. */
  readonly unfiltered: number
}

export interface MissingName {
  readonly id?: string
  readonly key?: string
  readonly code: string
  readonly why: string
  readonly fix: string
}

/** The filters of a query. Without one, it selects all work. */
export interface WorkFilter {
  /** Strings by ID or key, whether they need work or not. */
  readonly names?: readonly EntryName[] | undefined
  /** A check ID, a level or `any`: translations with an open finding, whether they need work or not. */
  readonly finding?: string | undefined
  /** Occurs in the source string or the translation. */
  readonly text?: string | undefined
  /** Whether the source string has plural forms. */
  readonly plurals?: true | undefined
  /** Whether the translation was written under an earlier voice; selects it whether it needs work or not. */
  readonly outdated_voice?: true | undefined
}

export interface WorkQuery {
  readonly project: Project
  readonly branch: string
  readonly locales: readonly string[]
  /** Paths of source files; undefined for all. */
  readonly files: readonly string[] | undefined
  readonly filter: WorkFilter
  /** The stamp of the present voice by locale, if the filter needs it. */
  readonly stamps: ReadonlyMap<string, string>
  readonly leases: LeaseView
  /** The strings that others stand for; undefined if each has its own row. */
  readonly repetitions: PacketRepetitions | undefined
  readonly limit: number
  /** Undefined at the beginning. */
  readonly from: Position | undefined
}

/** Strings that one call searches at most where no index serves the filter. */
export const MAX_SEARCHED = 2_000

/** Returns whether a query selects a translation. Names are not compared: they are looked up. */
export function isSelected(
  { filter, stamps }: Pick<WorkQuery, 'filter' | 'stamps'>,
  translation: Translation,
  entry: Entry,
  line: SourceLine,
): boolean {
  const { names, finding, text: wanted, plurals, outdated_voice } = filter
  if (entry.do_not_translate) return false
  const isNeeded = (names ?? finding ?? outdated_voice) !== undefined
  if (!isNeeded && !needsWork(translation, entry, line)) return false
  if (plurals === true && !hasPlurals(getSource(entry, line.src))) return false
  const { text } = shownText(translation, line)
  if (finding !== undefined && !hasFinding(finding, translation, line)) return false
  if (outdated_voice === true && !isOutdatedVoice(text, stamps.get(translation.locale) ?? '')) return false
  return wanted === undefined || [getSource(entry, line.src), text?.value ?? ''].some(value => contains(value, wanted))
}

/** Returns whether a translation counts as left for a query: those that names alone select do until they need no work. */
export function isLeft(
  query: Pick<WorkQuery, 'filter' | 'stamps'>,
  translation: Translation,
  entry: Entry,
  line: SourceLine,
): boolean {
  if (!isSelected(query, translation, entry, line)) return false
  const { names, finding, outdated_voice } = query.filter
  return names === undefined || (finding ?? outdated_voice) !== undefined || needsWork(translation, entry, line)
}

/** Returns the part of the listing to which a translation belongs. Only the work of a reviewer's request that no other worker holds comes first. */
export function getShare(translation: Translation, line: SourceLine, leases: LeaseView): Share {
  const share = leases.getShare(translation)
  return share !== 'others' && !translation.locked && findOpenRequest(translation, line) !== undefined
    ? 'revise'
    : share
}

function contains(value: Frozen<Message>, wanted: string): boolean {
  const lower = wanted.toLowerCase()
  return (typeof value === 'string' ? [value] : Object.values(value)).some(text => text.toLowerCase().includes(lower))
}
