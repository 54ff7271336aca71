import type { RawStore } from '../store.ts'
import { writeArchive } from './write.ts'

/** Stores from before their manifest named the version were written by this one. */
const FIRST_VERSION = '0.1.0'

/** The version of dragoman that can read a store. */
export const getStoreVersion = ({ version = FIRST_VERSION }: Pick<RawStore, 'version'>): string => version

/** Creates a backup of a closed store in its own shape, for the version that wrote it. */
export function writeRawArchive(store: RawStore, now: () => Date): AsyncGenerator<Buffer> {
  const dump = async () => ({ counts: store.counts, batches: () => store.batches(), close: () => undefined })
  return writeArchive({ dump }, { version: getStoreVersion(store), shape: store.shape, now })
}
