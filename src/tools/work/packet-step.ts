import { formatWriteStep } from '../guidance/withheld.ts'

/** What the next step of a packet depends on. */
interface PacketFacts {
  readonly count: number
  readonly left: number
  /** The name of the project, followed by the branch. */
  readonly project: string
  readonly locales: readonly string[]
  readonly isPushed: boolean
  readonly isFiltered: boolean
  /** Whether the listing goes on behind a cursor. */
  readonly hasMore: boolean
  /** Whether the call had a cursor. */
  readonly isContinued: boolean
  /** Whether a row has a text that a submission replaces. */
  readonly hasTexts: boolean
  /** Whether a row is a single word without a note. */
  readonly isAmbiguous: boolean
  readonly noWriting: string | undefined
}

/** Returns what to do after reading a packet. */
export function nextPacketStep(facts: PacketFacts): string {
  const { count, left, project, locales, isPushed, isFiltered, hasMore, isContinued, hasTexts, noWriting } = facts
  const note = facts.isAmbiguous && noWriting === undefined ? ` ${NOTE_REQUEST}` : ''
  if (!isPushed) {
    return `Nothing was pushed yet. ${formatWriteStep(`Send the source files with push_source, project ${project}.`, noWriting)}`
  }
  if (count === 0 && hasMore) return 'No match so far. To search on, repeat with cursor = next_cursor.'
  if (count === 0 && isContinued && left > 0) {
    return 'Nothing is left behind this cursor. Call get_work without cursor to start again.'
  }
  if (count === 0 && left > 0)
    return `No string matches the filters. get_work without them gives the ${left} that are left.`
  if (count === 0) {
    return `${isFiltered ? 'No string matches the filters, and nothing' : 'Nothing'} is left here; pull_translations of ${project} gives the files.`
  }
  const rev = hasTexts ? ', rev' : ''
  const submit =
    locales.length === 1
      ? `submit_translations with project ${project}, locale ${locales[0]} and items [{id, src, text${rev}}].`
      : `submit_translations with project ${project} and items [{id, src, texts: {"${locales[0]}": "..."}${rev}}].`
  return `${formatWriteStep(submit, noWriting)}${note}`
}

const NOTE_REQUEST = 'Single words can be ambiguous: add what the code shows with annotate_entry {id, note}.'
