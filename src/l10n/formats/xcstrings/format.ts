import { isDeepStrictEqual } from 'node:util'
import { spellsLocale } from '../../locales/spellings.ts'
import { detectSyntax } from '../../message/detect-syntax.ts'
import { listTexts } from '../../message/message.ts'
import { assertCount, JSON_ESCAPE, showKey, truncateNote } from '../faults.ts'
import type { Format, SourceEntry, TargetEntry } from '../format.ts'
import { detectStyle, getNodeText } from '../json/style.ts'
import { findProperty, findText, type JsonTree, jsonFault, listProperties, type Property } from '../json/tree.ts'
import { type Edit, splice } from '../splice.ts'
import { type Catalog, type CatalogString, findLocaleName, parseCatalog } from './catalog.ts'
import { copyDraft, type Draft, openMember, openNode, printDraft, replaceString } from './draft.ts'
import { listSlots, listSourceSlots } from './slots.ts'
import { writeCatalog } from './write.ts'

/**
 * Xcode's string catalogs: one JSON file for all locales. The source string is that of the source language, or the key. Plural variations are a plural; a
 * variation by device or width is an entry, `key|==|device.iphone`, and so is a substitution, `key|==|substitutions.count`. Strings that Xcode marks as not
 * translatable or as stale are no entries.
 */
export const xcstrings: Format = {
  id: 'xcstrings',
  hasExactZero: true,
  numbersSubstitutions: true,
  isApple: true,
  extensions: '.xcstrings',
  escape: JSON_ESCAPE,
  unfinishedMark: 'needs_review',
  multilingual: { slice: sliceCatalog, keepOthers },
  about: {
    name: 'Apple string catalogs',
    placeholders: 'printf with `%@`, `%lld`, `%arg` and `%#@name@`',
    plurals:
      'Plural variations, also of a device (`key|==|device.iphone`), of a width (`key|==|width.20`) and of substitutions (`key|==|substitutions.count`)',
    states: '`translated` is translated; all other states, such as `needs_review`, are `needs_review`',
    notes: '`comment`',
    unsupported:
      'Strings with `shouldTranslate: false` and stale strings are kept. So are variations inside a plural category. New strings come from Xcode, not from a pull.',
    details: [
      'Variations: each device and each width of the source is an entry, with a text or a plural',
      'Texts without variations: the form `other` of a plural, also in the source, if any locale varies by plural',
    ],
  },
  matches: path => /\.xcstrings$/i.test(path),
  read(text, _rootLocale, locale) {
    const catalog = parseCatalog(text)
    if (locale !== undefined) assertSourceLanguage(catalog, locale)
    const entries = listEntries(catalog)
    const { indent, eol } = detectStyle(catalog.tree)
    const texts = entries.flatMap(({ value }) => listTexts(value))
    return {
      entries,
      options: { syntax: detectSyntax(texts), indent, eol, final_newline: catalog.tree.text.endsWith('\n') },
    }
  },
  readTarget(text, locale, source) {
    const catalog = parseCatalog(text)
    const name = findLocaleName(catalog, locale)
    if (name === undefined) return []
    const from = source === undefined || source === text ? catalog : parseCatalog(source)
    const model = listTranslatable(from).flatMap(string => listSourceSlots(string, from.sourceLanguage))
    const known = new Set(model.map(({ key }) => key))
    // Xcode lets a text stand without variations for a plural: programs show it for all numbers.
    const plurals = new Set(model.flatMap(({ key, value }) => (typeof value === 'string' ? [] : [key])))
    return listTranslatable(catalog).flatMap(string => {
      const repetition = catalog.repeated.get(string.key)
      return readTranslations(string, name, known).map(entry => {
        const isForm = typeof entry.value === 'string' && plurals.has(entry.key)
        return { ...entry, ...(isForm && { value: { other: entry.value } }), ...repetition }
      })
    })
  },
  write: writeCatalog,
}

function readTranslations(
  { key, localizations }: CatalogString,
  name: string,
  known: ReadonlySet<string>,
): TargetEntry[] {
  const localization = localizations.get(name)
  const slots = localization === undefined ? [] : listSlots(localization, key, known)
  return slots.flatMap(({ path: _path, ...entry }) => (entry.value === '' ? [] : [entry]))
}

/** Lists the strings to translate without repetitions. */
function listTranslatable({ strings, repeated }: Catalog): readonly CatalogString[] {
  const once = repeated.isEmpty ? strings : new Map(strings.map(string => [string.key, string])).values()
  return [...once].filter(({ isIdle }) => !isIdle)
}

function listEntries(catalog: Catalog): SourceEntry[] {
  const { tree, sourceLanguage, repeated } = catalog
  const entries: SourceEntry[] = []
  const seen = new Set<string>()
  for (const string of listTranslatable(catalog)) {
    const { value: node, key: name } = string.property
    const description = truncateNote(findText(node, 'comment') ?? '')
    const { duplicate, differs } = repeated.get(string.key)
    for (const { key, value } of listSourceSlots(string, sourceLanguage)) {
      if (seen.has(key)) {
        const what = `the key ${showKey(key)} is also that of a variation or substitution`
        throw jsonFault(tree.text, name.offset, what, 'Rename the string.')
      }
      assertCount(entries.length, (what, fix) => jsonFault(tree.text, name.offset, what, fix))
      seen.add(key)
      entries.push({
        key,
        value,
        ...(description !== '' && { description }),
        ...(duplicate !== undefined && key === string.key && { duplicate }),
        ...(differs === true && { differs }),
      })
    }
  }
  return entries
}

/** @throws AppError `invalid_input` if the source language is not the source locale of the project. */
function assertSourceLanguage({ tree, sourceLanguage }: Catalog, locale: string): void {
  if (spellsLocale(sourceLanguage, locale)) return
  const what = `"sourceLanguage" is ${showKey(sourceLanguage)}, but the source locale of the project is ${locale}`
  const fix = 'Set the source locale of the project, or the source language of the catalog.'
  throw jsonFault(tree.text, findProperty(tree.root, 'sourceLanguage')?.value.offset ?? 0, what, fix)
}

/** Returns a catalog for each locale that a catalog has, with its translations alone. */
function sliceCatalog(text: string, locales: readonly string[]): ReadonlyMap<string, string> {
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
function keepOthers(text: string, other: string | undefined, own: readonly string[]): string {
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
