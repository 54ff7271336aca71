import type { AppError } from '../../../errors.ts'
import { echo } from '../../../text/escape.ts'
import { showKey } from '../limits.ts'
import { skipSpace } from '../xml/characters.ts'
import { parseXmlIfAny, xmlFault } from '../xml/scan.ts'
import { readText } from '../xml/text.ts'
import { isElement, listElements, type XmlDocument, type XmlElement } from '../xml/tree.ts'

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
 * Parses a `.stringsdict` file; undefined if it has no element.
 * @throws AppError `invalid_input` with line and column.
 */
export function parseStringsDict(file: string): StringsDict | undefined {
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

/** Creates errors at the start of an element, for `formats/limits.ts`. */
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
export const findValue = (pairs: readonly Pair[], name: string, element: string): XmlElement | undefined =>
  pairs.find(pair => pair.name === name && pair.value.name === element)?.value

/** Returns the pair of a dictionary that has a name. Dictionaries with many variants are looked at often. */
export function findPair(document: XmlDocument, dict: XmlElement, name: string): Pair | undefined {
  let pairs = pairsOf.get(dict)
  if (pairs === undefined) {
    pairs = new Map(listPairs(document, dict).map(pair => [pair.name, pair]))
    pairsOf.set(dict, pairs)
  }
  return pairs.get(name)
}

const pairsOf = new WeakMap<XmlElement, ReadonlyMap<string, Pair>>()
