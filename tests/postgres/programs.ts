import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isExecutable, pathFolders } from '../path-programs.ts'

/**
 * The folder with the programs of the newest PostgreSQL: on the path, or where packages put them beside a folder of the path. Debian has them in
 * /usr/lib/postgresql/<version>/bin, Homebrew in opt/postgresql@<version>/bin.
 */
export function findPostgres(): string | undefined {
  const folders = pathFolders().flatMap(folder => [
    folder,
    ...below(join(folder, '../lib/postgresql')),
    ...below(join(folder, '../opt'), 'postgresql'),
  ])
  const found = [...new Set(folders)].filter(folder =>
    ['initdb', 'postgres'].every(name => isExecutable(join(folder, name))),
  )
  return found.map(folder => ({ folder, version: versionIn(folder) })).toSorted((a, b) => b.version - a.version)[0]
    ?.folder
}

/** PgBouncer; Debian puts it where ordinary users have no path to. */
export function findPgBouncer(): string | undefined {
  return pathFolders()
    .flatMap(folder => [join(folder, 'pgbouncer'), join(folder, '../sbin/pgbouncer')])
    .find(isExecutable)
}

/** The major version of the programs in a folder. */
export const versionIn = (folder: string): number =>
  Number(/\d+/.exec(spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout)?.[0] ?? 0)

/** Whom the servers run as: they refuse root, so that root starts them as a user without rights. Undefined = this user. */
export function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map(flag => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user postgres or nobody. Run the tests as another user.',
  )
}

/** Gives files to the user of the servers. */
export function giveToServer(...paths: readonly string[]): void {
  const user = serverUser()
  if (user !== undefined) execFileSync('chown', [`${user.uid}:${user.gid}`, ...paths])
}

function below(folder: string, prefix = ''): readonly string[] {
  try {
    return readdirSync(folder)
      .filter(name => name.startsWith(prefix))
      .map(name => join(folder, name, 'bin'))
  } catch {
    return []
  }
}
