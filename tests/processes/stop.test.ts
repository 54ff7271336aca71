import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { start } from '../harness/process.ts'

it('a server that stops says 503 at /ready first, and accepts requests until its delay is over', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-stop-'))
  const server = start(['serve'], {
    DRAGOMAN_DATA_DIR: dataDir,
    DRAGOMAN_PORT: '0',
    DRAGOMAN_STOP_DELAY: '5m',
  })
  try {
    const port = Number(/"port":(\d+)/.exec(await server.seen(/"listening"/))?.[1])
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })
    expect((await ask('/ready')).status).toBe(200)
    server.child.kill('SIGTERM')
    await expect.poll(async () => (await ask('/ready')).status).toBe(503)
    expect(await (await ask('/ready')).json()).toEqual({ status: 'not_ready', reason: 'The server is stopping.' })
    expect((await ask('/up')).status).toBe(200)
    expect((await ask('/api/context')).status).toBe(401)
    server.child.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 143 })
  } finally {
    server.child.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }
})
