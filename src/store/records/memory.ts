import { z } from 'zod'
import { normalizeSource } from '../../l10n/memory/compare-sources.ts'
import { compoundKey, defineCollection } from './define.ts'
import { Id, Instant, Origin } from './fields.ts'
import { textSize } from './sizes.ts'

/** A source with its translation from an imported file. Translations of projects are memory themselves, without such a record. */
const MemoryUnitRecord = z.object({
  id: Id,
  account_id: Id,
  /** Hash of what makes it the same unit as one of a later import. */
  identity: z.string(),
  source_locale: z.string(),
  locale: z.string(),
  source: z.string(),
  target: z.string(),
  /** Where the file says that it is from. */
  project: z.string().optional(),
  file: z.string().optional(),
  key: z.string().optional(),
  /** The source strings before and after it there. */
  previous: z.string().optional(),
  next: z.string().optional(),
  note: z.string().optional(),
  /** When it was last changed, according to the file, or else imported. */
  changed_at: Instant,
  /** Who imported it. */
  origin: Origin,
  /** The import that added or changed it last. */
  import_id: Id,
})

export type MemoryUnitRecord = z.infer<typeof MemoryUnitRecord>

/** The size of a unit in the account's quota. */
export const memoryUnitSize = ({
  source,
  target,
  project = '',
  file = '',
  key = '',
  previous = '',
  next = '',
  note = '',
}: Pick<MemoryUnitRecord, 'source' | 'target' | 'project' | 'file' | 'key' | 'previous' | 'next' | 'note'>): number =>
  textSize(source, target, project, file, key, previous, next, note)

/** The key of an account's units from one locale into another. */
export const memoryPairKey = (accountId: string, sourceLocale: string, locale: string): string =>
  compoundKey(accountId, sourceLocale, locale)

export const memoryCollections = {
  memory_units: defineCollection({
    schema: MemoryUnitRecord,
    unique: { identity: unit => compoundKey(unit.account_id, unit.identity) },
    index: {
      account: unit => unit.account_id,
      import: unit => compoundKey(unit.account_id, unit.import_id),
      pair: unit => memoryPairKey(unit.account_id, unit.source_locale, unit.locale),
    },
    counted: ['account'],
    texts: { source: { index: 'pair', of: unit => [normalizeSource(unit.source)] } },
    weights: { bytes: memoryUnitSize },
    shard: unit => compoundKey(unit.account_id, unit.locale),
  }),
}
