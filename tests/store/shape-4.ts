import { everyTable, ODD_TEXTS } from './archive-samples.ts'
import { AT } from './contract/samples.ts'
import type { OldTables } from './older-shape.ts'

type Old = Readonly<Record<string, unknown>>

const { sources: _new, ...others } = everyTable(ODD_TEXTS.join(' '))

/** How the fourth shape had the records of tables that are others now. */
const CHANGED: Readonly<Record<string, (record: Old) => Old>> = {
  entries: ({ source, sources = [], ...entry }) => {
    const versions = [{ src: entry['src'], source }, ...(sources as readonly object[])]
    return { ...entry, versions: versions.map(version => ({ ...version, at: AT })), placeholders: [] }
  },
  translations: ({ open: _open, shown: _shown, ...unit }) => ({ ...unit, faulty: false, ignores: [] }),
  target_files: file => ({ ...file, pulled_at: AT }),
}

const withMark = (record: object): object => ({ ...record, unlined: true })

/** Every record that this version brings those of the fourth shape to: nobody knows which earlier sources were of which string. */
export const NOW: OldTables = {
  ...others,
  branch_files: others.branch_files.map(file => ({ ...file, items: file.items.map(withMark) })),
  entries: others.entries.map(withMark),
  translations: others.translations.map(unit => ({ ...unit, texts: unit.texts.map(withMark) })),
}

/** Records as the fourth shape had them. */
export const SHAPE_4: OldTables = Object.fromEntries(
  Object.entries<readonly object[]>(others).map(([table, records]) => [
    table,
    records.map(record => CHANGED[table]?.({ ...record }) ?? record),
  ]),
)
