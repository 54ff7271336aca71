import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databasePrefix } from '../postgres/databases.ts'

/** A disk in memory is used if so much of it is free: a run uses a tenth. Bytes. */
const ROOM = 2 * 2 ** 30
const MEMORY = '/dev/shm'

/** The temporary folder of a run and of all its processes. */
export interface RunFolder {
  readonly path: string
  /** Has another folder removed with it. */
  readonly add: (path: string) => void
  /** Ends what still runs in it, and removes it. */
  readonly remove: () => Promise<void>
}

/**
 * Creates the folder, in memory where there is room, because tests that wait for a disk depend on what else uses it. However this process ends, nothing is
 * left of the run (`keeper.mjs`).
 */
export function createRunFolder(): RunFolder {
  const path = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'dragoman-run-'))
  // Servers of root run as a user without rights, in a folder below.
  chmodSync(path, 0o711)
  process.env['TMPDIR'] = path
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'keeper.mjs'), path, databasePrefix(path)], {
    cwd: '/',
    // It shall outlive the signals of a terminal, and end itself no process of this run.
    detached: true,
    env: withoutFolder(),
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  unref(keeper)
  return {
    path,
    add: other => void keeper.stdin?.write(`${other}\n`),
    remove: async () => {
      const ended = once(keeper, 'exit')
      keeper.ref()
      keeper.stdin?.end()
      await ended
    },
  }
}

function hasRoom(): boolean {
  if (process.env['TMPDIR'] !== undefined) return false
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM
  } catch {
    return false
  }
}

function withoutFolder(): NodeJS.ProcessEnv {
  const { TMPDIR: _, ...rest } = process.env
  return rest
}

/** Lets this process end although the child runs. */
function unref(child: ChildProcess): void {
  child.unref()
  const input = child.stdin as { unref?: () => void } | null
  input?.unref?.()
}
