import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The files that pulls wrote below one root on this machine. Later pulls may replace them. */
export interface PulledLog {
  /** Whether an earlier pull wrote these bytes to a path. */
  wrote(path: string, bytes: Buffer): Promise<boolean>
  /** Records the files of a pull: path to content. */
  add(files: ReadonlyMap<string, string>): Promise<void>
}

interface PulledLogOptions {
  /** The user's state folder of this program. */
  readonly stateFolder: string
  readonly root: string
  readonly newId: () => string
}

/** The latest paths of one root that are kept. */
const MAX_PATHS = 50_000
const MAX_LOG_BYTES = 32 * 1024 * 1024

/** Opens the log of a root on first use. An unreadable log counts as empty: then files are identified by their keys. */
export function openPulledLog({ stateFolder, root, newId }: PulledLogOptions): PulledLog {
  const folder = join(stateFolder, 'pulled')
  const file = join(folder, `${sha256Hex(root).slice(0, 32)}.json`)
  let known: Promise<ReadonlyMap<string, string>> | undefined
  return {
    wrote: async (path, bytes) => {
      known ??= readLog(file)
      return (await known).get(path) === sha256Hex(bytes)
    },
    add: async files => {
      known = undefined
      // A path that is written again becomes the latest.
      const all = new Map(await readLog(file))
      for (const [path, content] of files) {
        all.delete(path)
        all.set(path, sha256Hex(content))
      }
      const kept = [...all].slice(-MAX_PATHS)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await replaceFile(file, `${file}.${newId()}.part`, JSON.stringify({ root, files: Object.fromEntries(kept) }))
    },
  }
}

async function readLog(file: string): Promise<ReadonlyMap<string, string>> {
  try {
    const text = await readFile(file, 'utf8')
    if (text.length > MAX_LOG_BYTES) return new Map()
    const { files } = JSON.parse(text) as { readonly files?: Readonly<Record<string, unknown>> }
    return new Map(
      Object.entries(files ?? {}).flatMap(([path, hash]) => (typeof hash === 'string' ? [[path, hash]] : [])),
    )
  } catch {
    return new Map()
  }
}

async function replaceFile(file: string, part: string, text: string): Promise<void> {
  try {
    const handle = await open(part, 'wx', 0o600)
    try {
      await handle.writeFile(text)
    } finally {
      await handle.close()
    }
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

const sha256Hex = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
