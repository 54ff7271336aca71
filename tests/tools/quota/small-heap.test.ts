import { describe, expect, it } from 'vitest'
import { run } from '../../harness/command-line.ts'
import { withFolder } from '../../harness/folder.ts'
import { start } from '../../harness/process.ts'
import type { Refused } from '../../harness/refused.ts'
import { callByRest } from '../../harness/rest-call.ts'
import { openJar } from '../../web/jar.ts'
import { sourceFile } from './filling.ts'

const isNightly = process.env['DRAGOMAN_NIGHTLY'] !== undefined

const STRINGS_A_PUSH = 3000
/** More than fits a heap of 128 MiB. */
const PUSHES = 40

/** Serves a folder with a heap of this many MiB until `body` is done; fails when the process ends before. */
async function served(dataDir: string, mebibytes: number, body: (url: string) => Promise<void>): Promise<void> {
  const env = {
    DRAGOMAN_DATA_DIR: dataDir,
    DRAGOMAN_PORT: '0',
    NODE_OPTIONS: `--max-old-space-size=${mebibytes}`,
  }
  const server = start(['serve'], env)
  try {
    const url = /"url":"([^"]+)"/.exec(await server.seen(/"url":"[^"]+"/))?.[1] ?? ''
    await body(url)
    expect(server.child.exitCode).toBeNull()
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
  }
}

const refusalOf = (call: Promise<unknown>): Promise<Refused | undefined> =>
  call.then(
    () => undefined,
    (reason: unknown) => reason as Refused,
  )

describe.skipIf(!isNightly)('a server with a small heap', () => {
  it('rejects pushes before its memory is exhausted, and continues with everything else', async () => {
    await withFolder(async dataDir => {
      const machine = (...args: readonly string[]) => run(args, { DRAGOMAN_DATA_DIR: dataDir })
      const create = ['token', 'create', '--user', 'ada', '--create', '--name', 'fill', '--scopes', 'all', '--quiet']
      const token = (await machine(...create)).stdout.trim()
      const project = 'ada/app'
      const push = (url: string, at: number) => {
        const content = sourceFile(STRINGS_A_PUSH, at * STRINGS_A_PUSH)
        const files = [{ path: `f${at}.json`, content, target: `{locale}/f${at}.json` }]
        return callByRest(url, token, 'push_source', { project, files })
      }
      let pushes = 0
      await served(dataDir, 128, async url => {
        await callByRest(url, token, 'create_project', { project, source_locale: 'en', target_locales: ['de'] })
        let refusal: Refused | undefined
        while (refusal === undefined && pushes < PUSHES) {
          refusal = await refusalOf(push(url, pushes))
          pushes += 1
        }
        expect(refusal).toMatchObject({ code: 'quota_exceeded', message: expect.stringContaining('short of memory') })
        await callByRest(url, token, 'get_context', {})
        await callByRest(url, token, 'get_work', { project, locale: 'de' })
        const jar = openJar(url)
        await jar.get(new URL((await machine('login-link', '--quiet')).stdout.trim()).pathname)
        expect(await jar.get('/account')).toMatchObject({ status: 200, path: '/account' })
        await callByRest(url, token, 'delete_project', { project, confirm: project })
        await callByRest(url, token, 'restore_project', { project })
      })
      await served(dataDir, 512, async url => {
        expect(await push(url, pushes)).toMatchObject({ added: STRINGS_A_PUSH })
      })
    })
  })
})
