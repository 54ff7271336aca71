import { isDeepStrictEqual } from 'node:util'
import { detectStyle, getNodeText } from '../json/style.ts'
import { type JsonTree, listProperties, type Property } from '../json/tree.ts'
import { type Edit, splice } from '../splice.ts'
import { type Catalog, type CatalogString, findLocaleName, parseCatalog } from './catalog.ts'
import { copyDraft, type Draft, openMember, openNode, printDraft, replaceString } from './draft.ts'

/** Returns a catalog for each locale that a catalog has, with its translations alone. */
export function sliceCatalog(text: string, locales: readonly string[]): ReadonlyMap<string, string> {
  const catalog = parseCatalog(text)
  const { tree, object, strings } = catalog
  const style = detectStyle(tree)
  const slices = new Map<string, string>()
  for (const locale of locales) {
    const name = findLocaleName(catalog, locale)
    if (name === undefined) continue
    const root = openNode(tree.root)
    const listed: Draft = { node: object, members: new Map() }
    for (const { key, property, localizations } of strings) {
      const localization = localizations.get(name)
      if (localization === undefined) continue
      const string = openNode(property.value)
      string.members.set('localizations', { node: undefined, members: new Map([[name, localization]]) })
      listed.members.set(key, string)
    }
    root.members.set('strings', listed)
    slices.set(locale, tree.bom + tree.text.slice(0, tree.root.offset) + printDraft(tree, style, root, ''))
  }
  return slices
}

/** See `Multilingual`. The strings are those of `text`, each with its key, source string and notes. */
export function keepOthers(text: string, other: string | undefined, own: readonly string[]): string {
  const catalog = parseCatalog(text)
  const { tree, strings } = catalog
  const kept = other === undefined ? undefined : parseCatalog(other)
  const known = new Map(kept?.strings.map(string => [string.key, string]))
  const isOwn = createOwnTest(kept === undefined ? [catalog] : [catalog, kept], own)
  const style = detectStyle(tree)
  const from = kept?.tree ?? tree
  const isSameStyle = isDeepStrictEqual(style, detectStyle(from))
  const edits = strings.flatMap((string): Edit[] => {
    const node = string.property.value
    const before = listOthers(known.get(string.key), isOwn)
    const after = listOthers(string, isOwn)
    if (node.type !== 'object' || isDeepStrictEqual(toTexts(from, before), toTexts(tree, after))) return []
    const draft = openNode(node)
    const localizations = openMember(draft, 'localizations')
    const names = new Set(before.map(({ name }) => name))
    for (const { name } of after) if (!names.has(name)) localizations.members.delete(name)
    for (const { name, value } of before) {
      localizations.members.set(name, isSameStyle ? getNodeText(from, value) : copyDraft(from, value))
    }
    return [replaceString(tree, style, node, draft)]
  })
  return tree.bom + splice(tree.text, edits)
}

/** Returns whether a name is that of the source language, or of one of the locales, in one of the catalogs. */
function createOwnTest(catalogs: readonly Catalog[], own: readonly string[]): (name: string) => boolean {
  const listNames = (catalog: Catalog) => own.flatMap(locale => findLocaleName(catalog, locale) ?? [])
  const names = new Set(catalogs.flatMap(catalog => [catalog.sourceLanguage, ...listNames(catalog)]))
  return name => names.has(name)
}

/** Lists the localizations of other locales, also those that are no objects. */
const listOthers = (string: CatalogString | undefined, isOwn: (name: string) => boolean): readonly Property[] =>
  listProperties(string?.property.value)
    .filter(({ name }) => name === 'localizations')
    .flatMap(({ value }) => listProperties(value))
    .filter(({ name }) => !isOwn(name))

const toTexts = (tree: JsonTree, localizations: readonly Property[]): readonly (readonly [string, string])[] =>
  localizations.map(({ name, value }) => [name, getNodeText(tree, value)])
