import { findGoneKeys } from '../flat/text-file.ts'
import type { Values, WriteRequest } from '../format.ts'
import { type Edit, joinSpans, type Span, splice } from '../splice.ts'
import { toText } from '../texts.ts'
import { type FluentComment, type FluentFile, type FluentItem, parseFluentFile } from './file.ts'
import { detectStyle, editSlot, type FluentStyle, renderAttribute, renderValue } from './render.ts'

/** Where a new message is inserted: behind the text that ends at the offset, or before that which starts there. */
interface Place {
  readonly offset: number
  readonly isAfter: boolean
  /** The group comment that the file lacks. */
  readonly opens?: FluentComment
  /** Whether it is directly behind a group comment. */
  readonly isFirst?: true
}

/** Finds the places of new messages in a file: in the order of the source, and in the same group. */
class Placer {
  readonly #base: FluentFile
  readonly #source: FluentFile
  readonly #style: FluentStyle
  readonly #byId: ReadonlyMap<string, FluentItem>
  readonly #spacing: 'all' | 'none' | 'mixed'
  /** The end of its group, by the start and end of each message. */
  #groupEnds: ReadonlyMap<number, number> | undefined
  /** The places of new messages, by index in the source. */
  readonly #placed = new Map<number, Place>()

  constructor(base: FluentFile, source: FluentFile, style: FluentStyle) {
    this.#base = base
    this.#source = source
    this.#style = style
    this.#byId = new Map(base.items.toReversed().map(item => [item.id, item]))
    this.#spacing = detectSpacing(base)
  }

  /** Returns the edit that inserts the message at an index of the source. Call it in the source's order. */
  insert(at: number, text: string): Edit {
    const { eol } = this.#style
    const place = this.#findPlace(at)
    const { offset, isAfter, opens, isFirst } = place
    this.#placed.set(at, { offset, isAfter })
    const hasGap = opens !== undefined || (isFirst === true ? this.#hasGapBelowGroup(at) : this.#hasGap(at))
    const gap = hasGap ? eol + eol : eol
    const whole = opens === undefined ? text : this.#renderComment(opens) + eol + eol + text
    if (!isAfter) return { start: offset, end: offset, text: whole + gap }
    const before = this.#base.text.slice(0, offset)
    if (before === '') return { start: offset, end: offset, text: whole + eol }
    const isEnd = offset === this.#base.text.length && before.endsWith('\n')
    // Behind the last line break of the file.
    if (isEnd) return { start: offset, end: offset, text: (before.endsWith(eol + eol) ? '' : eol) + whole + eol }
    return { start: offset, end: offset, text: gap + whole }
  }

  /** The message of the file with an identifier. */
  find(id: string | undefined): FluentItem | undefined {
    return id === undefined ? undefined : this.#byId.get(id)
  }

  #findPlace(at: number): Place {
    const { items } = this.#source
    const group = items[at]?.group
    for (let before = at - 1; before >= 0 && items[before]?.group === group; before -= 1) {
      const place = this.#placeAfter(before)
      if (place !== undefined) return place
    }
    for (let after = at + 1; after < items.length && items[after]?.group === group; after += 1) {
      const next = this.find(items[after]?.id)
      if (next !== undefined) return { offset: next.start, isAfter: false }
    }
    return this.#findGroupPlace(at, group)
  }

  #findGroupPlace(at: number, group: FluentComment | undefined): Place {
    const { comments, items, text } = this.#base
    const groups = comments.filter(({ level }) => level === 2)
    const own = group && groups.find(({ content }) => content === group.content && content !== '')
    if (own !== undefined) return { offset: own.end, isAfter: true, isFirst: true }
    const opens = group !== undefined && groups.length > 0 ? { opens: group } : {}
    for (let before = at - 1; before >= 0; before -= 1) {
      const place = this.#placeAfter(before)
      if (place === undefined) continue
      if (!('opens' in opens)) return place
      return { ...this.#endOfGroup(place), ...opens }
    }
    const first = Math.min(groups[0]?.start ?? text.length, items[0]?.start ?? text.length)
    return first < text.length
      ? { offset: first, isAfter: false, ...opens }
      : { offset: first, isAfter: true, ...opens }
  }

  /** The place after a message of the source, if the file has it or gets it. */
  #placeAfter(at: number): Place | undefined {
    const placed = this.#placed.get(at)
    if (placed !== undefined) return placed
    const item = this.find(this.#source.items[at]?.id)
    return item && { offset: item.end, isAfter: true }
  }

  #endOfGroup({ offset, isAfter }: Place): Place {
    this.#groupEnds ??= listGroupEnds(this.#base.items)
    const end = this.#groupEnds.get(offset)
    return end === undefined ? { offset, isAfter } : { offset: end, isAfter: true }
  }

  #renderComment({ start, end }: FluentComment): string {
    return this.#source.text.slice(start, end).replace(/\r?\n/g, this.#style.eol)
  }

  /** Whether a blank line separates a message from its neighbor. */
  #hasGap(at: number): boolean {
    if (this.#spacing !== 'mixed') return this.#spacing === 'all'
    const [before, item] = [this.#source.items[at - 1], this.#source.items[at]]
    return before !== undefined && item !== undefined && isGap(this.#source.text.slice(before.end, item.start))
  }

  #hasGapBelowGroup(at: number): boolean {
    const item = this.#source.items[at]
    return item?.group !== undefined && isGap(this.#source.text.slice(item.group.end, item.start))
  }
}

function listGroupEnds(items: readonly FluentItem[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  let last: FluentItem | undefined
  for (const item of items.toReversed()) {
    if (last?.group !== item.group || last === undefined) last = item
    ends.set(item.start, last.end)
    ends.set(item.end, last.end)
  }
  return ends
}

const isGap = (between: string): boolean => /\n\r?\n/.test(between)

/** Whether blank lines are between all messages, between none or between some. */
function detectSpacing({ text, items }: FluentFile): 'all' | 'none' | 'mixed' {
  let spaced = 0
  let close = 0
  for (const [at, item] of items.entries()) {
    const next = items[at + 1]
    if (next === undefined || next.group !== item.group) continue
    if (isGap(text.slice(item.end, next.start))) spaced += 1
    else close += 1
  }
  if (spaced > 0 && close === 0) return 'all'
  return close > 0 && spaced === 0 ? 'none' : 'mixed'
}

/** `Format.write`. */
export function writeFluent(request: WriteRequest): string {
  const sibling = request.sibling === undefined ? undefined : parseFluentFile(request.sibling)
  if (request.base === undefined) return newFile(parseFluentFile(request.source), sibling, request)
  return writeInto(parseFluentFile(request.base), request)
}

function writeInto(base: FluentFile, request: WriteRequest): string {
  const { values } = request
  // Most changes need only the target file.
  let parsed: FluentFile | undefined
  const getSource = (): FluentFile => {
    parsed ??= parseFluentFile(request.source)
    return parsed
  }
  const isGone = findGoneKeys(request, () => getSource().items.flatMap(({ slots }) => slots.map(({ key }) => key)))
  const left = isGone ? removeSlots(base, key => !values.has(key) && isGone(key)) : base.text
  return mergeInto(reparse(base, left), values, getSource, detectStyle(base))
}

/** Writes a new file: the source with its translated messages, group and file comments, and with the comments of messages only if the sibling has such. */
function newFile(source: FluentFile, sibling: FluentFile | undefined, { values }: WriteRequest): string {
  const isTranslated = (key: string): boolean => toText(values.get(key)) !== undefined
  const kept = findKeptLevels(sibling)
  const groups = new Set(source.items.filter(item => isKept(item, isTranslated)).map(({ group }) => group))
  const comments = source.comments.filter(
    comment => !kept.has(comment.level) || (comment.level === 2 && !groups.has(comment)),
  )
  const noted = kept.has(1) ? [] : source.items.filter(item => item.comment !== undefined && isKept(item, isTranslated))
  const left = reparse(
    source,
    removeSlots(source, key => !isTranslated(key), {
      comments,
      parts: noted.map(({ start, idStart }) => ({ start, end: idStart })),
    }),
  )
  const style = detectStyle(source)
  const written = mergeInto({ ...left, bom: sibling?.bom ?? source.bom }, values, () => source, style)
  const eol = sibling === undefined ? style.eol : detectStyle(sibling, style).eol
  return eol === style.eol ? written : written.replace(/\r?\n/g, eol)
}

const isKept = ({ id, isTerm, slots }: FluentFile['items'][number], isTranslated: (key: string) => boolean): boolean =>
  isTerm ? isTranslated(id) : slots.some(({ key }) => isTranslated(key))

/** The levels of the comments that a new file has. */
function findKeptLevels(sibling: FluentFile | undefined): ReadonlySet<number> {
  if (sibling === undefined || sibling.items.length === 0) return new Set([2, 3])
  const found = new Set<number>(sibling.comments.map(({ level }) => level))
  if (sibling.items.some(({ comment }) => comment !== undefined)) found.add(1)
  return found
}

/** What is removed besides texts. */
interface OtherRemovals {
  /** Comments of no message, with their lines. */
  readonly comments: readonly Span[]
  /** Parts of other lines. */
  readonly parts: readonly Span[]
}

/** Returns the text of a file without some of its messages, terms and attributes. A term needs its value, so that its attributes are removed with it. */
function removeSlots(
  { text, items }: FluentFile,
  isRemoved: (key: string) => boolean,
  { comments, parts }: OtherRemovals = { comments: [], parts: [] },
): string {
  const whole: Span[] = [...comments]
  const edits: Edit[] = parts.map(part => ({ ...part, text: '' }))
  for (const item of items) {
    const left = item.slots.filter(({ key }) => !isRemoved(key))
    if (left.length === 0 || (item.isTerm && isRemoved(item.id))) whole.push(item)
    else if (left.length < item.slots.length) edits.push(...removeParts(item, isRemoved))
  }
  const runs = joinSpans(whole, (one, next) => text.slice(one.end, next.start).trim() === '')
  for (const run of runs) edits.push(removeLines(text, run))
  return edits.length === 0 ? text : splice(text, edits)
}

/** Returns the edit that removes whole lines, and one blank line of those around them. */
function removeLines(text: string, { start, end }: Span): Edit {
  const newline = text.indexOf('\n', end)
  const after = newline === -1 ? text.length : newline + 1
  const isFirst = start === 0
  const isAfterBlank = isFirst || /\n\r?\n$/.test(text.slice(Math.max(0, start - 3), start))
  if (!isAfterBlank) return { start, end: after, text: '' }
  const blank = /^\r?\n/.exec(text.slice(after, after + 2))?.[0]
  if (blank !== undefined) return { start, end: after + blank.length, text: '' }
  if (after < text.length || isFirst) return { start, end: after, text: '' }
  return { start: text[start - 2] === '\r' ? start - 2 : start - 1, end: after, text: '' }
}

function* removeParts({ id, slots, equals }: FluentItem, isRemoved: (key: string) => boolean): Generator<Edit> {
  let before = equals
  for (const slot of slots) {
    if (isRemoved(slot.key)) yield { start: slot.key === id ? equals : before, end: slot.end, text: '' }
    before = slot.end
  }
}

/** Texts by key. */
type Texts = ReadonlyMap<string, string>

/** Returns a file with each text replaced, and missing messages and attributes inserted as in the source. */
function mergeInto(base: FluentFile, values: Values, getSource: () => FluentFile, fallback?: FluentStyle): string {
  const style = detectStyle(base, fallback)
  const edits: Edit[] = []
  const present = new Set<string>()
  for (const { slots } of base.items) {
    for (const slot of slots) {
      present.add(slot.key)
      const value = toText(values.get(slot.key))
      const edit = value === undefined ? undefined : editSlot(slot, value, style)
      if (edit !== undefined) edits.push(edit)
    }
  }
  const missing = new Map(
    [...values].flatMap(([key, message]) => {
      const value = present.has(key) ? undefined : toText(message)
      return value === undefined ? [] : [[key, value]]
    }),
  )
  if (missing.size > 0) edits.push(...insertMissing(base, getSource(), missing, style))
  return base.bom + splice(base.text, edits)
}

function insertMissing(base: FluentFile, source: FluentFile, missing: Texts, style: FluentStyle): readonly Edit[] {
  const placer = new Placer(base, source, style)
  const inside: Edit[] = []
  const around: Edit[] = []
  for (const [at, item] of source.items.entries()) {
    const lacking = item.slots.filter(({ key }) => missing.has(key))
    if (lacking.length === 0) continue
    const into = placer.find(item.id)
    if (into !== undefined) inside.push(...insertSlots(item, into, missing, style))
    else if (!item.isTerm || missing.has(item.id)) around.push(placer.insert(at, renderItem(item, missing, style)))
  }
  // Attributes belong before the next message, at the same offset.
  return [...inside, ...around]
}

/** Renders a message or term, without a line break at its end. */
function renderItem({ id, slots }: FluentItem, values: Texts, style: FluentStyle): string {
  const own = values.get(id)
  const parts = [`${id} =${own === undefined ? '' : renderValue(id, own, style)}`]
  for (const { key } of slots) {
    const value = key === id ? undefined : values.get(key)
    if (value !== undefined) parts.push(renderAttribute(key, value, style))
  }
  return parts.join('')
}

/** Inserts a value and attributes into a message, each after its neighbor in the source. */
function* insertSlots(item: FluentItem, into: FluentItem, missing: Texts, style: FluentStyle): Generator<Edit> {
  const { id, slots } = item
  const ends = new Map(into.slots.map(({ key, end }) => [key, end]))
  let at = ends.get(into.id) ?? into.equals
  for (const { key } of slots) {
    at = ends.get(key) ?? at
    const value = missing.get(key)
    if (value === undefined) continue
    const text = key === id ? renderValue(key, value, style) : renderAttribute(key, value, style)
    yield { start: at, end: at, text }
  }
}

/** Parses a file again after a change of its text. */
const reparse = (file: FluentFile, text: string): FluentFile =>
  text === file.text ? file : { ...parseFluentFile(text), bom: file.bom }
