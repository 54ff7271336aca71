import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Runs `body` with the path of a data folder that does not exist yet, and removes what it left there. */
export async function withFolder<T>(body: (dataDir: string) => Promise<T>): Promise<T> {
  const parent = await mkdtemp(join(tmpdir(), 'dragoman-'))
  try {
    return await body(join(parent, 'data'))
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

/** Creates a folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
