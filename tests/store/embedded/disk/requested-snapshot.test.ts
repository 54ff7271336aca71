import { expect, it } from 'vitest'
import { Disk } from '../../../../src/store/embedded/disk/folder.ts'
import { Tables } from '../../../../src/store/embedded/memory/tables.ts'
import { temporaryFolder } from '../../../harness/folder.ts'
import { NO_SNAPSHOTS } from '../folder.ts'
import { MemoryFiles } from '../memory.ts'

it('a snapshot that is requested during another one is created after it', async () => {
  const folder = await temporaryFolder()
  const troubles: unknown[] = []
  const report = (trouble: unknown): void => void troubles.push(trouble)
  const sizes = { journalBytes: NO_SNAPSHOTS, longTransaction: NO_SNAPSHOTS }
  const upgrades = { shape: 1, version: '0.1.0', migrations: [], beforeMigration: async () => undefined }
  const options = { folder, files: new MemoryFiles(), ...sizes, ...upgrades, report }
  const disk = await Disk.open(options, new Tables())
  expect(disk.isSnapshotDue).toBe(false)
  disk.requestSnapshot()
  expect(disk.isSnapshotDue).toBe(true)
  await disk.beginSnapshot(report)
  disk.requestSnapshot()
  expect(disk.isSnapshotDue).toBe(false)
  await expect.poll(() => disk.isSnapshotDue, { interval: 2 }).toBe(true)
  await disk.close()
  expect(troubles).toEqual([])
})
