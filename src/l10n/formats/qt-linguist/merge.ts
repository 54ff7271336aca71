import type { WriteRequest } from '../format.ts'
import { findFormerEntries } from '../former-keys.ts'
import type { Edit } from '../splice.ts'
import { applyEdits, detectIndent, findIndent, insertAfter, insertLast, removeRange } from '../xml/edit.ts'
import { findElement, type XmlDocument, type XmlElement } from '../xml/tree.ts'
import { groupByKey, isInUse, readTexts, type TsDocument, type TsMessage } from './document.ts'
import { getNumerusForms } from './numerus.ts'
import {
  createPlanner,
  detectStyle,
  type NewMessage,
  renderMessage,
  toTexts,
  type Wanted,
  writeOldSource,
} from './render.ts'
import type { TextStyle } from './text.ts'
import { setType, updateMessage } from './update.ts'

/**
 * Writes values into an existing target file. As with `lupdate`, a message whose string changed stays in its place, unfinished and with its previous source; a
 * translation whose string left the program is out of use, and comes back with it. A missing message without a value is not added.
 */
export function mergeInto(source: TsDocument, base: TsDocument, request: WriteRequest): string {
  const { values, withdrawn, locale } = request
  const known = groupByKey(base.messages)
  const first = new Map([...known].flatMap(([key, [message]]) => (message === undefined ? [] : [[key, message]])))
  const idle = new Map(base.messages.filter(message => !isInUse(message)).map(message => [message.key, message]))
  const wantedKeys = groupByKey(source.messages)
  const former = findFormerEntries(first, wantedKeys, request.former)
  const merge: Merge = {
    source,
    base,
    style: detectStyle(base),
    unit: detectIndent(base.document),
    categories: getNumerusForms(locale),
    // A line that counts from the one above means another line elsewhere.
    hasLocations: !source.isRelative && !base.isRelative && base.messages.some(one => one.references.length > 0),
    edits: [],
  }
  const plan = createPlanner(request)
  const insertions = new Insertions(merge)
  const replaced = new Set<TsMessage>()
  const moved: TsMessage[] = []
  for (const [key, [message]] of wantedKeys) {
    if (message === undefined) continue
    const twins = known.get(key) ?? []
    const isWithdrawn = withdrawn?.has(key) === true
    const isMissing = twins.length === 0 && !isWithdrawn
    const value = isWithdrawn ? undefined : values.get(key)
    const wanted = value === undefined ? undefined : plan(key, value)
    const old = isMissing ? former.get(key) : undefined
    const revived = isMissing ? idle.get(key) : undefined
    for (const twin of twins) {
      if (isWithdrawn) emptyMessage(merge, twin)
      else if (wanted !== undefined) writeInto(merge, message, twin, wanted)
    }
    if (old?.context === message.context) {
      replaceMessage(merge, message, old, wanted)
      replaced.add(old)
    } else if (old !== undefined) {
      // The class was renamed, or the string is in another one.
      insertions.add(message, toContent(merge, message, old, wanted))
      moved.push(old)
    } else if (revived !== undefined && wanted !== undefined) writeInto(merge, message, revived, wanted)
    else if (revived !== undefined) {
      // As `lupdate` brings them back.
      merge.edits.push(...setType(base.document, revived, revived.type === 'vanished' ? 'finished' : 'unfinished'))
    } else if (isMissing && wanted !== undefined) insertions.add(message, toContent(merge, message, undefined, wanted))
    insertions.pass(twins[0] ?? revived ?? (old !== undefined && replaced.has(old) ? old : undefined))
  }
  const taken = new Set([...replaced, ...moved])
  const unused = listUnused(known, wantedKeys, request).filter(message => !taken.has(message))
  removeMessages(merge, unused, moved, request, insertions.changed)
  return applyEdits(base.document, [...insertions.render(), ...merge.edits])
}

interface Merge {
  readonly source: TsDocument
  readonly base: TsDocument
  readonly style: TextStyle
  readonly unit: string
  readonly categories: readonly string[]
  /** Whether new messages have the locations of the source. */
  readonly hasLocations: boolean
  readonly edits: Edit[]
}

function emptyMessage({ base: { document }, style, edits }: Merge, twin: TsMessage): void {
  edits.push(...updateMessage(document, twin, { texts: twin.slots.map(() => ''), type: 'unfinished' }, style))
}

function writeInto(merge: Merge, message: TsMessage, twin: TsMessage, wanted: Wanted): void {
  // The string became a plural, or stopped being one.
  if (message.isPlural !== twin.isPlural) return replaceMessage(merge, message, twin, wanted)
  const { base, style, categories, edits } = merge
  const { value, type, oldSource } = wanted
  edits.push(...updateMessage(base.document, twin, { texts: toTexts(value, twin.isPlural, categories), type }, style))
  if (oldSource !== undefined && oldSource !== twin.source) {
    edits.push(...writeOldSource(base.document, twin, oldSource, style))
  }
}

type Content = Omit<NewMessage, 'message' | 'document' | 'hasLocations'>

/** The content of a message that takes the place of `old`. Without a value, the texts of that are kept for a translator. */
function toContent(
  { base: { document }, categories }: Merge,
  message: TsMessage,
  old: TsMessage | undefined,
  wanted: Wanted | undefined,
): Content {
  const { isPlural } = message
  const comment = old && findElement(old.element, 'translatorcomment')
  const kept = old === undefined ? [] : readTexts(document, old)
  const own = old?.isPlural === isPlural ? kept : toTexts(kept.at(-1), isPlural, categories)
  const earlier = old?.source === message.source ? undefined : old?.source
  return {
    texts: wanted === undefined ? own : toTexts(wanted.value, isPlural, categories),
    type: wanted?.type ?? 'unfinished',
    oldSource: wanted === undefined ? earlier : wanted.oldSource,
    translatorComment: comment && document.text.slice(comment.start, comment.end),
  }
}

function replaceMessage(merge: Merge, message: TsMessage, old: TsMessage, wanted: Wanted | undefined): void {
  const { document } = merge.base
  const { start, end } = old.element
  const outer = findIndent(document, start) ?? ''
  const lines = renderNew(merge, message, outer, toContent(merge, message, old, wanted))
  merge.edits.push({ start, end, text: lines.join(document.eol + outer) })
}

function renderNew(merge: Merge, message: TsMessage, outer: string, content: Content): string[] {
  const { source, style, unit, hasLocations } = merge
  return renderMessage({ ...content, message, document: source.document, hasLocations }, style, { outer, unit })
}

interface FreshContext {
  /** In the source. */
  readonly model: XmlElement
  readonly after: XmlElement | undefined
  readonly lines: string[]
}

/** New messages, by the place that they get: behind the one before them in the source, in their context. */
class Insertions {
  /** Contexts of the file that get messages. */
  readonly changed = new Set<XmlElement>()
  readonly #merge: Merge
  readonly #contexts = new Map<string, XmlElement>()
  readonly #edits: Edit[] = []
  /** New contexts with their messages, and the context that they follow. */
  readonly #fresh = new Map<string, FreshContext>()
  readonly #anchors = new Map<string, XmlElement>()
  #last: XmlElement | undefined

  constructor(merge: Merge) {
    this.#merge = merge
    for (const { context, parent } of merge.base.messages) {
      if (!this.#contexts.has(context)) this.#contexts.set(context, parent)
    }
  }

  /** Goes on behind a message of the file. */
  pass(message: TsMessage | undefined): void {
    if (message === undefined) return
    this.#last = message.parent
    this.#anchors.set(message.context, message.element)
  }

  add(message: TsMessage, content: Content): void {
    const { base, unit } = this.#merge
    const { document } = base
    const parent = this.#contexts.get(message.context)
    if (parent === undefined) {
      const fresh = this.#fresh.get(message.context) ?? { model: message.parent, after: this.#last, lines: [] }
      this.#fresh.set(message.context, fresh)
      const outer = (fresh.after && findIndent(document, fresh.after.start)) ?? ''
      fresh.lines.push(...renderNew(this.#merge, message, outer + unit, content).map(line => unit + line))
      return
    }
    const anchor = this.#anchors.get(message.context) ?? findElement(parent, 'name')
    const outer = (anchor && findIndent(document, anchor.start)) ?? unit
    const lines = [renderNew(this.#merge, message, outer, content).join(document.eol + outer)]
    const edit =
      anchor === undefined ? insertLast(document, parent, lines) : insertAfter(document, parent.children, anchor, lines)
    this.#edits.push(edit)
    this.changed.add(parent)
  }

  render(): readonly Edit[] {
    const { source, base, unit } = this.#merge
    const { document } = base
    const edits: Edit[] = [...this.#edits]
    const first: string[] = []
    for (const { model, after, lines } of this.#fresh.values()) {
      const title = findElement(model, 'name')
      const head = title === undefined ? [] : [unit + source.document.text.slice(title.start, title.end)]
      const block = model.name === 'context' ? ['<context>', ...head, ...lines, '</context>'] : lines
      if (after === undefined || after === document.root) for (const line of block) first.push(line)
      else edits.push(insertAfter(document, document.root.children, after, block))
    }
    return first.length === 0 ? edits : [...edits, insertFirst(document, first)]
  }
}

/** Inserts lines as the first content of the root. */
function insertFirst({ text, eol, root }: XmlDocument, lines: readonly string[]): Edit {
  const { contentStart: start, end, isSelfClosing, name } = root
  const content = eol + lines.join(eol)
  if (isSelfClosing) return { start: end - 2, end, text: `>${content}${eol}</${name}>` }
  return { start, end: start, text: /\s/.test(text.charAt(start)) ? content : content + eol }
}

const NO_KEYS: ReadonlySet<string> = new Set()

/** Lists the messages that left the source, or whose translation was withdrawn after that. */
const listUnused = (
  known: ReadonlyMap<string, readonly TsMessage[]>,
  wantedKeys: ReadonlyMap<string, readonly TsMessage[]>,
  { removed = NO_KEYS, withdrawn = NO_KEYS }: WriteRequest,
): TsMessage[] =>
  [...new Set([...removed, ...withdrawn])].flatMap(key => (wantedKeys.has(key) ? [] : (known.get(key) ?? [])))

/**
 * Takes messages out of use, with the last text that the project has. Those without a translation go, and so do `moved` ones, and contexts that are then empty.
 * `changed` are the contexts that get new messages.
 */
function removeMessages(
  { base: { document, messages }, style, categories, edits }: Merge,
  unused: readonly TsMessage[],
  moved: readonly TsMessage[],
  { withdrawn, history }: WriteRequest,
  changed: ReadonlySet<XmlElement>,
): void {
  const texts = new Map(history?.obsolete)
  const gone = [...moved]
  for (const message of unused) {
    const { key, isPlural } = message
    const value = texts.get(key)?.value
    const own = value === undefined ? readTexts(document, message) : toTexts(value, isPlural, categories)
    const type = message.type === 'finished' ? 'vanished' : 'obsolete'
    if (withdrawn?.has(key) === true || own.every(text => text === '')) gone.push(message)
    else edits.push(...updateMessage(document, message, { texts: own, type }, style))
  }
  const left = new Map<XmlElement, number>()
  for (const { parent } of messages) left.set(parent, (left.get(parent) ?? 0) + 1)
  for (const { parent } of gone) left.set(parent, (left.get(parent) ?? 0) - 1)
  const isEmpty = (parent: XmlElement): boolean =>
    parent !== document.root && left.get(parent) === 0 && !changed.has(parent)
  const parts = new Set(gone.map(({ parent, element }) => (isEmpty(parent) ? parent : element)))
  for (const { start, end } of parts) edits.push(removeRange(document, start, end))
}
