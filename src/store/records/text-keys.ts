import { normalizeSource } from '../../l10n/memory/compare-sources.ts'
import type { Message } from '../../l10n/message/message.ts'
import { mainText } from '../../l10n/translation/shown-text.ts'
import { isOpenEntry } from '../../l10n/translation/state.ts'
import type { Frozen } from '../frozen.ts'
import { compoundKey } from './define.ts'
import type { EntryRecord, TranslationRecord } from './entries.ts'

type SourceString = Pick<Frozen<EntryRecord>, 'project_id' | 'source'>

/**
 * The index key of a source string: equal for equal strings of a project, whatever their context. A short hash, because every string of a store has one:
 * different strings can share it, so compare them.
 */
export const sourceKey = ({ project_id, source }: SourceString): string => hashText(project_id, '', source)

/** The index key of a text in a locale; see `sourceKey`. */
export const valueKey = (projectId: string, locale: string, value: Frozen<Message>): string =>
  hashText(projectId, locale, value)

/** The source key of a string that the main branch lists for translation. */
export const openSourceKey = (entry: Frozen<EntryRecord>): string | undefined =>
  isOpenEntry(entry) ? sourceKey(entry) : undefined

/** The sources of an entry as the translation memory compares them: its own, and those that it carries of branches and earlier pushes. */
export const listSources = ({ source, sources = [] }: Frozen<EntryRecord>): readonly string[] =>
  [source, ...sources.map(other => other.source)].map(normalizeSource)

/** The value key of a translation that belongs to the source of the main branch. */
export function currentValueKey(translation: Frozen<TranslationRecord>): string | undefined {
  const { project_id, locale, open, stale } = translation
  const text = open && stale?.reason !== 'source_changed' ? mainText(translation) : undefined
  return text && valueKey(project_id, locale, text.value)
}

function hashText(projectId: string, locale: string, message: Frozen<Message>): string {
  const text =
    typeof message === 'string' ? message : JSON.stringify(Object.entries(message).sort(([a], [b]) => (a < b ? -1 : 1)))
  return hash52(compoundKey(projectId, locale, text))
}

/**
 * A fast hash of 52 bits as four characters, which take little memory and time: two mixed 32-bit multiplications per unit. It is no checksum, and anyone can
 * find collisions.
 */
function hash52(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return String.fromCharCode(high >>> 19, (high >>> 6) & 0x1fff, low >>> 19, (low >>> 6) & 0x1fff)
}
