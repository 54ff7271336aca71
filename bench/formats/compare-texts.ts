import type { Format } from '../../src/l10n/formats/format.ts'
import type { Message } from '../../src/l10n/message/message.ts'

type Texts = ReadonlyMap<string, Message>

/** Whether two files have the same texts by key. Plural forms that the header of only one of them has do not count. */
export function isSameText(format: Format, ours: Texts, theirs: Texts): boolean {
  if (ours.size !== theirs.size) return false
  const isByHeader = 'pluralCategories' in format
  for (const [key, value] of ours) {
    const other = theirs.get(key)
    if (other === undefined || !isSameMessage(value, other, isByHeader)) return false
  }
  return true
}

function isSameMessage(value: Message, other: Message, isByHeader: boolean): boolean {
  if (typeof value === 'string' || typeof other === 'string') return value === other
  const forms = new Set([...Object.keys(value), ...Object.keys(other)])
  return [...forms].every(
    form => value[form] === other[form] || (isByHeader && (value[form] === undefined || other[form] === undefined)),
  )
}
