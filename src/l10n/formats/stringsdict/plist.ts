import type { AppError } from '../../../errors.ts'
import { echo } from '../../../text/escape.ts'
import { getOrAdd } from '../../groups.ts'
import { isCategory, sortForms } from '../../locales/plural-rules.ts'
import type { Message } from '../../message/message.ts'
import { assertKeyLength, assertLength, showKey } from '../faults.ts'
import { PART_SIGN } from '../xcstrings/slots.ts'
import { skipSpace } from '../xml/characters.ts'
import { parseXmlIfAny, xmlFault } from '../xml/scan.ts'
import { readText } from '../xml/text.ts'
import { findLines, isElement, listElements, type XmlDocument, type XmlElement } from '../xml/tree.ts'

export interface Pair {
  readonly name: string
  readonly key: XmlElement
  readonly value: XmlElement
}

export interface StringsDict {
  readonly document: XmlDocument
  readonly dict: XmlElement
  readonly pairs: readonly Pair[]
}

const NAME = '.stringsdict'

/**
 * Parses a `.stringsdict` file; undefined without one, or if it has no element.
 * @throws AppError `invalid_input` with line and column.
 */
export function parseStringsDict(file: string | undefined): StringsDict | undefined {
  const document = parseXmlIfAny(file, NAME)
  if (document === undefined) return undefined
  const { root } = document
  const [dict] = listElements(root)
  if (root.name !== 'plist' || dict?.name !== 'dict') {
    const what = root.name === 'plist' ? 'the plist has no dict' : `the root is <${echo(root.name)}>, not <plist>`
    throw xmlFault(document, (dict ?? root).start, what, 'Write <plist version="1.0"> with one <dict> in it.')
  }
  return { document, dict, pairs: listPairs(document, dict) }
}

/** Creates errors at the start of an element, for `formats/faults.ts`. */
export const faultAt =
  (document: XmlDocument, { start }: XmlElement) =>
  (what: string, fix: string): AppError =>
    xmlFault(document, start, what, fix)

/**
 * Lists the pairs of a dictionary.
 * @throws AppError `invalid_input` if a key has no value, or a value no key.
 */
export function listPairs(document: XmlDocument, dict: XmlElement): Pair[] {
  const pairs: Pair[] = []
  let key: XmlElement | undefined
  const missingValue = (of: XmlElement, fix: string) =>
    xmlFault(document, of.start, `the key ${showKey(readText(document, of))} has no value`, fix)
  for (const node of dict.children) {
    if (!isElement(node)) {
      if (node.kind !== 'cdata' && (node.kind !== 'text' || skipSpace(document.text, node.start) >= node.end)) continue
      throw xmlFault(document, node.start, 'a text is directly in a dict', 'Put it into <string>, below its <key>.')
    }
    if (node.name === 'key') {
      if (key !== undefined) throw missingValue(key, PAIR_FIX)
      key = node
    } else if (key === undefined) {
      throw xmlFault(document, node.start, `<${echo(node.name)}> has no key`, PAIR_FIX)
    } else {
      pairs.push({ name: readText(document, key), key, value: node })
      key = undefined
    }
  }
  if (key !== undefined) throw missingValue(key, 'Write its value below it.')
  return pairs
}

const PAIR_FIX = 'Write <key>, and its value below it.'

/** Returns the value of a dictionary, if it is an element with the name. */
const findValue = (pairs: readonly Pair[], name: string, element: string): XmlElement | undefined =>
  pairs.find(pair => pair.name === name && pair.value.name === element)?.value

/** Returns the pair of a dictionary that has a name. Dictionaries with many variants are looked at often. */
export const findPair = (document: XmlDocument, dict: XmlElement, name: string): Pair | undefined =>
  getOrAdd(pairsOf, dict, () => new Map(listPairs(document, dict).map(pair => [pair.name, pair]))).get(name)

const pairsOf = new WeakMap<XmlElement, ReadonlyMap<string, Pair>>()

export const FORMAT_KEY = 'NSStringLocalizedFormatKey'
const TYPE_KEY = 'NSStringFormatSpecTypeKey'
const PLURAL_TYPE = 'NSStringPluralRuleType'
const WIDTH_KEY = 'NSStringVariableWidthRuleType'
const DEVICE_KEY = 'NSStringDeviceSpecificRuleType'

/** A text or plural in the value of a key, which is an entry. */
export interface Slot {
  readonly key: string
  /** The names of the dictionaries and of the value, from the value of the key. */
  readonly path: readonly string[]
  readonly value: Message
  /** The `<string>` of a text, or the `<dict>` of a plural. */
  readonly element: XmlElement
}

/** Whether the value of a name has variants by width or device. */
export const isRule = (name: string): boolean => name === WIDTH_KEY || name === DEVICE_KEY

/** Whether an entry is a variable of a format. */
export const isVariable = ({ key, path }: Slot): boolean => key.endsWith(`substitutions.${path.at(-1)}`)

/**
 * Lists the texts and plurals in the value of a key. A format that is only one variable, and the variable, are one plural with the key itself. `known` has the
 * keys of the source, whose format may have a text around the variable.
 */
export function listSlots(document: XmlDocument, { name, value }: Pair, known?: ReadonlySet<string>): readonly Slot[] {
  const slots: Slot[] = []
  addSlots(document, slots, value, { key: name, path: [] }, known)
  return slots
}

function addSlots(
  document: XmlDocument,
  slots: Slot[],
  element: XmlElement,
  { key, path }: Pick<Slot, 'key' | 'path'>,
  known: ReadonlySet<string> | undefined,
): void {
  assertKeyLength(key, faultAt(document, element))
  if (element.name === 'string') {
    slots.push({ key, path, value: readLimited(document, element), element })
    return
  }
  if (element.name !== 'dict') return
  const pairs = listOnce(document, element)
  const part = (kind: string, name: string): string => `${key}${path.length === 0 ? PART_SIGN : '.'}${kind}.${name}`
  const format = findValue(pairs, FORMAT_KEY, 'string')
  if (format !== undefined) {
    const variables = listVariables(document, pairs)
    const [only] = variables
    const text = readLimited(document, format)
    if (
      only !== undefined &&
      variables.length === 1 &&
      isOnly(text, only.name) &&
      known?.has(part('substitutions', only.name)) !== true
    ) {
      slots.push({ key, path: [...path, only.name], ...only })
    } else {
      slots.push({ key, path: [...path, FORMAT_KEY], value: text, element: format })
      for (const variable of variables) {
        const name = part('substitutions', variable.name)
        assertKeyLength(name, faultAt(document, variable.element))
        slots.push({ key: name, path: [...path, variable.name], ...variable })
      }
    }
  }
  for (const [rule, kind] of RULES) {
    const dict = findValue(pairs, rule, 'dict')
    for (const pair of dict === undefined ? [] : listOnce(document, dict)) {
      addSlots(document, slots, pair.value, { key: part(kind, pair.name), path: [...path, rule, pair.name] }, known)
    }
  }
}

const RULES = [
  [WIDTH_KEY, 'width'],
  [DEVICE_KEY, 'device'],
] as const

/** Lists the pairs of an inner dictionary, where programs read one of two with the same key. */
function listOnce(document: XmlDocument, dict: XmlElement): readonly Pair[] {
  const pairs = listPairs(document, dict)
  const seen = new Map<string, Pair>()
  for (const pair of pairs) {
    const first = seen.get(pair.name)
    if (first !== undefined) {
      const lines = findLines(document, first.key, pair.key).join(' and ')
      throw faultAt(document, pair.key)(
        `the key ${showKey(pair.name)} occurs twice (lines ${lines})`,
        'Remove one of them.',
      )
    }
    seen.set(pair.name, pair)
  }
  return pairs
}

/** Whether a format is only a variable: `%#@count@` or `%1$#@count@`. */
const isOnly = (format: string, name: string): boolean =>
  format.endsWith(`#@${name}@`) && /^%(?:\d{1,3}\$?)?$/.test(format.slice(0, -name.length - 3))

interface Variable {
  readonly name: string
  readonly element: XmlElement
  readonly value: Message
}

function listVariables(document: XmlDocument, pairs: readonly Pair[]): Variable[] {
  return pairs.flatMap(({ name, value: element }) => {
    if (element.name !== 'dict') return []
    const inner = listOnce(document, element)
    const type = findValue(inner, TYPE_KEY, 'string')
    if (type === undefined || readText(document, type) !== PLURAL_TYPE) return []
    return [{ name, element, value: readForms(document, inner) }]
  })
}

export const listForms = (pairs: readonly Pair[]): Pair[] =>
  pairs.filter(({ name, value }) => isCategory(name) && value.name === 'string')

function readForms(document: XmlDocument, pairs: readonly Pair[]): Message {
  const forms = new Map(listForms(pairs).map(({ name, value }) => [name, readLimited(document, value)]))
  return sortForms(forms)
}

function readLimited(document: XmlDocument, element: XmlElement): string {
  const text = readText(document, element)
  assertLength('a string', text, faultAt(document, element))
  return text
}
