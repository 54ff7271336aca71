import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readlinkSync, renameSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { AppError } from '../../errors.ts'

/** Systems take socket paths of 103 (macOS) or 107 bytes (Linux). */
const MAX_SOCKET_PATH_BYTES = 100

/**
 * A path of a data folder that leaves room for a socket's name: the folder itself, or a link to it in a folder that only this user can write.
 * The socket lies in the data folder either way, so that processes with other temporary folders or other users meet on it.
 * @throws AppError `bad_config` when another user has taken the place of the links.
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
  throw new AppError('bad_config', `${links} is not a folder that belongs to you alone.`, {
    fix: `Remove it, or choose a data folder with a path shorter than ${dataDir}.`,
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
