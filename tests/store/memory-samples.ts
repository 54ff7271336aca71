import type { MemoryUnitRecord } from '../../src/store/records/memory.ts'
import { AT } from './contract/samples.ts'

/** A unit that was imported into the memory of an account. */
export const memoryUnit = (id: string, fields: Partial<MemoryUnitRecord> = {}): MemoryUnitRecord => ({
  id,
  account_id: 'account-of-ada',
  identity: `identity-of-${id}`,
  source_locale: 'en',
  locale: 'de',
  source: 'Save',
  target: 'Speichern',
  changed_at: AT,
  origin: { kind: 'import', user_id: 'ada', credential: 'token:t1' },
  import_id: 'import',
  ...fields,
})

/** At least one record of each table of the memory; `text` is in every field that a user or a file can set. */
export function memoryTables(text: string): { readonly memory_units: readonly MemoryUnitRecord[] } {
  const place = { project: text, file: text, key: text, previous: text, next: text, note: text }
  return { memory_units: [memoryUnit('mu1', { source: text, target: text, ...place })] }
}
