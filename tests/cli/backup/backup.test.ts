import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createControlServer } from '../../../src/http/control-socket.ts'
import { readArchive } from '../../../src/store/archive/read.ts'
import { writeArchive } from '../../../src/store/archive/write-backup.ts'
import { holdFolder } from '../../../src/store/data-folder/hold.ts'
import { openStore } from '../../../src/store/open.ts'
import type { AccountRecord, UserRecord } from '../../../src/store/records/identity.ts'
import { run } from '../../harness/command-line.ts'
import { temporaryFolder } from '../../harness/folder.ts'
import { bareEnvironment, PROGRAM, start } from '../../harness/process.ts'
import { startDragoman } from '../../harness.ts'
import { isNightly } from '../../runs.ts'
import { dumpOf, everyTable } from '../../store/archive-samples.ts'
import { AT, event, user } from '../../store/contract/samples.ts'
import { openWorld } from '../../tools/world.ts'

let folder: string
let env: { DRAGOMAN_DATA_DIR: string }
const out = (name: string) => join(folder, 'out', name)

beforeEach(async () => {
  folder = await temporaryFolder()
  await mkdir(join(folder, 'out'))
  env = { DRAGOMAN_DATA_DIR: join(folder, 'data') }
})

const TOKEN = ['token', 'create', '--user', 'ada', '--create', '--name', 'laptop', '--scopes', 'all'] as const

/** Both ways of a backup: through the serving process, and on the data folder itself. */
const PLACES: Readonly<Record<string, (body: () => Promise<void>) => Promise<void>>> = {
  'while a server holds the folder': async body => {
    const dragoman = await startDragoman({ dataDir: env.DRAGOMAN_DATA_DIR })
    await dragoman.token()
    await body()
    await dragoman.stop()
  },
  'when nobody holds the folder': async body => {
    await run(TOKEN, env)
    await body()
  },
}

describe.each(Object.entries(PLACES))('a backup %s', (_place, inPlace) => {
  it('is a verified file that only its owner can read, and reports its content', async () => {
    await inPlace(async () => {
      const { code, stdout, stderr } = await run(['backup', out('a.gz'), '--json'], env)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      const bytes = await readFile(out('a.gz'))
      const [records, size] = [4, bytes.length]
      expect(JSON.parse(stdout)).toMatchObject({ file: out('a.gz'), bytes: size, sha256: sha256(bytes), records })
      expect(JSON.parse(stdout)).toMatchObject({ counts: { users: 1, accounts: 1, tokens: 1, audit: 1, entries: 0 } })
      expect(Object.keys(await recordsIn(bytes))).toEqual(['users', 'accounts', 'tokens', 'audit'])
      expect((await stat(out('a.gz'))).mode & 0o777).toBe(0o600)
      expect(await readdir(join(folder, 'out'))).toEqual(['a.gz'])
    })
  })

  it('replaces a file only with --force, and writes to standard output for -', async () => {
    await inPlace(async () => {
      await writeFile(out('a.gz'), 'what I had')
      const refused = await run(['backup', out('a.gz')], env)
      expect(refused).toMatchObject({
        code: 73,
        stdout: '',
        stderr: expect.stringMatching(/a\.gz already exists.*\n {7}.*--force/),
      })
      expect(await readFile(out('a.gz'), 'utf8')).toBe('what I had')
      const forced = await run(['backup', out('a.gz'), '--force'], env)
      expect(forced.stdout).toMatch(/^Backed up 4 records to \/.*a\.gz \([\d,]+ bytes\).*\n {2}users +1\n/)
      expect(forced.stdout).toContain(sha256(await readFile(out('a.gz'))))
      const piped = await backUpTo(out('b.gz'))
      expect(piped).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('Backed up 4 records to standard output'),
      })
      expect(await recordsIn(await readFile(out('b.gz')))).toEqual(await recordsIn(await readFile(out('a.gz'))))
    })
  })
})

it('a backup has one consistent state while the store is written to', async () => {
  const dragoman = await startDragoman({ dataDir: env.DRAGOMAN_DATA_DIR })
  const { store } = dragoman.services
  await dragoman.token()
  const ada = await store.read.users.by('handle', 'ada')
  const account = ada && (await store.read.accounts.get(ada.account_id))
  if (ada === undefined || account === undefined) throw new Error('nobody is there')
  for (let from = 0; from < 20_000; from += 1_000) {
    await store.transaction(async tx => {
      for (let at = from; at < from + 1_000; at += 1) await tx.users.insert(user(`zz${at}`, { name: 'x'.repeat(200) }))
    })
  }
  const writing = new AbortController()
  let written = 0
  const writer = (async () => {
    for (; !writing.signal.aborted; written += 1) {
      const name = String(written)
      await store.transaction(async tx => {
        await tx.users.put({ ...ada, name })
        await tx.accounts.put({ ...account, name })
      })
    }
  })()
  const names: string[] = []
  const rounds = isNightly ? 3 : 1
  for (let round = 0; round < rounds; round += 1) {
    const [before] = [written]
    expect(await run(['backup', out(`${round}.gz`)], env)).toMatchObject({ code: 0, stderr: '' })
    expect(written).toBeGreaterThan(before + 10)
    const { users = [], accounts = [] } = await recordsIn(await readFile(out(`${round}.gz`)))
    const [one] = (users as UserRecord[]).filter(({ id }) => id === ada.id)
    const [other] = (accounts as AccountRecord[]).filter(({ id }) => id === account.id)
    expect(one?.name).toBe(other?.name)
    names.push(one?.name ?? '')
  }
  writing.abort()
  await writer
  expect(new Set(names).size, names.join()).toBe(rounds)
  await dragoman.stop()
})

describe('a backup that does not finish', () => {
  /** A process that holds the folder and answers a backup with these bytes. */
  async function holder(backup: () => AsyncIterable<Uint8Array>): Promise<() => Promise<void>> {
    const world = await openWorld()
    const hold = await holdFolder(env.DRAGOMAN_DATA_DIR)
    const unused = (): never => {
      throw new Error('nobody asks for this')
    }
    hold.attach(
      createControlServer(world.services, {
        run: unused,
        status: unused,
        localPrincipal: unused,
        backup,
        move: unused,
      }),
    )
    return async () => {
      await hold.release()
      await world.close()
    }
  }

  const archive = () => writeArchive(dumpOf(everyTable('x')), { version: '0', now: () => new Date(AT) })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('leaves no file when %s stops it, and keeps the previous one', async (signal, code) => {
    const release = await holder(async function* () {
      for (;;) {
        yield (await archive().next()).value ?? Buffer.alloc(0)
        await sleep(3_600_000, undefined, { ref: false })
      }
    })
    await writeFile(out('a.gz'), 'what I had')
    const { child, ended } = start(['backup', out('a.gz'), '--force'], env)
    while ((await readdir(join(folder, 'out'))).length < 2) await sleep(20)
    child.kill(signal)
    expect(await ended).toMatchObject({ code, stdout: '', stderr: `Stopped. ${out('a.gz')} was not written.\n` })
    expect(await readdir(join(folder, 'out'))).toEqual(['a.gz'])
    expect(await readFile(out('a.gz'), 'utf8')).toBe('what I had')
    await release()
  })

  it.each<[string, number, RegExp, () => AsyncIterable<Uint8Array>]>([
    [
      'the holder fails in the middle',
      69,
      /ended during its response.*\n {7}Run the command again/,
      async function* () {
        yield* archive()
        throw new Error('secret of the house')
      },
    ],
    [
      'the stream is cut',
      65,
      /a\.gz is damaged near byte \d+, .*truncated.*\n {7}Create the backup again/,
      async function* () {
        const [first] = [(await archive().next()).value ?? Buffer.alloc(0)]
        yield first.subarray(0, first.length - 20)
      },
    ],
  ])('leaves no file when %s', async (_name, code, message, backup) => {
    const release = await holder(backup)
    const ended = await run(['backup', out('a.gz')], env)
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) })
    expect(ended.stderr).not.toContain('secret')
    expect(await readdir(join(folder, 'out'))).toEqual([])
    await release()
  })

  describe.each(['beside a server', 'on the folder itself'])('of a store with a damaged log segment, %s', where => {
    it.each<[string, (segment: string) => Promise<unknown>, number, RegExp]>([
      ['a flipped byte', flipByte, 78, /store\/audit\.\d+\.jsonl: the line at byte 0 is damaged\.\n {7}.*recover/],
      ['a lost end', segment => truncate(segment, 30), 78, /store\/audit\.\d+\.jsonl: .*\n {7}.*recover/],
    ])('names the file and the place of %s, and leaves no file', async (_, damage, code, message) => {
      await fillSegments()
      const segment = async (): Promise<string> => {
        const names = await readdir(join(env.DRAGOMAN_DATA_DIR, 'store'))
        return join(env.DRAGOMAN_DATA_DIR, 'store', names.find(name => /^audit\.\d+\.jsonl$/.test(name)) ?? '')
      }
      if (where === 'on the folder itself') await damage(await segment())
      const dragoman = where === 'beside a server' ? await startDragoman({ dataDir: env.DRAGOMAN_DATA_DIR }) : undefined
      if (dragoman !== undefined) await damage(await segment())
      const ended = await run(['backup', out('a.gz')], env)
      expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) })
      expect(await readdir(join(folder, 'out'))).toEqual([])
      if (dragoman === undefined) return
      // The server goes on, also with writes.
      expect((await fetch(`${dragoman.url}/ready`)).status).toBe(200)
      expect(await dragoman.token('all', 'bob')).toMatch(/^svca_/)
      await dragoman.stop()
    })
  })

  /** A store whose oldest audit events are in a segment. */
  async function fillSegments(): Promise<void> {
    const store = await openStore({ url: 'lowdb:', dataDir: env.DRAGOMAN_DATA_DIR, journalBytes: 500 })
    // A commit begins a snapshot when the journal is long enough.
    for (let n = 0; (store.figures().snapshots?.written ?? 0) === 0; n++) {
      await store.transaction(async tx => {
        await tx.users.insert(user(`u${n}`))
        await tx.audit.append(event(`e${n}`))
      })
    }
    await store.close()
  }

  async function flipByte(path: string): Promise<void> {
    const bytes = await readFile(path)
    bytes[20] = (bytes[20] ?? 0) ^ 1
    await writeFile(path, bytes)
  }

  it('reports why the holder rejects it', async () => {
    const dragoman = await startDragoman({ dataDir: env.DRAGOMAN_DATA_DIR })
    await dragoman.services.store.close()
    expect(await run(['backup', out('a.gz')], env)).toMatchObject({
      code: 75,
      stderr: expect.stringContaining('stopping'),
    })
    expect(await readdir(join(folder, 'out'))).toEqual([])
    await dragoman.stop()
  })

  it.each([
    ['no/such/a.gz', /folder .*no\/such does not exist .*\n {7}Create the folder/],
    ['.', /out is a folder\.\n {7}Use the path of a file/],
  ])('names the fault of the path %s', async (name, message) => {
    expect(await run(['backup', out(name)], env)).toMatchObject({ code: 65, stderr: expect.stringMatching(message) })
  })

  it('never replaces anything but a regular file', async () => {
    const ended = await run(['backup', '/dev/null', '--force'], env)
    expect(ended).toMatchObject({ code: 65, stderr: expect.stringContaining('/dev/null is not a regular file') })
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
  })

  it.skipIf(process.platform !== 'linux')('reports that standard output is full', async () => {
    expect(await backUpTo('/dev/full')).toMatchObject({ code: 69, stderr: expect.stringContaining('ENOSPC') })
  })
})

/** Runs `dragoman backup -` with its output in a file, as a shell does. */
async function backUpTo(path: string): Promise<{ code: number; stderr: string }> {
  const file = openSync(path, 'w')
  const child = spawn(process.execPath, [...PROGRAM, 'backup', '-'], {
    stdio: ['ignore', file, 'pipe'],
    env: { ...bareEnvironment(), ...env },
  })
  closeSync(file)
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stderr }
}

/** The records of each table in an archive, after every check. */
async function recordsIn(bytes: Buffer): Promise<Readonly<Record<string, readonly { readonly id: string }[]>>> {
  const found: Record<string, { readonly id: string }[]> = {}
  const chunks = async function* () {
    yield bytes
  }
  for await (const { table, records } of readArchive(chunks(), { name: 'archive' })) {
    ;(found[table] ??= []).push(...records)
  }
  return found
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
