import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { checksumDump } from '../../src/store/move/checksum.ts'
import { runMove } from '../../src/store/move/run.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { bareEnvironment } from '../harness/process.ts'
import { storeProcess } from '../harness/store-process.ts'
import { administer } from '../postgres/databases.ts'
import { openPostgres } from '../postgres/server.ts'
import { storeDatabases } from '../postgres/stores.ts'
import { startTcpProxy, type TcpProxy } from '../postgres/tcp-proxy.ts'
import { describeWith } from '../require.ts'
import { isNightly } from '../runs.ts'
import { user } from './contract/samples.ts'
import { atPhase, moveContext, writeSome } from './moving.ts'

const databases = storeDatabases()
afterAll(() => databases.drop())

type Kind = 'folder' | 'database'
/** From where and to where a move goes, and the phase that it reaches for the nth time. */
type Killed = readonly [Kind, Kind, string, number]
type Lost = readonly [string, number]
const atNight = <T>(cases: readonly T[]): readonly T[] => (isNightly ? cases : [])

interface Place {
  readonly url: string
  readonly dataDir: string
}

describeWith('postgres', 'a move that fails', () => {
  const folders: string[] = []
  const opened: Store[] = []
  const children: { kill(signal: NodeJS.Signals): unknown }[] = []
  let proxy: TcpProxy

  beforeEach(async () => {
    proxy = await startTcpProxy(Number(new URL((await openPostgres()).url).port || 5432))
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    for (const store of opened.splice(0)) await store.close()
    proxy.close()
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
  })

  async function open(place: Place): Promise<Store> {
    const store = await openStore(place)
    opened.push(store)
    return store
  }

  async function placeOf(kind: Kind, dataDir: string): Promise<Place> {
    return { url: kind === 'folder' ? 'lowdb:' : (await databases.take()).url, dataDir }
  }

  async function newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-move-'))
    folders.push(folder)
    return folder
  }

  /** Moves a store in a process of its own, up to a point. */
  async function freezeMove(from: Place, to: Place, phase: string, nth: number): Promise<() => Promise<void>> {
    const args = [storeProcess('move-process'), from.url, from.dataDir, to.url, phase, String(nth)]
    const child = spawn(process.execPath, args, { env: bareEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    const closed = once(child, 'close')
    await once(child.stdout, 'data')
    return async () => {
      child.kill('SIGKILL')
      await closed
    }
  }

  const write = (store: Store, id: string) => store.transaction(tx => tx.users.insert(user(id)))

  /** Moves a store again, and compares both. */
  async function expectMove(source: Store, from: Place, to: Place): Promise<void> {
    const report = await runMove(
      source,
      { to: to.url, replace: false, dry_run: false },
      moveContext(from.dataDir, from.url),
    )
    expect(report.checksums).toEqual(await checksumDump(await source.dump()))
    if (from.url === 'lowdb:') await opened.splice(opened.indexOf(source), 1)[0]?.close()
    const target = await open(to)
    expect(report.checksums).toEqual(await checksumDump(await target.dump()))
    await write(target, 'after-the-move')
  }

  it.each<Killed>([
    ['database', 'database', 'verifying', 2],
    ...atNight<Killed>([
      ['folder', 'database', 'copying', 1],
      ['folder', 'database', 'verifying', 2],
      ['database', 'database', 'copying', 1],
      ['database', 'database', 'verifying', 1],
      ['database', 'folder', 'verifying', 2],
    ]),
  ])('is killed, and works the second time: from a %s to a %s, %s %i', async (fromKind, toKind, phase, nth) => {
    const dataDir = await newFolder()
    const [from, to] = [await placeOf(fromKind, dataDir), await placeOf(toKind, dataDir)]
    let source = await open(from)
    await writeSome(source)
    const isStopped = phase === 'verifying' && nth === 2
    if (fromKind === 'folder') {
      await opened.splice(0)[0]?.close()
      await (await freezeMove(from, to, phase, nth))()
      source = await open(from)
    } else {
      const kill = await freezeMove(from, to, phase, nth)
      // Another process of the same database.
      const written = write(source, 'while-it-moves')
      if (isStopped) await expect(written).rejects.toMatchObject({ code: 'store_unavailable', retryAfter: 5 })
      else await written
      await kill()
      if (!isStopped) await write(source, 'after-the-kill')
      await expect(expectMove(source, from, to)).rejects.toMatchObject({ code: 'conflict' })
      await pass30Seconds(from)
    }
    await write(source, 'as-before')
    await expectMove(source, from, to)
  })

  /** Checks that the notes of a move in a database end after at most 30 seconds, and sets them to what they would be then. */
  async function pass30Seconds({ url }: Place): Promise<void> {
    const [row] = await administer(url, 1).query(
      `update dragoman.store set trims_held_until = trims_held_until - interval '30 seconds', writes_stopped_until = writes_stopped_until - interval '30 seconds'
       returning greatest(trims_held_until, writes_stopped_until) <= clock_timestamp() as ended`,
    )
    expect(row).toEqual({ ended: true })
  }

  it.each<Lost>([
    ['verifying', 2],
    ...atNight<Lost>([
      ['copying', 1],
      ['verifying', 1],
    ]),
  ])('loses the connection to the new store, and works the second time: %s %i', async (phase, nth) => {
    const dataDir = await newFolder()
    const [from, to] = [await placeOf('folder', dataDir), await placeOf('database', dataDir)]
    const source = await open(from)
    await writeSome(source)
    const before = await checksumDump(await source.dump())
    const context = moveContext(
      dataDir,
      from.url,
      atPhase(phase, nth, () => proxy.cut()),
    )
    const request = { to: proxy.through(to.url), replace: false, dry_run: false }
    await expect(runMove(source, request, context)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: 'The new store cannot be written: the connection to the database was lost. Nothing was moved.',
      fix: expect.stringContaining('Run the command again'),
    })
    expect(await checksumDump(await source.dump())).toEqual(before)
    await write(source, 'as-before')
    await expectMove(source, from, to)
  })

  it.each<Lost>(
    atNight<Lost>([
      ['copying', 1],
      ['verifying', 2],
    ]),
  )('loses the connection to the old store, whose writes go on: %s %i', async (phase, nth) => {
    const dataDir = await newFolder()
    const [from, to] = [await placeOf('database', dataDir), await placeOf('database', dataDir)]
    const [source, other] = [await open({ ...from, url: proxy.through(from.url) }), await open(from)]
    await writeSome(other)
    const context = moveContext(
      dataDir,
      proxy.through(from.url),
      atPhase(phase, nth, () => proxy.cut()),
    )
    const request = { to: to.url, replace: false, dry_run: false }
    await expect(runMove(source, request, context)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: 'The store cannot be read now: the connection to the database was lost.',
    })
    await write(other, 'as-before')
    await expectMove(other, from, to)
  })
})
