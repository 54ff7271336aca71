import { isLocaleName, spellsLocale } from '../../locales/spellings.ts'
import { type JsonTree, jsonFault, listProperties, parseJson } from './tree.ts'

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
  const areLocales = all.every(({ name, value }) => value.type === 'object' && isLocaleName(name))
  if (!areLocales || !all.some(({ name }) => spellsLocale(name, rootLocale))) return tree
  const what = `the file has texts in several languages, below ${first.name} and ${second.name}`
  throw jsonFault(
    tree.text,
    second.key.offset,
    what,
    `Split it into a file per language: ${first.name}.json, ${second.name}.json.`,
  )
}
