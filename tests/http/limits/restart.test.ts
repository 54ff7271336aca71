import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withFolder } from '../../harness/folder.ts'
import { start } from '../../harness/process.ts'
import { serveHere } from '../../harness/serve-here.ts'
import { isNightly } from '../../runs.ts'

const FILE = 'rate-limits.json'

/** Serves in a process of its own. */
function serveApart(env: Readonly<Record<string, string>>) {
  const running = start(['serve'], env)
  return {
    seen: (pattern: RegExp) => running.seen(pattern),
    stop: () => {
      running.child.kill('SIGTERM')
      return running.ended
    },
  }
}

/** Serves the folder, registers so many clients, stops it, and gives their statuses with the log. */
async function register(dataDir: string, times: number) {
  const env = { DRAGOMAN_PORT: '0', DRAGOMAN_DATA_DIR: dataDir, DRAGOMAN_RATE_LIMIT_FACTOR: '1' }
  const running = isNightly ? serveApart(env) : await serveHere(env)
  const statuses: number[] = []
  try {
    const url = /"url":"([^"]+)"/.exec(await running.seen(/"listening"/))?.[1] ?? ''
    for (let n = 0; n < times; n += 1) {
      const body = JSON.stringify({ redirect_uris: ['http://127.0.0.1/callback'] })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${url}/oauth/register`, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      statuses.push(answer.status)
    }
  } catch (error) {
    await running.stop()
    throw error
  }
  return { statuses, ...(await running.stop()) }
}

it('a restart does not reset the five registrations a minute', async () => {
  await withFolder(async dataDir => {
    expect((await register(dataDir, 4)).statuses).toEqual([201, 201, 201, 201])
    expect((await stat(join(dataDir, FILE))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(dataDir, FILE), 'utf8')).not.toContain('127.0.0.1')
    expect((await readdir(dataDir)).filter(name => name.endsWith('.tmp'))).toEqual([])
    const second = await register(dataDir, 3)
    expect(second.statuses).toEqual([201, 429, 429])
    expect(second.code).toBe(0)
  })
})
