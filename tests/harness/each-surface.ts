import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { it } from 'vitest'
import { localHandle } from '../../src/auth/users/handles.ts'
import { type Dragoman, type Overrides, startDragoman } from '../harness.ts'
import { type CallTool, SURFACES } from './surfaces.ts'

interface Stage {
  readonly call: CallTool
  readonly surface: string
  readonly dragoman: Dragoman
  /** The handle that the calls act as. */
  readonly me: string
  /** Where stdio and the command line read and write files. */
  readonly root: string
}

interface Options extends Overrides {
  /** Of the token, and of stdio and the command line. Default `all`. */
  readonly scopes?: string
}

/** Runs one test body by every surface, each on a service of its own. */
export function eachSurface(
  name: string,
  body: (stage: Stage) => Promise<void>,
  { scopes = 'all', ...overrides }: Options = {},
): void {
  const me = localHandle(userInfo().username)
  for (const [surface, connect] of Object.entries(SURFACES)) {
    it(`${name} (by ${surface})`, async () => {
      const dragoman = await startDragoman(overrides)
      const root = await mkdtemp(join(tmpdir(), 'dragoman-root-'))
      try {
        const connected = await connect({ dragoman, me, scopes, root })
        try {
          await body({ call: connected.call, surface, dragoman, me, root })
        } finally {
          await connected.close()
        }
      } finally {
        await dragoman.stop()
        await rm(root, { recursive: true, force: true })
      }
    })
  }
}
