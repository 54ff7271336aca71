import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { createPrivateFolder } from '../files/folder.ts'
import { type FileSystem, machineFiles } from '../files/system.ts'
import { SHAPE_VERSION } from '../records/schema.ts'
import type { RawStore } from '../store.ts'
import { BACKUP_ENDING, BACKUPS, formatCompactInstant, listBackups, UPGRADE_PREFIX } from './list-backups.ts'
import { saveArchive } from './save.ts'
import { writeArchive } from './write-backup.ts'

/** Number of these backups that stay in the data folder. */
export const MAX_UPGRADE_BACKUPS = 3

/** An upgrade of a store that is about to begin. */
export interface StoreUpgrade {
  readonly fromShape: number
  readonly toShape: number
  /** Version of dragoman that can read the backup. */
  readonly fromVersion: string
  /** Path of the backup of the old store. */
  readonly backup: string
  /** Whether that version can replace a store of a later shape, or its folder must be moved away first. */
  readonly canReplace: boolean
}

interface UpgradeBackupOptions {
  readonly dataDir: string
  readonly now: () => Date
  readonly system?: FileSystem
}

/**
 * Backs up a store before its upgrade. The backup of an earlier attempt is used again. If it throws, no new file remains.
 * @throws AppError `bad_config`
 */
export async function backUpBeforeUpgrade(
  old: RawStore,
  { dataDir, now, system = machineFiles }: UpgradeBackupOptions,
): Promise<StoreUpgrade> {
  const folder = join(dataDir, BACKUPS)
  const upgrade = {
    fromShape: old.shape,
    toShape: SHAPE_VERSION,
    fromVersion: getStoreVersion(old),
    canReplace: old.version !== undefined,
  }
  try {
    await createPrivateFolder(folder, system)
    const names = await system.readdir(folder)
    for (const name of names.filter(isUnfinished)) await system.rm(join(folder, name), { force: true })
    const ending = `-${old.fingerprint}${BACKUP_ENDING}`
    const earlier = names.find(name => name.startsWith(UPGRADE_PREFIX) && name.endsWith(ending))
    if (earlier !== undefined) return { ...upgrade, backup: join(folder, earlier) }
    await assertDiskSpace(old, folder, system)
    const backup = join(folder, `${UPGRADE_PREFIX}shape-${old.shape}-${formatCompactInstant(now())}${ending}`)
    const options = { force: false, newId: () => old.fingerprint, anyShape: true, system }
    await saveArchive(backup, writeRawArchive(old, now), options)
    return { ...upgrade, backup }
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_config') throw error
    const reason = error instanceof AppError ? error.message : String(error)
    throw new AppError('bad_config', `The store could not be backed up before its upgrade: ${reason}`, {
      fix: `Nothing was changed. Free disk space, and allow this user to write to ${folder}. Then start again.`,
      cause: error,
    })
  }
}

/** What a process left that was killed while it wrote a backup. */
const isUnfinished = (name: string): boolean => name.startsWith(UPGRADE_PREFIX) && name.endsWith('.part')

/** For the new store, which has about the size of the old one, and the compressed backup. */
const SPACE_FACTOR = 1.5
const MIB = 2 ** 20

async function assertDiskSpace({ bytes }: RawStore, folder: string, system: FileSystem): Promise<void> {
  const { bavail, bsize } = await system.statfs(folder)
  const [needed, free] = [bytes * SPACE_FACTOR, bavail * bsize]
  if (free >= needed) return
  const [has, needs] = [Math.floor(free / MIB), Math.ceil(needed / MIB)]
  throw new AppError('bad_config', `The upgrade of the store needs ${needs} MiB on its disk, which has ${has} MiB.`, {
    fix: 'Nothing was changed. Free disk space, and start again.',
  })
}

/** Removes the oldest of these backups after an upgrade, except its own. One that stays only takes space. */
export async function removeOldUpgradeBackups({ backup }: StoreUpgrade, dataDir: string): Promise<void> {
  const found = await listBackups(dataDir)
  const others = found.filter(({ path, isBeforeUpgrade }) => isBeforeUpgrade && path !== backup)
  for (const { path } of others.slice(MAX_UPGRADE_BACKUPS - 1))
    await machineFiles.rm(path, { force: true }).catch(() => undefined)
}

/** Stores from before their manifest named the version were written by this one. */
const FIRST_VERSION = '0.1.0'

/** The version of dragoman that can read a store. */
const getStoreVersion = ({ version = FIRST_VERSION }: Pick<RawStore, 'version'>): string => version

/** Creates a backup of a closed store in its own shape, for the version that wrote it. */
export function writeRawArchive(store: RawStore, now: () => Date): AsyncGenerator<Buffer> {
  const dump = async () => ({ counts: store.counts, batches: () => store.batches(), close: () => undefined })
  return writeArchive({ dump }, { version: getStoreVersion(store), shape: store.shape, now })
}
