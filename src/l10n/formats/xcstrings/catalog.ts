import type { Node } from 'jsonc-parser'
import { spellsLocale, toTag } from '../../locales/spellings.ts'
import { findProperty, type JsonTree, jsonFault, listProperties, type Property, parseJson } from '../json/tree.ts'
import { findLines, RepeatedKeys } from '../repeated-keys.ts'

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
  readonly repeated: RepeatedKeys
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
  const repeated = new RepeatedKeys()
  if (tree.hasDuplicates) findDuplicates(tree, object, repeated)
  return { tree, sourceLanguage: String(language.value), strings, object, names, repeated }
}

const FIX = 'Open the string catalog in Xcode, and save it again.'

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

/**
 * Finds the keys that occur twice.
 * @throws AppError `invalid_input` if a name occurs twice elsewhere, where programs read one of them.
 */
function findDuplicates({ text, root, conflicts }: JsonTree, object: Node, repeated: RepeatedKeys): void {
  const differing = new Set(conflicts.map(({ again }) => again.node))
  const visit = (node: Node): void => {
    const seen = new Map<string, Property>()
    for (const property of listProperties(node)) {
      const { name, key, value } = property
      const first = seen.get(name)
      seen.set(name, first ?? property)
      visit(value)
      if (first === undefined) continue
      const listLines = () => findLines(text, first.key.offset, key.offset)
      if (node !== object) {
        const what = `the name ${JSON.stringify(name)} occurs twice (lines ${listLines().join(' and ')})`
        throw jsonFault(text, key.offset, what, 'Remove one of them.')
      }
      repeated.add(name, !differing.has(property.node), listLines)
    }
  }
  visit(root)
}

/** Returns the property of an object, if it is an object. */
export function findObject(node: Node | undefined, name: string): Node | undefined {
  const value = findProperty(node, name)?.value
  return value?.type === 'object' ? value : undefined
}

/**
 * Returns the name of a locale in a catalog, such as `zh-Hans` for `zh-CN` and `iw` for `he`; undefined if it has no localization. The name has the locale
 * itself or its likely script and region: `fr-CA` is not `fr`. The source language has no other name.
 */
export function findLocaleName({ names, sourceLanguage }: Catalog, locale: string): string | undefined {
  if (names.has(locale)) return locale
  const wanted = maximize(locale)
  for (const name of names) {
    if (name !== sourceLanguage && spellsLocale(name, locale) && maximize(toTag(name) ?? name) === wanted) return name
  }
  return undefined
}

/** Adds the likely subtags. Norwegian without Nynorsk is Bokmål. */
const maximize = (tag: string): string => new Intl.Locale(tag).maximize().baseName.replace(/^nb\b/, 'no')
