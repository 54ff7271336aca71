import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs `body` with the path of a data folder that does not exist yet, and removes what it left there. */
export async function withFolder<T>(body: (dataDir: string) => Promise<T>): Promise<T> {
  const parent = await mkdtemp(join(tmpdir(), 'dragoman-'))
  try {
    return await body(join(parent, 'data'))
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}
