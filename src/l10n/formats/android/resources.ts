import { echo } from '../../../text/escape.ts'
import { CATEGORY_ORDER, isCategory } from '../../locales/plural-rules.ts'
import { isBlankText } from '../../message/message.ts'
import { assertCount, assertWhole, MAX_KEY_UNITS } from '../faults.ts'
import { skipSpace } from '../xml/characters.ts'
import { xmlFault } from '../xml/scan.ts'
import { hasMarkup, readInline, readLimited } from '../xml/text.ts'
import { getAttribute, isElement, listElements, type XmlDocument, type XmlElement, type XmlNode } from '../xml/tree.ts'
import { type Escapes, isPlaceholderTag } from './escapes.ts'

export type ResourceKind = 'string' | 'plurals' | 'array'

/** A string, the plural forms of one, or an array of strings. */
export interface Resource {
  readonly kind: ResourceKind
  /** The label; that of a plural or array behind its kind. It is unique in a file. */
  readonly id: string
  /** The name, with `#` and the product if it has one. */
  readonly label: string
  readonly element: XmlElement
  /** The index of the element in the root. */
  readonly index: number
  readonly isTranslatable: boolean
  readonly slots: readonly Slot[]
  /** The resource before it that has the same ID, and the same texts. */
  readonly repeats?: Resource
}

/** The place of one text: a string, a plural form, or an item of an array. Its text is decoded when it is asked for. */
export class Slot {
  readonly element: XmlElement
  /** The plural category, or the index in the array. */
  readonly name: string
  readonly #document: XmlDocument
  readonly #escapes: Escapes
  #value: string | undefined

  constructor(document: XmlDocument, element: XmlElement, name: string, escapes: Escapes) {
    this.#document = document
    this.element = element
    this.name = name
    this.#escapes = escapes
  }

  /** Whether the text is a reference to another resource, such as `@string/ok`. */
  get isReference(): boolean {
    return isReference(this.#document, this.element)
  }

  /** Whether there is nothing to translate, so that the item of an array is copied. */
  get isCopied(): boolean {
    return this.value === undefined || isBlankText(this.value)
  }

  /**
   * Undefined for a reference.
   * @throws AppError `invalid_input` with line and column
   */
  get value(): string | undefined {
    if (this.#value === undefined && !this.isReference) {
      this.#value = readValue(this.#document, this.element, this.#escapes)
    }
    return this.#value
  }
}

/** The resources of a file that can have texts, also those that are not translatable. */
export interface ResourceList {
  readonly all: readonly Resource[]
  /** Without repetitions. */
  readonly byId: ReadonlyMap<string, Resource>
}

/**
 * Lists the resources of a file.
 * @throws AppError `invalid_input` with line and column
 */
export function listResources(document: XmlDocument, escapes: Escapes): ResourceList {
  const { root } = document
  if (root.name !== 'resources') {
    const what = `the root element is <${echo(root.name.slice(0, 60))}>, not <resources>`
    throw xmlFault(document, root.start, what, 'Write <resources> around the strings.')
  }
  const isFileTranslatable = isTranslatable(root)
  const known = new Map<string, Resource>()
  const all: Resource[] = []
  let count = 0
  for (const [index, element] of root.children.entries()) {
    const kind = findKind(element)
    if (kind === undefined || !isElement(element)) continue
    const found = readResource(document, { kind, element, index }, escapes, isFileTranslatable)
    count += kind === 'array' ? found.slots.length : 1
    assertCount(count - 1, (what, fix) => xmlFault(document, element.start, what, fix))
    const first = known.get(found.id)
    if (first === undefined) known.set(found.id, found)
    all.push(first === undefined ? found : { ...found, repeats: first })
  }
  return { all, byId: known }
}

function findKind(node: XmlNode): ResourceKind | undefined {
  if (!isElement(node)) return undefined
  if (node.name === 'string' || node.name === 'plurals') return node.name
  if (node.name === 'string-array') return 'array'
  return node.name === 'item' && getAttribute(node, 'type') === 'string' ? 'string' : undefined
}

const isTranslatable = (element: XmlElement): boolean => getAttribute(element, 'translatable') !== 'false'

type Place = Pick<Resource, 'kind' | 'element' | 'index'>

function readResource(document: XmlDocument, place: Place, escapes: Escapes, isFileTranslatable: boolean): Resource {
  const { kind, element, index } = place
  const name = getAttribute(element, 'name')
  if (name === undefined || name === '') {
    throw xmlFault(document, element.start, `<${element.name}> has no name`, `Write <${element.name} name="…">.`)
  }
  const product = getAttribute(element, 'product')
  const label = product === undefined || product === 'default' ? name : `${name}#${product}`
  if (label.length > MAX_KEY_UNITS - 10) {
    const what = `the name ${echo(label.slice(0, 60))} has ${label.length} characters`
    throw xmlFault(document, element.start, what, 'Use a shorter name.')
  }
  const slots: Slot[] = []
  const own = kind === 'string' ? [element] : listElements(element, 'item')
  for (const item of own) {
    const slot = kind === 'plurals' ? (getAttribute(item, 'quantity') ?? '') : String(slots.length)
    if (kind === 'plurals') assertQuantity(document, item, slot, slots)
    slots.push(new Slot(document, item, slot, escapes))
  }
  // Without a spread, which would give each object a hidden class of its own.
  const isOpen = isFileTranslatable && isTranslatable(element)
  return { kind, id: toId(kind, label), label, element, index, isTranslatable: isOpen, slots }
}

function assertQuantity(document: XmlDocument, item: XmlElement, quantity: string, before: readonly Slot[]): void {
  if (!isCategory(quantity)) {
    const what =
      quantity === '' ? 'an item has no quantity' : `the quantity ${echo(quantity.slice(0, 60))} does not exist`
    throw xmlFault(document, item.start, what, `Use ${CATEGORY_ORDER.join(', ')}.`)
  }
  if (before.some(({ name }) => name === quantity)) {
    throw xmlFault(document, item.start, `the quantity ${quantity} occurs twice`, 'Remove one of them.')
  }
}

/** A text that is only a reference: to another resource, or to an attribute of the theme. */
const REFERENCE = /^\s*(?:@(?:null|empty|[+*]?(?:[\w.]+:)?\w+\/[\w.-]+)|\?(?:[\w.]+:)?(?:\w+\/)?[\w.]*[a-z][\w.]*)\s*$/

const MAX_REFERENCE = 500

function isReference({ text }: XmlDocument, { contentStart, contentEnd }: XmlElement): boolean {
  if (contentEnd - contentStart > MAX_REFERENCE) return false
  const mark = text[skipSpace(text, contentStart)]
  return (mark === '@' || mark === '?') && REFERENCE.test(text.slice(contentStart, contentEnd))
}

function readValue(document: XmlDocument, element: XmlElement, escapes: Escapes): string {
  return readLimited(document, element, () => {
    const decoder = escapes.decoder(hasSpans(element))
    const value = decoder.finish(readInline(document, element, decoder))
    assertWhole('a string', value, (what, fix) => xmlFault(document, element.contentStart, what, fix))
    return value
  })
}

/** Whether a string has styled text, with which the compiler keeps the white space at its ends. */
export const hasSpans = (element: XmlElement): boolean =>
  hasMarkup(element) && listElements(element).some(({ name }) => !isPlaceholderTag(name))

export const hasSameTexts = (first: Resource, again: Resource): boolean =>
  first.slots.length === again.slots.length &&
  first.slots.every(({ name, value }, at) => name === again.slots[at]?.name && value === again.slots[at]?.value)

const toId = (kind: ResourceKind, label: string): string => (kind === 'string' ? label : `${kind}/${label}`)

export const itemKey = (key: string, at: number): string => `${key}.${at}`

/**
 * The keys of the resources of a file: their labels, so that strings, plurals and arrays of the same name differ by the kind before it (`plurals/day`). The
 * items of an array have their index behind its key. A target file keeps the keys of the source file.
 */
export class Keys {
  readonly #list: ResourceList
  readonly #source: Keys | undefined
  /** Keys of plurals and arrays that differ from their labels, by ID. */
  readonly #own = new Map<string, string>()
  /** Keys of plurals and of items of arrays. */
  readonly #taken = new Set<string>()

  constructor(list: ResourceList, source?: Keys) {
    this.#list = list
    this.#source = source
    for (const kind of ['plurals', 'array']) {
      for (const resource of list.all) if (resource.kind === kind) this.#add(resource)
    }
  }

  #add({ id, kind, label, slots }: Resource): void {
    const given = this.#source === undefined ? undefined : this.#source.#find(id)
    const isTaken = kind === 'array' ? slots.some((_, at) => this.#isTaken(itemKey(label, at))) : this.#isTaken(label)
    const key = given ?? (isTaken ? id : label)
    if (key !== label) this.#own.set(id, key)
    if (kind === 'plurals') this.#taken.add(key)
    else for (const at of slots.keys()) this.#taken.add(itemKey(key, at))
  }

  /** Whether a string, a plural or an item has a key. IDs of strings are their keys. */
  #isTaken(key: string): boolean {
    if (this.#list.byId.has(key) || this.#taken.has(key)) return true
    return this.#source !== undefined && this.#source.#isTaken(key)
  }

  #find(id: string): string | undefined {
    const resource = this.#list.byId.get(id)
    return resource && this.get(resource)
  }

  get({ id, kind, label }: Resource): string {
    const own = this.#own.get(id)
    if (own !== undefined || kind !== 'string' || this.#source === undefined) return own ?? label
    const isOther = !this.#source.#list.byId.has(id) && this.#source.#isTaken(label)
    return isOther ? `string/${label}` : label
  }
}
