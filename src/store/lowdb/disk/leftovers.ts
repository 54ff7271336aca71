import { collectionDefinitions, logDefinitions } from '../definitions.ts'
import { filesOf, type Manifest, STAGED } from './manifest.ts'

const names = [...Object.keys(collectionDefinitions), ...Object.keys(logDefinitions)].join('|')
const SNAPSHOT_FILE = new RegExp(`^(?:${names})\\.\\d+(?:\\.\\d+\\.json|\\.jsonl|\\.index\\.json)$`)
const JOURNAL = /^journal\.(\d+)\.jsonl$/
const TRANSACTION = /^transaction\.(\d+)\.jsonl$/

/** Whether this program makes files of this name in the folder of a store. */
export const isOurs = (file: string): boolean =>
  SNAPSHOT_FILE.test(file) || JOURNAL.test(file) || TRANSACTION.test(file) || file === STAGED

export const transactionName = (number: number): string => `transaction.${number}.jsonl`

/** The number of a journal; undefined for other files. */
export const journalNumber = (file: string): number | undefined => numberIn(file, JOURNAL)

/** The number of the file of a transaction; undefined for other files. */
export const transactionNumber = (file: string): number | undefined => numberIn(file, TRANSACTION)

function numberIn(file: string, pattern: RegExp): number | undefined {
  const [, number] = pattern.exec(file) ?? []
  return number === undefined ? undefined : Number(number)
}

/**
 * Files of earlier snapshots, of snapshots that did not come to their end, of journals that are in the snapshot, and of one that was made and not begun.
 */
export function leftovers(there: readonly string[], manifest: Manifest, newestJournal: number): readonly string[] {
  const named = filesOf(manifest)
  return there.filter(file => {
    const journal = journalNumber(file)
    return journal === undefined
      ? isOurs(file) && !named.has(file)
      : journal < manifest.journal || journal > newestJournal
  })
}

/** The highest number in the names of our files: a higher one makes names that were never used. */
export const highestNumber = (there: readonly string[]): number =>
  Math.max(0, ...there.filter(isOurs).flatMap(file => file.match(/\d+/g)?.map(Number) ?? []))
