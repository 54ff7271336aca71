import type { Node } from 'jsonc-parser'
import {
  findProperty,
  getNodeEnd,
  type JsonTree,
  jsonFault,
  listProperties,
  type Property,
  parseJson,
} from '../json/tree.ts'
import { positionAt } from '../position.ts'

/** A string of a catalog with all its localizations. */
export interface CatalogString {
  readonly key: string
  readonly property: Property
  /** Localizations by the name of their locale. */
  readonly localizations: ReadonlyMap<string, Node>
  /** Whether it is no entry: Xcode marks it as not translatable or as removed from the code, or it is the empty key of views without a text. */
  readonly isIdle: boolean
}

/** A parsed string catalog. */
export interface Catalog {
  readonly tree: JsonTree
  readonly sourceLanguage: string
  readonly strings: readonly CatalogString[]
  /** The object of the strings. */
  readonly object: Node
  /** The names of all locales that have a localization. */
  readonly names: ReadonlySet<string>
  /** The lines of two occurrences of keys, with the same value. */
  readonly duplicates: ReadonlyMap<string, readonly [number, number]>
}

/**
 * Parses a string catalog.
 * @throws AppError `invalid_input` with line and column.
 */
export function parseCatalog(file: string): Catalog {
  const tree = parseJson(file)
  const { text, root } = tree
  const language = findProperty(root, 'sourceLanguage')?.value
  const object = findProperty(root, 'strings')?.value
  if (language?.type !== 'string' || object?.type !== 'object') {
    const name = language?.type === 'string' ? 'strings' : 'sourceLanguage'
    const what = name === 'strings' ? 'the object "strings" is missing' : 'the text "sourceLanguage" is missing'
    throw jsonFault(text, (name === 'strings' ? object : language)?.offset ?? root.offset, what, FIX)
  }
  const names = new Set<string>()
  const strings = listProperties(object).map(property => readString(property, names))
  const duplicates = tree.hasDuplicates ? findDuplicates(tree, object) : NO_DUPLICATES
  return { tree, sourceLanguage: String(language.value), strings, object, names, duplicates }
}

const FIX = 'Open the string catalog in Xcode, and save it again.'
const NO_DUPLICATES: ReadonlyMap<string, readonly [number, number]> = new Map()

function readString(property: Property, names: Set<string>): CatalogString {
  const localizations = new Map<string, Node>()
  let isIdle = property.name === ''
  for (const { name, value } of listProperties(property.value)) {
    if (name === 'localizations') {
      for (const one of listProperties(value)) {
        if (one.value.type !== 'object') continue
        names.add(one.name)
        localizations.set(one.name, one.value)
      }
    } else if (name === 'shouldTranslate') isIdle ||= value.value === false
    else if (name === 'extractionState') isIdle ||= value.value === 'stale'
  }
  return { key: property.name, property, localizations, isIdle }
}

/** Maximum keys that are reported as duplicates. */
const MAX_DUPLICATES = 20

/**
 * Returns the lines of the first keys that occur twice.
 * @throws AppError `invalid_input` if a name occurs twice elsewhere, where programs read one of them.
 */
function findDuplicates({ text, root }: JsonTree, object: Node): Catalog['duplicates'] {
  const found = new Map<string, readonly [number, number]>()
  const visit = (node: Node): void => {
    const seen = new Map<string, Property>()
    for (const property of listProperties(node)) {
      const { name, key, value } = property
      const first = seen.get(name)
      seen.set(name, first ?? property)
      visit(value)
      if (first === undefined) continue
      if (node === object && found.has(name)) continue
      const lines = [positionAt(text, first.key.offset).line, positionAt(text, key.offset).line] as const
      if (node !== object) {
        const what = `the name ${JSON.stringify(name)} occurs twice (lines ${lines.join(' and ')})`
        throw jsonFault(text, key.offset, what, 'Remove one of them.')
      }
      found.set(name, lines)
      if (found.size === MAX_DUPLICATES) return
    }
  }
  visit(root)
  return found
}

/** Returns the property of an object, if it is an object. */
export function findObject(node: Node | undefined, name: string): Node | undefined {
  const value = node === undefined ? undefined : findProperty(node, name)?.value
  return value?.type === 'object' ? value : undefined
}

/** Returns the text of a property; empty if it has none. */
export function findText(node: Node, name: string): string {
  const value = findProperty(node, name)?.value
  return value?.type === 'string' ? String(value.value) : ''
}

export const getRaw = ({ text }: JsonTree, node: Node): string => text.slice(node.offset, getNodeEnd(node))
