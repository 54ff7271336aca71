import { echo } from '../../../text/escape.ts'
import { MAX_ENTRIES, MAX_KEY_UNITS, SPLIT_FILE_FIX } from '../limits.ts'
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

/**
 * Lists the pairs of a dictionary.
 * @throws AppError `invalid_input` if a key has no value, or a value no key.
 */
export function listPairs(document: XmlDocument, dict: XmlElement): Pair[] {
  const pairs: Pair[] = []
  let key: XmlElement | undefined
  for (const node of dict.children) {
    if (!isElement(node)) {
      if (node.kind !== 'cdata' && (node.kind !== 'text' || skipSpace(document.text, node.start) >= node.end)) continue
      throw xmlFault(document, node.start, 'a text is directly in a dict', 'Put it into <string>, below its <key>.')
    }
    if ((node.name === 'key') !== (key === undefined)) {
      const what =
        key === undefined
          ? `<${echo(node.name)}> has no key`
          : `the key ${quoteKey(readText(document, key))} has no value`
      throw xmlFault(document, (key ?? node).start, what, 'Write <key>, and its value below it.')
    }
    if (key === undefined) key = node
    else {
      pairs.push({ name: readText(document, key), key, value: node })
      key = undefined
    }
  }
  if (key === undefined) return pairs
  const what = `the key ${quoteKey(readText(document, key))} has no value`
  throw xmlFault(document, key.start, what, 'Write its value below it.')
}

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

export function duplicateKeyError(document: XmlDocument, first: Pair, again: Pair) {
  const lines = findLines(document, first.key, again.key)
  const what = `the key ${quoteKey(again.name)} occurs twice (lines ${lines.join(' and ')})`
  return xmlFault(document, again.key.start, what, 'Remove one of them.')
}

export const takenKeyError = (document: XmlDocument, { key }: Pair, taken: string) =>
  xmlFault(document, key.start, `the key ${quoteKey(taken)} is also that of a variable or variant`, 'Rename the key.')

export function longKeyError(document: XmlDocument, offset: number, key: string) {
  const what = `the key ${quoteKey(key)} has ${key.length} characters; the limit is ${MAX_KEY_UNITS}`
  return xmlFault(document, offset, what, 'Use a shorter key.')
}

export const tooManyError = (document: XmlDocument, { key }: Pair) =>
  xmlFault(document, key.start, `the file has more than ${MAX_ENTRIES} entries`, SPLIT_FILE_FIX)

/** Maximum UTF-16 code units of a key in a message. */
const MAX_SHOWN = 60
const quoteKey = (key: string): string =>
  echo(JSON.stringify(key.length > MAX_SHOWN ? `${key.slice(0, MAX_SHOWN)}…` : key))
