import { isCategory } from '../../locales/plural-rules.ts'
import type { ReadFile } from '../format.ts'
import { isOwnPath } from '../json-messages/marks.ts'
import { ROOT_OPTION } from '../root-key.ts'
import { TEXT_FIELDS } from './messages/fields.ts'

/** Lists the formats that the keys of a plain JSON file look like. */
export function findJsonRivals({ path, entries, options }: ReadFile): readonly string[] {
  if (options['shape'] !== undefined) return []
  const keys = entries.map(({ key }) => key)
  const names = new Set(keys)
  // i18next 3 has `item` and `item_plural`.
  const hasOldPlurals = keys.some(key => names.has(`${key}_plural`))
  const mayBeMessages = options[ROOT_OPTION] === undefined && (isOwnPath(path) || areMessages(keys))
  return [
    ...(hasFormNames(keys, '_') || hasOldPlurals ? ['i18next'] : []),
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
