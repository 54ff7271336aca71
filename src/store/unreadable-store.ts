import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { VERSION } from '../package-root.ts'
import { shellQuote } from '../shell-commands.ts'
import { BACKUPS, listBackups } from './archive/backups.ts'
import { SHAPE_VERSION } from './records/schema.ts'
import type { UnreadableShapeError } from './unreadable-shape-error.ts'

/** Explains that another version of dragoman wrote the store, with the command that restores the newest backup that this version can read. */
export async function explainUnreadableStore({ store }: UnreadableShapeError, dataDir: string): Promise<AppError> {
  const { folder, has, version } = store
  const writer = version === undefined ? '' : `, written by dragoman ${version}`
  const message = `The store in ${folder} has ${has}${writer}. This is dragoman ${VERSION}, which reads shapes up to ${SHAPE_VERSION}.`
  const start = `Nothing was changed. Start ${version === undefined || version === VERSION ? 'the version that wrote it' : `dragoman ${version}`} or a later one.`
  const backup = (await listBackups(dataDir)).find(({ isReadable }) => isReadable)
  if (backup === undefined) {
    const fix = `${start} ${join(dataDir, BACKUPS)} has no backup that this version can read.`
    return new AppError('bad_config', message, { fix })
  }
  return new AppError('bad_config', message, {
    fix: dragoman =>
      `${start}\nOr restore the backup of ${backup.madeAt}; later changes are saved first: ${dragoman(`restore ${shellQuote(backup.path)} --replace`)}`,
  })
}
