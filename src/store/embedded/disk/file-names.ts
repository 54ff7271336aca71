import { collectionDefinitions, logDefinitions } from '../../engine/definitions.ts'
import { FORMER_TABLES } from '../../records/migrations/upgrade.ts'
import { listSnapshotFiles, type Manifest, STAGED_MANIFEST_NAME } from './snapshot/manifest.ts'

const TABLE_NAMES = [...Object.keys(collectionDefinitions), ...Object.keys(logDefinitions), ...FORMER_TABLES].join('|')
const SNAPSHOT_FILE = new RegExp(`^(?:${TABLE_NAMES})\\.\\d+(?:\\.\\d+\\.json|\\.jsonl|\\.index\\.json)$`)
const JOURNAL = /^journal\.(\d+)\.jsonl$/
const TRANSACTION = /^transaction\.(\d+)\.jsonl$/

/** Whether the store creates files of this name. */
export const isStoreFile = (file: string): boolean =>
  SNAPSHOT_FILE.test(file) || JOURNAL.test(file) || TRANSACTION.test(file) || file === STAGED_MANIFEST_NAME

export const transactionName = (number: number): string => `transaction.${number}.jsonl`

/** Parses the number of a journal; undefined for other files. */
export const parseJournalNumber = (file: string): number | undefined => parseNumber(file, JOURNAL)

/** Parses the number of a transaction file; undefined for other files. */
export const parseTransactionNumber = (file: string): number | undefined => parseNumber(file, TRANSACTION)

function parseNumber(file: string, pattern: RegExp): number | undefined {
  const [, number] = pattern.exec(file) ?? []
  return number === undefined ? undefined : Number(number)
}

/** Finds files that nothing needs: of earlier or unfinished snapshots, of journals that a snapshot contains, and a new journal that no line names. */
export function findLeftovers(there: readonly string[], manifest: Manifest, newestJournal: number): readonly string[] {
  const named = listSnapshotFiles(manifest)
  return there.filter(file => {
    const journal = parseJournalNumber(file)
    return journal === undefined
      ? isStoreFile(file) && !named.has(file)
      : journal < manifest.journal || journal > newestJournal
  })
}

/** The highest number in all file names of the store. A higher one gives an unused name. */
export const findHighestNumber = (there: readonly string[]): number =>
  Math.max(0, ...there.filter(isStoreFile).flatMap(file => file.match(/\d+/g)?.map(Number) ?? []))
