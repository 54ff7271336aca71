import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small file system in memory, which really gets full. */
export interface SmallDisk {
  /** Where it is mounted. */
  readonly path: string
  /** Uses all space except so many bytes. */
  fill(rest?: number): void
  /** Gives back what `fill` took. */
  free(): void
  /** Refused by the system while a file on it is open for writing. */
  remount(mode: 'ro' | 'rw'): void
  unmount(): void
}

/** Mounts one; `describeWith('tmpfs', …)` skips where this user may not. */
export function mountSmallDisk(bytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'dragoman-disk-'))
  const ballast = join(path, 'ballast')
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'tmpfs', path])
  return {
    path,
    fill: (rest = 0) => {
      const { bavail, bsize } = statfsSync(path)
      if (rest > 0) writeFileSync(ballast, Buffer.alloc(bavail * bsize - rest))
      else for (const size of [256 * 1024, 4096]) while (takes(ballast, size));
    },
    free: () => rmSync(ballast, { force: true }),
    remount: mode => void execFileSync('mount', ['-o', `remount,${mode}`, path]),
    unmount: () => {
      execFileSync('umount', ['-l', path])
      rmdirSync(path)
    },
  }
}

/** Whether so much more fits; a part of it may have been written if it does not. */
function takes(path: string, size: number): boolean {
  try {
    appendFileSync(path, Buffer.alloc(size))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}
