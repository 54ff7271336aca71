import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runProcess } from '../../../harness/process.ts'
import { describeWith } from '../../../require.ts'
import { newToken, type Serving, serveIn } from '../../kill/serving.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

/** More than the rest of a page that a full disk still accepts. */
const LONG = 'x'.repeat(900)

describeWith('tmpfs', 'a service whose disk', () => {
  let disk: SmallDisk
  let service: Serving | undefined

  beforeEach(() => {
    disk = mountSmallDisk(2 ** 22)
  })

  afterEach(async () => {
    await service?.kill('SIGKILL')
    disk.unmount()
  })

  /** Makes a token of this name, or lists them. */
  const ask = async (token: string, name?: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = name === undefined ? null : JSON.stringify({ name, description: LONG, scopes: ['project:read'] })
    const answer = await fetch(`${service?.url}/api/tokens`, {
      headers,
      ...(body !== null && { method: 'POST', body }),
    })
    return { status: answer.status, after: answer.headers.get('retry-after'), body: await answer.json() }
  }

  it('is full returns 503 with the reason, serves reads, and recovers without a restart', async () => {
    const dataDir = join(disk.path, 'data')
    service = await serveIn(dataDir)
    const token = await newToken(dataDir)
    expect(await ask(token, 'before')).toMatchObject({ status: 201 })
    disk.fill()
    const made = ['first', 'before']
    for (let n = 0; n < 9; n++) {
      const answer = await ask(token, `full-${n}`)
      if (answer.status === 201) made.push(`full-${n}`)
      else expect(answer).toMatchObject({ status: 503, after: '10', body: { code: 'store_unavailable' } })
    }
    expect(await ask(token, 'lost')).toMatchObject({
      status: 503,
      body: { code: 'store_unavailable', detail: 'Nothing was saved: the disk is full.', permanent: false },
    })
    expect(made.length).toBeLessThan(6)
    expect(namesIn(await ask(token))).toEqual(made)
    disk.free()
    expect(await ask(token, 'after')).toMatchObject({ status: 201 })
    await service.kill('SIGKILL')
    service = await serveIn(dataDir)
    expect(namesIn(await ask(token))).toEqual([...made, 'after'])
  })

  it('is read-only prevents the start, and the error names the folder', async () => {
    const dataDir = join(disk.path, 'data')
    service = await serveIn(dataDir)
    await newToken(dataDir)
    await service.kill('SIGTERM')
    disk.remount('ro')
    const { code, stderr } = await runProcess(['serve'], { DRAGOMAN_PORT: '0', DRAGOMAN_DATA_DIR: dataDir })
    expect(code).toBe(78)
    expect(stderr).toContain(dataDir)
    expect(stderr).toMatch(/EROFS|read-only/)
    expect(stderr).toMatch(/\n {7}.*DRAGOMAN_DATA_DIR/)
  })
})

function namesIn({ status, body }: { status: number; body: unknown }): readonly string[] {
  expect(status).toBe(200)
  return (body as { tokens: readonly { name: string }[] }).tokens.map(({ name }) => name)
}
