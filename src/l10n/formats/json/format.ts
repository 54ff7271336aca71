import { isCategory } from '../../locales/plural-rules.ts'
import type { Format, ReadFile } from '../format.ts'
import { ROOT_OPTION } from '../root-key.ts'
import { ofDialect } from './dialect.ts'
import { readDetails } from './messages/details.ts'
import { isExtracted, isOwnPath, outlineMessages, TEXT_FIELDS } from './messages/fields.ts'
import { planMessages } from './messages/plan.ts'
import { buildOutline, type ObjectShape } from './outline.ts'
import type { JsonTree } from './tree.ts'

/**
 * Flat and nested JSON: every string is an entry; other values are kept. An array is written completely or not at all, because its elements are named by
 * position. In the format of `formatjs extract`, `{ id: { defaultMessage, description } }`, the ID is the key and the description the note. A translation has
 * the same shape, or is flat (`{ id: text }`) if the file or its sibling is.
 */
export const json: Format = {
  id: 'json',
  ...ofDialect({
    hasRootKey: true,
    source: tree => outlineLike(tree, tree),
    target: (tree, _locale, source) => outlineLike(tree, source?.tree ?? tree),
    plan: (root, request) => (isExtracted(request.source) ? planMessages(root, request, EXTRACTED.field) : root),
    describe(parsed, { tree }) {
      if (!isExtracted(tree)) return parsed
      const details = readDetails(tree.root, false)
      return {
        entries: parsed.entries.map(entry => ({ ...entry, ...details.get(entry.key) })),
        options: { ...parsed.options, shape: 'formatjs', separator: '' },
      }
    },
  }),
  about: {
    name: 'JSON, flat or nested',
    placeholders: 'ICU, vue-i18n, i18next, printf, Ruby, braces and others, detected by file',
    plurals: 'Those of the detected syntax, inside the message',
    notes: '`description` in files of `formatjs extract`',
    unsupported: 'Values that are not strings are kept. Comments are rejected.',
  },
  matches: path => /\.json$/i.test(path),
  rivals: findJsonRivals,
}

/** The texts in the output of `formatjs extract`. */
const EXTRACTED = { field: 'defaultMessage', nested: false } as const

/** Outlines a file as its source. */
const outlineLike = (tree: JsonTree, source: JsonTree): ObjectShape =>
  isExtracted(source) ? outlineMessages(tree, EXTRACTED) : buildOutline(tree.root, source.nested)

/** Lists the formats that the keys of a plain JSON file look like. */
function findJsonRivals({ path, entries, options }: ReadFile): readonly string[] {
  if (options['shape'] !== undefined) return []
  const keys = entries.map(({ key }) => key)
  const names = new Set(keys)
  // i18next 3 has `item` and `item_plural`.
  const hasOldPlurals = keys.some(key => names.has(`${key}_plural`))
  const hasCount = entries.some(of => of.key.endsWith('_other') && /\{\{\W*count\b/.test(JSON.stringify(of.value)))
  const mayBeMessages = options[ROOT_OPTION] === undefined && (isOwnPath(path) || areMessages(keys))
  return [
    ...(hasFormNames(keys, '_') || hasOldPlurals || hasCount ? ['i18next'] : []),
    ...(hasFormNames(keys, '.') ? ['go-i18n'] : []),
    ...(mayBeMessages ? ['json-messages'] : []),
    ...(keys.some(key => key.startsWith('@')) ? ['arb'] : []),
  ]
}

/** Whether two keys differ only in the plural category behind their last separator: `item_one` and `item_few`, `item.one` and `item.other`. */
function hasFormNames(keys: readonly string[], separator: string): boolean {
  const stems = new Set<string>()
  for (const key of keys) {
    const at = key.lastIndexOf(separator)
    if (at <= 0 || !isCategory(key.slice(at + 1))) continue
    const stem = key.slice(0, at)
    if (stems.has(stem)) return true
    stems.add(stem)
  }
  return false
}

/** The first name of a key, in which dots are escaped, and what is behind it. */
const FIRST_NAME = /^((?:[^.\\]|\\.)*)\.(.+)$/s

/** Whether every object at the root has a text where message objects have it. */
function areMessages(keys: readonly string[]): boolean {
  const parents = new Set<string>()
  const messages = new Set<string>()
  for (const key of keys) {
    const [, parent, name = ''] = FIRST_NAME.exec(key) ?? []
    if (parent === undefined) continue
    parents.add(parent)
    if (TEXT_FIELDS.has(name)) messages.add(parent)
  }
  return messages.size > 0 && messages.size === parents.size
}
