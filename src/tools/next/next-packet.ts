import { formatWriteStep } from '../guidance/withheld.ts'
import { nextStep, type Remaining } from './next-step.ts'

/** What the next step of a work packet depends on. */
export interface PacketFacts {
  readonly count: number
  /** What the filters select. */
  readonly left: number
  /** What needs work in the files of the call, whatever else it filters. */
  readonly unfiltered: number
  /** What is left in the locales, for an answer without rows. */
  readonly remaining: Remaining | undefined
  readonly project: string
  /** The page of the project, where users accept suggestions. */
  readonly page: string
  /** Suffix that keeps a next step on the branch. */
  readonly at: string
  readonly locales: readonly string[]
  readonly isPushed: boolean
  readonly isFiltered: boolean
  /** Whether the listing goes on behind a cursor. */
  readonly hasMore: boolean
  /** Whether the call had a cursor. */
  readonly isContinued: boolean
  /** Whether a row has a text that a submission replaces. */
  readonly hasTexts: boolean
  /** Whether a row has a text that a submission does not replace. */
  readonly hasKept: boolean
  /** When the last row is free again, if other workers hold all of them. */
  readonly heldUntil: string | undefined
  /** Whether a row has plural forms. */
  readonly hasForms: boolean
  /** Whether a row stands for further strings, without a translation or with one. */
  readonly repeats: 'open' | 'translated' | undefined
  /** Whether a row has the text of a file that conflicts. */
  readonly hasFileTexts: boolean
  /** Whether a row is a single word without a note. */
  readonly isAmbiguous: boolean
  readonly noWriting: string | undefined
}

/** Returns what to do after reading a packet. */
export function nextAfterPacket(facts: PacketFacts): string {
  const { project, at, locales, hasTexts, noWriting } = facts
  if (!facts.isPushed) return nextStep({ isPushed: false, project, noWriting })
  if (facts.count === 0) return nextWithoutRows(facts)
  const rev = hasTexts ? ', rev' : ''
  const [first = ''] = locales
  const submit =
    locales.length === 1
      ? `submit_translations with project ${project}${at}, locale ${first} and items [{id, src, text${rev}}].`
      : `submit_translations with project ${project}${at} and items [{id, src, texts: {"${first}": "..."}${rev}}].`
  const notes = noWriting === undefined ? listNotes(facts) : []
  return [formatWriteStep(submit, noWriting), ...notes].join(' ')
}

function nextWithoutRows(facts: PacketFacts): string {
  const { left, unfiltered, project, page, at, isFiltered, noWriting, hasMore, isContinued } = facts
  if (hasMore) return 'No match so far. To search on, repeat with cursor = next_cursor.'
  if (isContinued && left + unfiltered > 0) {
    return 'Nothing is left behind this cursor. Call get_work without cursor to start again.'
  }
  if (unfiltered > 0) {
    return `No string matches the filters. get_work without them gives the ${unfiltered} that are left.`
  }
  const next = nextStep({ project, page, at, noWriting, remaining: facts.remaining ?? { work: undefined } })
  return isFiltered ? `No string matches the filters. ${next}` : next
}

/** What the kinds of rows in the packet need. */
const listNotes = (facts: PacketFacts): readonly string[] => [
  ...(facts.hasForms ? [FORMS] : []),
  ...(facts.heldUntil === undefined ? [] : [describePending(facts.heldUntil)]),
  ...(facts.hasKept ? [describeKept(facts.page)] : []),
  ...(facts.repeats === undefined ? [] : [REPEATS[facts.repeats]]),
  ...(facts.hasFileTexts ? [FILE_TEXTS] : []),
  ...(facts.isAmbiguous ? [NOTE_REQUEST] : []),
]

const describePending = (until: string): string =>
  `Other workers hold all of these until ${until} at the latest: leave them, or send yours; whoever is second needs the new rev.`

const describeKept = (page: string): string =>
  `A text for a row with protected or locked becomes a suggestion, which a user accepts on ${page}.`

const REPEATS = {
  open: 'A row with also stands for that many further strings with the same source: send its also to translate them, too.',
  translated:
    'A row with also stands for that many further strings with the same source: send its also and also_rev to give them the same translation. elsewhere is what they have.',
}

const FORMS = 'For a row with forms, send forms in the place of its text.'

const FILE_TEXTS = 'in_file is what somebody wrote in the file meanwhile: use it where it fits.'

const NOTE_REQUEST = 'Single words can be ambiguous: add what the code shows with annotate_entry {id, note}.'
