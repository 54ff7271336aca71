import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readlinkSync, renameSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { AppError } from '../../errors.ts'

/** Below the limits of macOS (103 bytes) and Linux (107 bytes). */
const MAX_SOCKET_PATH_BYTES = 100

/**
 * Returns a path of the data folder that is short enough for a socket: the folder itself, or a link to it in a private folder. The socket itself is in the
 * data folder in both cases, so that all processes find it.
 * @throws AppError `bad_config` when another user owns the folder of the links.
 */
export function getShortPath(dataDir: string, nameLength: number): string {
  const folder = resolve(dataDir)
  const fits = (path: string): boolean => Buffer.byteLength(path) + 1 + nameLength <= MAX_SOCKET_PATH_BYTES
  if (fits(folder)) return folder
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const owner = process.getuid?.() ?? 0
  const links = [join(tmpdir(), `dragoman-${owner}`)].find(path => fits(join(path, name))) ?? `/tmp/dragoman-${owner}`
  createLinkFolder(links, folder, owner)
  return createLink(join(links, name), folder)
}

function createLinkFolder(links: string, dataDir: string, owner: number): void {
  mkdirSync(links, { recursive: true, mode: 0o700 })
  const found = lstatSync(links)
  if (found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0) return
  throw new AppError('bad_config', `${links} is not a private folder of this user.`, {
    fix: `Remove it, or use a data folder with a shorter path than ${dataDir}.`,
  })
}

function createLink(link: string, folder: string): string {
  if (readLinkTarget(link) === folder) return link
  const fresh = `${link}.${process.pid}`
  symlinkSync(folder, fresh)
  renameSync(fresh, link)
  return link
}

function readLinkTarget(link: string): string | undefined {
  try {
    return readlinkSync(link)
  } catch {
    return undefined
  }
}
