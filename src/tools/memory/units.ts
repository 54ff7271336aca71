import { normalizeSource } from '../../l10n/memory/compare-sources.ts'
import type { Message } from '../../l10n/message/message.ts'
import { hasError } from '../../l10n/translation/findings.ts'
import { findCarriedSource } from '../../l10n/translation/sources.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { MemoryUnitRecord } from '../../store/records/memory.ts'
import type { Reader } from '../../store/store.ts'
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

/** A record whose source is or was a text. */
export interface TextOwner {
  readonly text: string
  readonly id: string
}

export interface OwnedUnits<O> {
  readonly owner: O
  readonly units: readonly MemoryUnit[]
}

/** Reads the units of entries that have a text as their source, or had it. */
export async function readEntryUnits<O extends TextOwner>(
  owners: readonly O[],
  locale: string,
  { entries, translations }: UnitReader,
): Promise<readonly OwnedUnits<O>[]> {
  const found: OwnedUnits<O>[] = []
  const known = await entries.getEach(owners.map(({ id }) => id))
  const translated = await Promise.all(
    known.map(async entry => entry && translations.by('unit', compoundKey(entry.id, locale))),
  )
  for (const [at, entry] of known.entries()) {
    const owner = owners[at]
    const translation = translated[at]
    if (owner === undefined || entry === undefined || translation === undefined) continue
    const units = translation.texts.flatMap(version => {
      const source = findCarriedSource(entry, version.src)
      if (source === undefined || !isReusable(version) || normalizeSource(source) !== owner.text) return []
      const { value: target, state, at: writtenAt } = version
      return [{ source, target, state, syntax: entry.syntax, at: writtenAt, entry }]
    })
    if (units.length > 0) found.push({ owner, units })
  }
  return found
}

/** Reads the imported units that have a text as their source. */
export async function readImportedUnits<O extends TextOwner>(
  owners: readonly O[],
  { memory_units }: UnitReader,
): Promise<readonly OwnedUnits<O>[]> {
  const found = await memory_units.getEach(owners.map(({ id }) => id))
  return owners.flatMap((owner, at): OwnedUnits<O>[] => {
    const imported = found[at]
    if (imported === undefined || normalizeSource(imported.source) !== owner.text) return []
    const { source, target, changed_at } = imported
    return [{ owner, units: [{ source, target, state: 'translated', at: changed_at, imported }] }]
  })
}

type Reusable = TextVersion & { readonly state: MemoryUnit['state'] }

/** Whether the memory offers a text: nobody has to look at it first, and the checks find no error. */
export const isReusable = (text: TextVersion): text is Reusable =>
  text.state !== 'needs_review' && text.unresolved !== true && !hasError(text)
