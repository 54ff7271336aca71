import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text as textOf } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { recordEvent } from '../../src/auth/audit/events.ts'
import { createIdGenerator } from '../../src/store/ids.ts'
import { openStore } from '../../src/store/open.ts'
import { run } from '../harness/command-line.ts'
import { withFolder } from '../harness/folder.ts'
import { bareEnvironment, PROGRAM } from '../harness/process.ts'
import { type Dragoman, startDragoman } from '../harness.ts'

interface Event {
  readonly action: string
  readonly by?: string
  readonly target: string
}

const parse = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Event)

async function withServer(body: (dragoman: Dragoman) => Promise<void>): Promise<void> {
  const dragoman = await startDragoman()
  try {
    await body(dragoman)
  } finally {
    await dragoman.stop()
  }
}

/** Adds this many events without a user. */
async function many({ services }: Dragoman, count: number): Promise<void> {
  const { store, now, newId } = services
  const auditContext = { surface: 'oauth', requestId: 'req-many', now: now(), newId } as const
  await store.transaction(async tx => {
    for (let number = 0; number < count; number += 1) {
      await recordEvent(tx, { action: 'client_registered', target: `${number}` }, auditContext)
    }
  })
}

describe('dragoman audit', () => {
  it('prints the events of an unlocked data folder as text and as JSON Lines', async () => {
    await withFolder(async dataDir => {
      const command = (...args: string[]) => run(args, { DRAGOMAN_DATA_DIR: dataDir })
      expect(await command('audit')).toMatchObject({ code: 0, stdout: '', stderr: 'No events found.\n' })
      await command('token', 'create', '--user', 'ada', '--create', '--name', 'laptop', '--scopes', 'everyday')
      await command('access', 'withdraw', 'ada')
      const { stdout, stderr } = await command('audit')
      expect(stderr).toBe('')
      expect(stdout.split('\n')).toEqual([
        expect.stringMatching(
          /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ {2}- {2}\(control, control\) {2}access withdraw {2}ada {2}has_access: true → false$/,
        ),
        expect.stringMatching(/ {2}token create {2}\w{20} {2}on ada {2}name: laptop, prefix: svca_[0-9a-f]{4}, /),
        '',
      ])
      const lines = parse((await command('audit', '--json')).stdout)
      expect(lines.map(({ action }) => action)).toEqual(['access withdraw', 'token create'])
    })
  })

  it('reads all pages of a running server’s log', async () => {
    await withServer(async dragoman => {
      const command = (...args: string[]) => run(['audit', ...args], { DRAGOMAN_DATA_DIR: dragoman.dataDir })
      await many(dragoman, 450)
      const all = parse((await command('--json')).stdout)
      expect(all.map(({ target }) => target)).toEqual(Array.from({ length: 450 }, (_, index) => `${449 - index}`))
      expect((await command('--json', '--limit', '201')).stdout.trimEnd().split('\n')).toHaveLength(201)
    })
  })

  it('passes every filter on', async () => {
    await withServer(async dragoman => {
      const command = (...args: string[]) => run(['audit', '--json', ...args], { DRAGOMAN_DATA_DIR: dragoman.dataDir })
      await many(dragoman, 20)
      const all = ['--action', 'client_registered', '--surface', 'oauth', '--since', '2001-01-01', '--target', '1*']
      expect(parse((await command(...all)).stdout)).toHaveLength(11)
      expect((await command('--user', 'ada', '--account', 'ada', '--until', '2001-01-01')).stdout).toBe('')
    })
  })

  it('does not hold the data folder while its output is paused', async () => {
    await withFolder(async dataDir => {
      const store = await openStore({ url: 'lowdb:', dataDir })
      const newId = createIdGenerator(() => new Date())
      await store.transaction(async tx => {
        for (let number = 0; number < 1000; number += 1) {
          const auditContext = { surface: 'oauth', requestId: 'r', now: new Date(), newId } as const
          await recordEvent(tx, { action: 'client_registered', target: 'x'.repeat(500) }, auditContext)
        }
      })
      await store.close()
      const env = { ...bareEnvironment(), DRAGOMAN_DATA_DIR: dataDir }
      const reader = spawn(process.execPath, [...PROGRAM, 'audit', '--json'], {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const ended = once(reader, 'close')
      await once(reader.stdout, 'readable')
      expect(await run(['accounts'], { DRAGOMAN_DATA_DIR: dataDir })).toMatchObject({ code: 0 })
      expect(parse(await textOf(reader.stdout))).toHaveLength(1000)
      await ended
    })
  })

  it('exits without an error when its reader closes the pipe', async () => {
    await withServer(async dragoman => {
      await many(dragoman, 2000)
      const program = [process.execPath, ...PROGRAM].map(part => `'${part}'`).join(' ')
      const script = `set -o pipefail; ${program} audit --json | head -n 1`
      const env = { ...process.env, DRAGOMAN_DATA_DIR: dragoman.dataDir }
      const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], { env })
      expect([parse(stdout).length, stderr]).toEqual([1, ''])
    })
  })
})
