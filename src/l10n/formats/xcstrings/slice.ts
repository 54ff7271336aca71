import { detectStyle } from '../json/style.ts'
import { parseCatalog } from './catalog.ts'
import { type Draft, openNode, printDraft } from './draft.ts'
import { findLocaleName } from './locales.ts'

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
