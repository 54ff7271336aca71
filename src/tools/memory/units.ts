import { normalizeSource } from '../../l10n/memory/normalize.ts'
import type { Message } from '../../l10n/message/message.ts'
import { hasError } from '../../l10n/translation/findings.ts'
import { findCarriedSource } from '../../l10n/translation/sources.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { MemoryUnitRecord } from '../../store/records/memory.ts'
import type { Reader, RecordsWithText } from '../../store/store.ts'
import type { Entry, TextVersion } from '../translations/records.ts'

/** A source with its translation: of an entry, or imported. */
export interface MemoryUnit {
  readonly source: Frozen<Message>
  readonly target: Frozen<Message>
  readonly state: 'translated' | 'approved'
  /** Absent if it is unknown. */
  readonly syntax?: string | undefined
  readonly at: string
  readonly entry?: Entry
  readonly imported?: Frozen<MemoryUnitRecord>
}

type UnitReader = Pick<Reader, 'entries' | 'translations' | 'memory_units'>

/** Records of which units are read at a time. */
const CHUNK = 50

/** Reads the units of entries that have a text as their source, or had it. Reads at most `most` records. */
export async function* readEntryUnits(
  { text, ids }: RecordsWithText,
  locale: string,
  { entries, translations }: UnitReader,
): AsyncGenerator<readonly MemoryUnit[]> {
  for (let from = 0; from < ids.length; from += CHUNK) {
    const units: MemoryUnit[] = []
    for (const entry of await entries.getEach(ids.slice(from, from + CHUNK))) {
      const translation = entry && (await translations.by('unit', compoundKey(entry.id, locale)))
      for (const version of translation?.texts ?? []) {
        const source = entry && findCarriedSource(entry, version.src)
        if (source === undefined || !isReusable(version) || normalizeSource(source) !== text) continue
        const { value: target, state, at } = version
        units.push({ source, target, state, syntax: entry?.syntax, at, ...(entry !== undefined && { entry }) })
      }
    }
    yield units
  }
}

/** Reads the imported units that have a text as their source. */
export async function readImportedUnits(
  { text, ids }: RecordsWithText,
  { memory_units }: UnitReader,
): Promise<readonly MemoryUnit[]> {
  const found = await memory_units.getEach(ids)
  return found.flatMap(imported => {
    if (imported === undefined || normalizeSource(imported.source) !== text) return []
    const { source, target, changed_at } = imported
    return [{ source, target, state: 'translated', at: changed_at, imported }]
  })
}

type Reusable = TextVersion & { readonly state: MemoryUnit['state'] }

/** Whether the memory offers a text: nobody has to look at it first, and the checks find no error. */
export const isReusable = (text: TextVersion): text is Reusable =>
  text.state !== 'needs_review' && text.unresolved !== true && !hasError(text)
