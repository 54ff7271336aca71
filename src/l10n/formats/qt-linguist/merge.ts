import { addTo, countBy, getOrAdd } from '../../groups.ts'
import type { Message } from '../../message/message.ts'
import type { WriteRequest } from '../format.ts'
import { findFormerEntries } from '../former-keys.ts'
import type { Edit } from '../splice.ts'
import { copyElement } from '../xml/copy.ts'
import {
  applyEdits,
  detectIndent,
  findIndent,
  insertAfter,
  insertInRoot,
  insertLast,
  removeRange,
  replaceContent,
} from '../xml/edit.ts'
import { findElement, listElements, type XmlElement } from '../xml/tree.ts'
import { groupByKey, isInUse, type MessageGroups, readTexts, type TsDocument, type TsMessage } from './document.ts'
import {
  type Content,
  createPlanner,
  detectStyle,
  editCopy,
  replaceOldSource,
  setType,
  toTexts,
  updateMessage,
  type Wanted,
} from './render.ts'
import { getNumerusForms, type TextStyle } from './text.ts'

/**
 * Writes values into an existing target file. As with `lupdate`, a message whose string changed stays in its place, unfinished and with its previous source; a
 * translation whose string left the program is out of use, and comes back with it. A missing message without a value is not added.
 */
export function mergeInto(source: TsDocument, base: TsDocument, request: WriteRequest): string {
  const { values, withdrawn, locale } = request
  const known = groupByKey(base)
  const first = new Map([...known].map(([key, [message]]) => [key, message]))
  const idle = new Map(base.messages.filter(message => !isInUse(message)).map(message => [message.key, message]))
  const wantedKeys = groupByKey(source)
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
  const taken = new Set<TsMessage>()
  const moved: TsMessage[] = []
  for (const [key, [message]] of wantedKeys) {
    const isWithdrawn = withdrawn?.has(key) === true
    const value = isWithdrawn ? undefined : values.get(key)
    const wanted = value === undefined ? undefined : { value, ...plan(key) }
    const old = isWithdrawn ? undefined : former.get(key)
    const revived = old === undefined ? idle.get(key) : undefined
    const twins = known.get(key) ?? (revived === undefined ? [] : [revived])
    for (const twin of twins) {
      if (wanted !== undefined) writeInto(merge, message, twin, wanted)
      else if (isWithdrawn) emptyMessage(merge, twin)
      else if (twin === revived) {
        // As `lupdate` brings them back.
        merge.edits.push(...setType(base.document, twin, twin.type === 'vanished' ? 'finished' : 'unfinished'))
      }
    }
    if (old !== undefined) taken.add(old)
    if (old?.context === message.context) replaceMessage(merge, message, old, wanted)
    else if (old !== undefined || (twins.length === 0 && wanted !== undefined)) {
      // The class was renamed, or the string is in another one; or it is new.
      insertions.add(message, toContent(merge, message, old, wanted))
      if (old !== undefined) moved.push(old)
    }
    insertions.pass(twins[0] ?? (old?.context === message.context ? old : undefined))
  }
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
  if (!isInUse(twin)) return
  edits.push(...updateMessage(document, twin, { texts: twin.slots.map(() => ''), type: 'unfinished' }, style))
}

interface WantedText extends Wanted {
  readonly value: Message
}

function writeInto(merge: Merge, message: TsMessage, twin: TsMessage, wanted: WantedText): void {
  // The string became a plural, or stopped being one.
  if (message.isPlural !== twin.isPlural) return replaceMessage(merge, message, twin, wanted)
  const { base, style, categories, edits } = merge
  const { value, type, oldSource } = wanted
  edits.push(...updateMessage(base.document, twin, { texts: toTexts(value, twin.isPlural, categories), type }, style))
  if (oldSource !== undefined && oldSource !== twin.source) {
    edits.push(...replaceOldSource(base.document, twin, oldSource, style))
  }
}

/** The content of a message that takes the place of `old`. Without a value, the texts of that are kept for a translator. */
function toContent(merge: Merge, message: TsMessage, old?: TsMessage, wanted?: WantedText): Content {
  const { categories, base } = merge
  const { document } = base
  const { isPlural } = message
  const comment = old && findElement(old.element, 'translatorcomment')
  const translatorComment = comment && document.text.slice(comment.start, comment.end)
  if (wanted !== undefined) return { ...wanted, texts: toTexts(wanted.value, isPlural, categories), translatorComment }
  const kept = old === undefined ? [] : readTexts(document, old)
  const texts = old?.isPlural === isPlural ? kept : toTexts(kept.at(-1), isPlural, categories)
  const oldSource = old?.source === message.source ? undefined : old?.source
  return { texts, type: 'unfinished', oldSource, translatorComment }
}

function replaceMessage(merge: Merge, message: TsMessage, old: TsMessage, wanted: WantedText | undefined): void {
  const { start, end } = old.element
  const outer = findIndent(merge.base.document, start) ?? ''
  merge.edits.push({ start, end, text: copyMessage(merge, message, outer, toContent(merge, message, old, wanted)) })
}

function copyMessage(merge: Merge, message: TsMessage, outer: string, content: Content): string {
  const { source, base, unit, hasLocations } = merge
  const { document } = source
  const edits = editCopy(document, message, content, { ...merge.style, eol: document.eol }, hasLocations)
  return copyElement(document, base.document, message.element, edits, { outer, step: unit }, isText)
}

/** Whether the white space of an element of a message counts. */
const isText = (element: XmlElement): boolean =>
  element.name !== 'message' && listElements(element, 'numerusform').length === 0

interface FreshContext {
  readonly model: XmlElement
  readonly after: XmlElement | undefined
  readonly messages: string[]
}

/** New messages, by the place that they get: behind the one before them in the source, in their context. */
class Insertions {
  /** Contexts of the file that get messages. */
  readonly changed = new Set<XmlElement>()
  readonly #merge: Merge
  readonly #contexts: ReadonlyMap<string, XmlElement>
  readonly #edits: Edit[] = []
  /** New contexts with their messages, and the context that they follow. */
  readonly #fresh = new Map<string, FreshContext>()
  readonly #anchors = new Map<string, XmlElement>()
  #last: XmlElement | undefined

  constructor(merge: Merge) {
    this.#merge = merge
    this.#contexts = new Map(merge.base.messages.toReversed().map(({ context, parent }) => [context, parent]))
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
    const { context } = message
    const parent = this.#contexts.get(context)
    if (parent === undefined) {
      const create = () => ({ model: message.parent, after: this.#last, messages: [] })
      const fresh = getOrAdd(this.#fresh, context, create)
      const outer = (fresh.after && findIndent(document, fresh.after.start)) ?? ''
      fresh.messages.push(unit + copyMessage(this.#merge, message, outer + unit, content))
      return
    }
    const anchor = this.#anchors.get(context) ?? findElement(parent, 'name')
    const outer = (anchor && findIndent(document, anchor.start)) ?? unit
    const lines = [copyMessage(this.#merge, message, outer, content)]
    this.#edits.push(
      anchor ? insertAfter(document, parent.children, anchor, lines) : insertLast(document, parent, lines),
    )
    this.changed.add(parent)
  }

  render(): readonly Edit[] {
    const { source, base, unit } = this.#merge
    const { document } = base
    const { root, eol } = document
    const groups = new Map<XmlElement | undefined, string[]>()
    for (const { model, after, messages } of this.#fresh.values()) {
      const title = findElement(model, 'name')
      const head = title === undefined ? [] : [unit + source.document.text.slice(title.start, title.end)]
      const block = model.name === 'context' ? ['<context>', ...head, ...messages, '</context>'] : messages
      addTo(groups, after === root ? undefined : after, ...block)
    }
    const first = groups.get(undefined)
    if (first !== undefined && listElements(root).length === 0) {
      return [replaceContent(document, root, eol + first.join(eol) + eol)]
    }
    return [...this.#edits, ...insertInRoot(document, groups, ({ name }) => name === 'context' || name === 'message')]
  }
}

const NO_KEYS: ReadonlySet<string> = new Set()

/** Lists the messages that left the source, or whose translation was withdrawn after that. */
const listUnused = (
  known: MessageGroups,
  wantedKeys: MessageGroups,
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
  const left = countBy(messages, ({ parent }) => parent)
  for (const { parent } of gone) left.set(parent, (left.get(parent) ?? 0) - 1)
  const isEmpty = (parent: XmlElement): boolean =>
    parent !== document.root && left.get(parent) === 0 && !changed.has(parent)
  const parts = new Set(gone.map(({ parent, element }) => (isEmpty(parent) ? parent : element)))
  for (const { start, end } of parts) edits.push(removeRange(document, start, end))
}
