import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Runs `body` with the path of a data folder that does not exist yet, and removes what it left there. */
export async function withFolder<T>(body: (dataDir: string) => Promise<T>): Promise<T> {
  const parent = await openFolder()
  try {
    return await body(join(parent.path, 'data'))
  } finally {
    await parent.close()
  }
}

/** Creates a folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const { path, close } = await openFolder()
  onTestFinished(close)
  return path
}

/** Creates a folder that is there until it is closed. */
export async function openFolder(): Promise<{ readonly path: string; readonly close: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'dragoman-'))
  return { path, close: () => rm(path, { recursive: true, force: true }) }
}
