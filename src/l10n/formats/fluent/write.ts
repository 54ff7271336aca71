import type { Message } from '../../message/message.ts'
import type { WriteRequest } from '../format.ts'
import { toText } from '../single-text.ts'
import { type Edit, type Span, splice } from '../splice.ts'
import { type FluentFile, type FluentItem, parseFluentFile } from './file.ts'
import { Placer } from './place.ts'
import { detectStyle, editSlot, type FluentStyle, renderAttribute, renderValue } from './render.ts'

/** `Format.write`. */
export function writeFluent(request: WriteRequest): string {
  const sibling = request.sibling === undefined ? undefined : parseFluentFile(request.sibling)
  if (request.base === undefined) return newFile(parseFluentFile(request.source), sibling, request)
  return writeInto(parseFluentFile(request.base), request)
}

function writeInto(base: FluentFile, { source, values, removed, withdrawn }: WriteRequest): string {
  // Most changes need only the target file.
  let parsed: FluentFile | undefined
  const getSource = (): FluentFile => {
    parsed ??= parseFluentFile(source)
    return parsed
  }
  const isListed = (key: string): boolean => removed?.has(key) === true || withdrawn?.has(key) === true
  const listed = base.items.flatMap(({ slots }) => slots.map(({ key }) => key).filter(isListed))
  if (listed.length === 0) return mergeInto(base, values, getSource, detectStyle(base))
  const current = new Set(getSource().items.flatMap(({ slots }) => slots.map(({ key }) => key)))
  const dropped = new Set(listed.filter(key => !values.has(key) && (withdrawn?.has(key) === true || !current.has(key))))
  const left = removeSlots(base, key => dropped.has(key))
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
  for (const span of joinNeighbors(text, whole)) edits.push(removeLines(text, span))
  return edits.length === 0 ? text : splice(text, edits)
}

/** Joins spans that only white space separates. */
function joinNeighbors(text: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last !== undefined && text.slice(last.end, span.start).trim() === '') {
      joined[joined.length - 1] = { start: last.start, end: span.end }
    } else joined.push({ start: span.start, end: span.end })
  }
  return joined
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

/** Returns a file with each text replaced, and missing messages and attributes inserted as in the source. */
function mergeInto(
  base: FluentFile,
  values: ReadonlyMap<string, Message>,
  getSource: () => FluentFile,
  fallback?: FluentStyle,
): string {
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

function insertMissing(
  base: FluentFile,
  source: FluentFile,
  missing: ReadonlyMap<string, string>,
  style: FluentStyle,
): readonly Edit[] {
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
function renderItem({ id, slots }: FluentItem, values: ReadonlyMap<string, string>, style: FluentStyle): string {
  const own = values.get(id)
  const parts = [`${id} =${own === undefined ? '' : renderValue(id, own, style)}`]
  for (const { key } of slots) {
    const value = key === id ? undefined : values.get(key)
    if (value !== undefined) parts.push(renderAttribute(key, value, style))
  }
  return parts.join('')
}

/** Inserts a value and attributes into a message, each after its neighbor in the source. */
function* insertSlots(
  { id, slots }: FluentItem,
  into: FluentItem,
  missing: ReadonlyMap<string, string>,
  style: FluentStyle,
): Generator<Edit> {
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
