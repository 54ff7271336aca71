import { isDeepStrictEqual } from 'node:util'
import { isLocaleName, spellsLocale } from '../../locales/spellings.ts'
import { describeLocales } from '../root-key.ts'
import { type JsonTree, jsonFault, listProperties, type Property, parseJson } from './tree.ts'

/**
 * Parses a source file, whose only key at the root may be its locale.
 * @throws AppError `invalid_input` with line and column, also for a file whose keys at the root are several locales: each is a file of its own here.
 */
export function parseOneLocale(text: string, rootLocale: string | undefined): JsonTree {
  if (rootLocale === undefined) return parseJson(text)
  const tree = parseJson(text, name => spellsLocale(name, rootLocale))
  const [first, second, ...others] = listProperties(tree.root)
  if (tree.rootProperty !== undefined || first === undefined || second === undefined) return tree
  const all = [first, second, ...others]
  const languages = listLanguages(first)
  const hasSource = languages.length > 1 && languages.some(name => spellsLocale(name, rootLocale))
  if (hasSource && all.every(one => isDeepStrictEqual(listLanguages(one), languages))) {
    const what = `the file has texts in several languages below each key, ${languages.slice(0, 2).join(' and ')}`
    throw jsonFault(tree.text, first.value.offset, what, 'Split it into a file per language, with a text per key.')
  }
  const areLocales = all.every(({ name, value }) => value.type === 'object' && isLocaleName(name))
  if (!areLocales || !all.some(({ name }) => spellsLocale(name, rootLocale))) return tree
  throw jsonFault(tree.text, second.key.offset, ...describeLocales(first.name, second.name, 'json'))
}

/** The names in an object that has a text per language, such as `en` and `de`; none of another one. */
function listLanguages({ value }: Property): readonly string[] {
  const texts = value.type === 'object' ? listProperties(value) : []
  return texts.every(one => one.value.type === 'string' && isLocaleName(one.name)) ? texts.map(({ name }) => name) : []
}
