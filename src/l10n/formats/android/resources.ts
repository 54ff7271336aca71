import { echo } from '../../../text/escape.ts'
import { CATEGORY_ORDER } from '../../locales/plural-rules.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { MAX_ENTRIES, MAX_KEY_UNITS, SPLIT_FILE_FIX } from '../limits.ts'
import { positionAt } from '../position.ts'
import { xmlFault } from '../xml/scan.ts'
import { hasMarkup, readInline } from '../xml/text.ts'
import { getAttribute, isElement, listElements, type XmlDocument, type XmlElement, type XmlNode } from '../xml/tree.ts'
import { type Escapes, isPlaceholderTag } from './escapes.ts'

export type ResourceKind = 'string' | 'plurals' | 'array'

/** A string, the plural forms of one, or an array of strings. */
export interface Resource {
  readonly kind: ResourceKind
  /** The kind, name and product, which are unique in a file. */
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

/** The place of one text: a string, a plural form, or an item of an array. */
export interface Slot {
  readonly element: XmlElement
  /** The plural category, or the index in the array. */
  readonly name: string
  /** Undefined for a reference to another resource, such as `@string/ok`. */
  readonly value: string | undefined
}

/** Longest raw text that is decoded: an escape in XML has up to ten characters for two. */
const MAX_RAW_UNITS = 8 * MAX_TEXT_UNITS

/**
 * Lists the resources of a file that can have texts, also those that are not translatable.
 * @throws AppError `invalid_input` with line and column
 */
export function listResources(document: XmlDocument, escapes: Escapes): readonly Resource[] {
  const { root } = document
  if (root.name !== 'resources') {
    const what = `the root element is <${echo(root.name.slice(0, 60))}>, not <resources>`
    throw xmlFault(document, root.start, what, 'Write <resources> around the strings.')
  }
  const isFileTranslatable = isTranslatable(root)
  const known = new Map<string, Resource>()
  const resources: Resource[] = []
  let count = 0
  for (const [index, element] of root.children.entries()) {
    const kind = findKind(element)
    if (kind === undefined || !isElement(element)) continue
    const found = readResource(document, { kind, element, index }, escapes, isFileTranslatable)
    count += kind === 'array' ? found.slots.length : 1
    if (count > MAX_ENTRIES) {
      throw xmlFault(document, element.start, `the file has more than ${MAX_ENTRIES} entries`, SPLIT_FILE_FIX)
    }
    const first = known.get(found.id)
    if (first === undefined) known.set(found.id, found)
    else assertSameTexts(document, first, found)
    resources.push(first === undefined ? found : { ...found, repeats: first })
  }
  return resources
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
  const { kind, element } = place
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
  const quantities = new Set<string>()
  for (const [at, item] of own.entries()) {
    const slot = kind === 'plurals' ? (getAttribute(item, 'quantity') ?? '') : String(at)
    if (kind === 'plurals') assertQuantity(document, item, slot, quantities)
    slots.push({ element: item, name: slot, value: readValue(document, item, escapes) })
  }
  return {
    ...place,
    id: `${kind} ${label}`,
    label,
    isTranslatable: isFileTranslatable && isTranslatable(element),
    slots,
  }
}

const CATEGORIES: ReadonlySet<string> = new Set(CATEGORY_ORDER)

function assertQuantity(document: XmlDocument, item: XmlElement, quantity: string, seen: Set<string>): void {
  if (!CATEGORIES.has(quantity)) {
    const what =
      quantity === '' ? 'an item has no quantity' : `the quantity ${echo(quantity.slice(0, 60))} does not exist`
    throw xmlFault(document, item.start, what, `Use ${CATEGORY_ORDER.join(', ')}.`)
  }
  if (seen.has(quantity)) {
    throw xmlFault(document, item.start, `the quantity ${quantity} occurs twice`, 'Remove one of them.')
  }
  seen.add(quantity)
}

/** A text that is only a reference: to another resource, or to an attribute of the theme. */
const REFERENCE = /^\s*(?:@(?:null|empty|[+*]?(?:[\w.]+:)?\w+\/[\w.-]+)|\?(?:[\w.]+:)?(?:\w+\/)?[\w.]*[a-z][\w.]*)\s*$/

function readValue(document: XmlDocument, element: XmlElement, escapes: Escapes): string | undefined {
  const { contentStart, contentEnd } = element
  const length = contentEnd - contentStart
  if (length < 500 && REFERENCE.test(document.text.slice(contentStart, contentEnd))) return undefined
  if (length <= MAX_RAW_UNITS) {
    const decoder = escapes.decoder(hasSpans(element))
    const value = decoder.finish(readInline(document, element, decoder))
    if (LONE_SURROGATE.test(value)) {
      const fix = 'Write the character itself, or both halves of its surrogate pair.'
      throw xmlFault(document, contentStart, 'a string contains a lone surrogate', fix)
    }
    if (value.length <= MAX_TEXT_UNITS) return value
  }
  const what = `a string has more than ${MAX_TEXT_UNITS} characters`
  throw xmlFault(document, contentStart, what, 'Split the string into several entries.')
}

const LONE_SURROGATE = /\p{Surrogate}/u

/** Whether a string has styled text, with which the compiler keeps the white space at its ends. */
const hasSpans = (element: XmlElement): boolean =>
  hasMarkup(element) && listElements(element).some(({ name }) => !isPlaceholderTag(name))

function assertSameTexts(document: XmlDocument, first: Resource, again: Resource): void {
  const isSame =
    first.slots.length === again.slots.length &&
    first.slots.every(({ name, value }, at) => name === again.slots[at]?.name && value === again.slots[at]?.value)
  if (isSame) return
  const lines = findLines(document, first, again).join(' and ')
  const what = `the name ${echo(again.label.slice(0, 60))} occurs twice with different values (lines ${lines})`
  throw xmlFault(document, again.element.start, what, 'Remove one of them.')
}

/** The lines of two resources. */
export const findLines = ({ text }: XmlDocument, first: Resource, again: Resource): [number, number] => [
  positionAt(text, first.element.start).line,
  positionAt(text, again.element.start).line,
]

/**
 * Assigns each resource its key: its name, so that strings, plurals and arrays of the same name differ by the kind before it (`plurals/day`). The items of an
 * array have their index behind its key. `given` has the keys of the source file by ID, which a target file keeps.
 */
export function assignKeys(
  resources: readonly Resource[],
  given: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  const taken = new Set(given.values())
  for (const kind of ['string', 'plurals', 'array'] as const) {
    for (const { id, label, kind: own, slots } of resources) {
      if (own !== kind || keys.has(id)) continue
      const known = given.get(id)
      const wanted = kind === 'array' ? slots.map((_, at) => itemKey(label, at)) : [label]
      const key = known ?? (wanted.some(one => taken.has(one)) ? `${kind}/${label}` : label)
      keys.set(id, key)
      if (kind !== 'array') taken.add(key)
      else for (const at of slots.keys()) taken.add(itemKey(key, at))
    }
  }
  return keys
}

/** The key of an item of an array. */
export const itemKey = (key: string, at: number): string => `${key}.${at}`
