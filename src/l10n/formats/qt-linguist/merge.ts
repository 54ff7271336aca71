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
  const categories = getNumerusForms(locale)
  const known = groupByKey(base.messages)
  const first = new Map([...known].flatMap(([key, [message]]) => (message === undefined ? [] : [[key, message]])))
  const idle = new Map(base.messages.filter(message => !isInUse(message)).map(message => [message.key, message]))
  const wantedKeys = groupByKey(source.messages)
  const former = findFormerEntries(first, wantedKeys, request.former)
  const merge: Merge = { source, base, style: detectStyle(base), unit: detectIndent(base.document), edits: [] }
  const plan = createPlanner(request)
  const insertions = new Insertions(merge)
  const written = new Set<TsMessage>()
  for (const [key, [message]] of wantedKeys) {
    if (message === undefined) continue
    const twins = known.get(key) ?? []
    const isWithdrawn = withdrawn?.has(key) === true
    const value = isWithdrawn ? undefined : values.get(key)
    const old = twins.length === 0 && !isWithdrawn ? former.get(key) : undefined
    const revived = twins.length === 0 && !isWithdrawn ? idle.get(key) : undefined
    const wanted = value === undefined ? undefined : plan(key, value)
    for (const twin of twins) {
      if (isWithdrawn) emptyMessage(merge, twin)
      else if (wanted !== undefined) writeInto(merge, message, twin, wanted, categories)
    }
    const [twin] = twins
    if (old !== undefined) {
      replaceMessage(merge, message, old, wanted, categories)
      written.add(old)
    } else if (revived !== undefined && wanted !== undefined) writeInto(merge, message, revived, wanted, categories)
    else if (revived !== undefined) {
      // As `lupdate` brings them back.
      merge.edits.push(...setType(base.document, revived, revived.type === 'vanished' ? 'finished' : 'unfinished'))
    } else if (twin === undefined && wanted !== undefined) {
      const texts = toTexts(wanted.value, message.isPlural, categories)
      insertions.add(message, { type: wanted.type, oldSource: wanted.oldSource, texts })
    }
    insertions.pass(twin ?? old ?? revived)
  }
  const { changed } = insertions
  removeMessages(merge, known, { request, wantedKeys, written, changed, categories })
  return applyEdits(base.document, [...insertions.render(), ...merge.edits])
}

interface Merge {
  readonly source: TsDocument
  readonly base: TsDocument
  readonly style: TextStyle
  readonly unit: string
  readonly edits: Edit[]
}

function emptyMessage({ base: { document }, style, edits }: Merge, twin: TsMessage): void {
  edits.push(...updateMessage(document, twin, { texts: twin.slots.map(() => ''), type: 'unfinished' }, style))
}

function writeInto(
  merge: Merge,
  message: TsMessage,
  twin: TsMessage,
  wanted: Wanted,
  categories: readonly string[],
): void {
  // The string became a plural, or stopped being one.
  if (message.isPlural !== twin.isPlural) return replaceMessage(merge, message, twin, wanted, categories)
  const { base, style, edits } = merge
  const { value, type, oldSource } = wanted
  edits.push(...updateMessage(base.document, twin, { texts: toTexts(value, twin.isPlural, categories), type }, style))
  if (oldSource !== undefined && oldSource !== twin.source) {
    edits.push(...writeOldSource(base.document, twin, oldSource, style))
  }
}

/** Replaces the message of an earlier source by the current one, in its place. Without a value, its texts are kept for a translator. */
function replaceMessage(
  merge: Merge,
  message: TsMessage,
  old: TsMessage,
  wanted: Wanted | undefined,
  categories: readonly string[],
): void {
  const { base, edits } = merge
  const { document } = base
  const comment = findElement(old.element, 'translatorcomment')
  const outer = findIndent(document, old.element.start) ?? ''
  const kept = readTexts(document, old)
  const texts =
    wanted === undefined
      ? message.isPlural === old.isPlural
        ? kept
        : toTexts(kept.at(-1), message.isPlural, categories)
      : toTexts(wanted.value, message.isPlural, categories)
  const earlier = old.source === message.source ? undefined : old.source
  const lines = renderNew(merge, message, outer, {
    texts,
    type: wanted?.type ?? 'unfinished',
    oldSource: wanted === undefined ? earlier : wanted.oldSource,
    translatorComment: comment && document.text.slice(comment.start, comment.end),
  })
  edits.push({ start: old.element.start, end: old.element.end, text: lines.join(base.document.eol + outer) })
}

function renderNew(
  { source, base, style, unit }: Merge,
  message: TsMessage,
  outer: string,
  content: Omit<NewMessage, 'message' | 'document' | 'hasLocations'>,
): string[] {
  // A line that counts from the one above means another line elsewhere.
  const hasLocations = !source.isRelative && !base.isRelative && base.messages.some(one => one.references.length > 0)
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

  add(message: TsMessage, content: Omit<NewMessage, 'message' | 'document' | 'hasLocations'>): void {
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

interface Removal {
  readonly request: WriteRequest
  readonly wantedKeys: ReadonlyMap<string, readonly TsMessage[]>
  /** Messages that became those of another string. */
  readonly written: ReadonlySet<TsMessage>
  /** Contexts that get new messages. */
  readonly changed: ReadonlySet<XmlElement>
  readonly categories: readonly string[]
}

/** Takes the messages out of use that left the source. Those without a translation go, and contexts that are then empty. */
function removeMessages(
  { base: { document, messages }, style, edits }: Merge,
  known: ReadonlyMap<string, readonly TsMessage[]>,
  {
    request: { removed = new Set(), withdrawn = new Set(), history },
    wantedKeys,
    written,
    changed,
    categories,
  }: Removal,
): void {
  const texts = new Map(history?.obsolete)
  const left = new Map<XmlElement, number>()
  for (const { parent } of messages) left.set(parent, (left.get(parent) ?? 0) + 1)
  const gone: TsMessage[] = []
  for (const key of [...removed, ...withdrawn]) {
    if (wantedKeys.has(key)) continue
    for (const message of known.get(key) ?? []) {
      if (written.has(message)) continue
      const value = texts.get(key)?.value
      const own = readTexts(document, message)
      const type = message.type === 'finished' ? 'vanished' : 'obsolete'
      if (withdrawn.has(key) || (value === undefined && own.every(text => text === ''))) gone.push(message)
      else if (value === undefined) edits.push(...setType(document, message, type))
      else {
        const shown = toTexts(value, message.isPlural, categories)
        edits.push(...updateMessage(document, message, { texts: shown, type }, style))
      }
    }
  }
  for (const { parent } of gone) left.set(parent, (left.get(parent) ?? 0) - 1)
  const isEmpty = (parent: XmlElement): boolean =>
    parent !== document.root && left.get(parent) === 0 && !changed.has(parent)
  const contexts = new Set(gone.map(({ parent }) => parent).filter(isEmpty))
  const parts = [...contexts, ...gone.filter(({ parent }) => !isEmpty(parent)).map(({ element }) => element)]
  for (const { start, end } of parts) edits.push(removeRange(document, start, end))
}
