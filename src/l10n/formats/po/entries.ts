import { MAX_ENTRIES, SPLIT_FILE_FIX } from '../faults.ts'
import type { Span } from '../splice.ts'
import { type PoField, poFault, scanPo } from './scan.ts'

/** One entry of a file. */
export interface PoEntry {
  /** The start of its first comment. */
  readonly start: number
  /** The offset after the line break that follows its last text. */
  readonly end: number
  readonly comments: readonly string[]
  readonly context?: PoField
  readonly id: PoField
  readonly plural?: PoField
  /** `msgstr`, or `msgstr[0]`, `msgstr[1]` and so on; at least one. */
  readonly texts: readonly [PoField, ...PoField[]]
}

/** An entry that the program no longer uses, which gettext keeps as comments (`#~`). */
export interface ObsoleteEntry extends Span {
  readonly obsolete: true
  /** The commented lines. */
  readonly lines: readonly string[]
}

/** Maximum comment lines in a file, including obsolete entries: twenty per entry. */
const MAX_COMMENTS = 20 * MAX_ENTRIES

/**
 * Yields the entries of a file in order, including the header.
 * @throws AppError `invalid_input` with line and column.
 */
export function* parsePoEntries(text: string): Generator<PoEntry | ObsoleteEntry> {
  const above = new LeadingComments(text)
  let draft: Draft | undefined
  let old: ObsoleteDraft | undefined
  let comments = 0
  for (const part of scanPo(text)) {
    if (!('keyword' in part)) comments += 1
    if (comments > MAX_COMMENTS) {
      throw poFault(text, part.start, `the file has more than ${MAX_COMMENTS} lines of comments`, SPLIT_FILE_FIX)
    }
    if ('keyword' in part) {
      if (old !== undefined) yield old
      old = undefined
      if (draft === undefined || startsEntry(draft, part)) {
        if (draft !== undefined) yield finishEntry(text, draft)
        draft = { comments: above.take(part.start), texts: [], start: part.start }
      }
      addField(text, draft, part)
      // A comment between two plural forms is part of no entry.
      above.take(part.start)
    } else if (draft !== undefined && draft.texts.length === 0) draft.comments.push(part)
    else if (text.startsWith('#~', part.start)) {
      if (draft !== undefined) yield finishEntry(text, draft)
      draft = undefined
      const line = text.slice(part.start, part.end)
      const own = above.take(part.start)
      if (old === undefined || own.length > 0 || (old.isWhole && STARTS_OBSOLETE.test(line))) {
        if (old !== undefined) yield old
        old = { obsolete: true, start: own[0]?.start ?? part.start, end: part.end, lines: [], isWhole: false }
      }
      old.lines.push(line)
      old.end = findLineEnd(text, part.end)
      old.isWhole ||= /^#~\s*msgstr/.test(line)
    } else above.add(part)
  }
  if (draft !== undefined) yield finishEntry(text, draft)
  if (old !== undefined) yield old
}

/** Whether a field is the first of the next entry. */
const startsEntry = ({ id }: Draft, { keyword }: PoField): boolean =>
  keyword === 'msgctxt' || (keyword === 'msgid' && id !== undefined)

const STARTS_OBSOLETE = /^#~\s*(?:\||msgctxt|msgid\s*")/

interface Draft {
  readonly comments: Span[]
  readonly start: number
  context?: PoField
  id?: PoField
  plural?: PoField
  readonly texts: PoField[]
}

interface ObsoleteDraft extends ObsoleteEntry {
  end: number
  readonly lines: string[]
  isWhole: boolean
}

/** Collects the comments above the next entry. Comments above a blank line, such as a license, are part of no entry. */
class LeadingComments {
  readonly #text: string
  #comments: Span[] = []
  #areWords = true

  constructor(text: string) {
    this.#text = text
  }

  add(comment: Span): void {
    this.#forget(comment.start)
    this.#comments.push(comment)
    this.#areWords &&= !/[.:,|=]/.test(this.#text[comment.start + 1] ?? '')
  }

  /** Returns the comments of the entry at an offset. */
  take(offset: number): Span[] {
    this.#forget(offset)
    const comments = this.#comments
    this.#comments = []
    this.#areWords = true
    return comments
  }

  #forget(offset: number): void {
    const last = this.#comments.at(-1)
    if (last === undefined || !this.#areWords) return
    if (/\n[^\S\n]*\n/.test(this.#text.slice(last.end, offset))) this.#comments = []
  }
}

function addField(text: string, draft: Draft, field: PoField): void {
  const { keyword, index } = field
  const fault = (what: string, fix: string) => poFault(text, field.start, what, fix)
  if (index !== undefined && keyword !== 'msgstr') throw fault(`${keyword} takes no number`, `Write ${keyword}.`)
  if (keyword === 'msgctxt') draft.context = field
  else if (keyword === 'msgid') draft.id = field
  else if (draft.id === undefined) throw fault(`${keyword} comes before msgid`, 'Start the entry with msgid.')
  else if (keyword === 'msgid_plural') {
    if (draft.texts.length > 0 || draft.plural !== undefined) {
      throw fault('msgid_plural is not directly after msgid', 'Put msgid_plural directly after msgid.')
    }
    draft.plural = field
  } else {
    const count = draft.texts.length
    if (draft.plural === undefined) {
      if (index !== undefined) {
        throw fault('an entry with plural forms has no msgid_plural', 'Add msgid_plural after msgid, or write msgstr.')
      }
      if (count > 0) throw fault('an entry has a second msgstr', 'Remove one of them.')
    } else if (index === undefined) {
      throw fault('an entry with msgid_plural has a msgstr without a number', 'Write msgstr[0], msgstr[1] and so on.')
    } else if (index !== count) {
      throw fault(`msgstr[${index}] is in the place of msgstr[${count}]`, 'Number the forms from 0, in order.')
    }
    draft.texts.push(field)
  }
}

function finishEntry(text: string, { comments, start, context, id, plural, texts }: Draft): PoEntry {
  const [first, ...others] = texts
  if (id === undefined) throw poFault(text, start, 'msgctxt has no msgid', 'Put msgid after msgctxt.')
  if (first === undefined) {
    throw poFault(text, id.start, 'msgid has no msgstr', 'Add msgstr "" to the entry, or remove it.')
  }
  return {
    start: Math.min(start, comments[0]?.start ?? start),
    end: findLineEnd(text, texts.at(-1)?.end ?? first.end),
    comments: comments.map(comment => text.slice(comment.start, comment.end)),
    ...(context !== undefined && { context }),
    id,
    ...(plural !== undefined && { plural }),
    texts: [first, ...others],
  }
}

/** Returns the offset after the line break, if only blanks precede it. */
function findLineEnd(text: string, offset: number): number {
  const rest = /[ \t]*\r?\n/y
  rest.lastIndex = offset
  return offset + (rest.exec(text)?.[0].length ?? 0)
}
