import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type FolderHold, getControlSocketPath, holdFolder } from '../../src/store/data-folder/hold.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { storeProcess } from '../harness/store-process.ts'

/** Processes take long to start where the machine has other work. */
const STARTER = storeProcess('hold-process')

let base: string
let dataDir: string
const children: ChildProcess[] = []

beforeEach(async () => {
  base = await temporaryFolder()
  dataDir = join(base, 'data')
})

afterEach(async () => {
  for (const child of children.splice(0)) await end(child)
})

async function hold(folder = dataDir): Promise<FolderHold> {
  const made = await holdFolder(folder)
  onTestFinished(() => made.release())
  return made
}

/** A process that waits for `go` before it tries to hold the folder; `answer` is its result. */
async function starter(
  folder = dataDir,
): Promise<{ readonly child: ChildProcess; readonly go: () => Promise<string> }> {
  const child = spawn(process.execPath, [STARTER, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  expect(await lines.next()).toMatchObject({ value: 'ready' })
  return {
    child,
    go: async () => {
      child.stdin.write('go\n')
      const { value } = await lines.next()
      return String(value)
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Tries to hold the folder until it succeeds; `id` is the ID of the waiting process. */
function waiting(pause: () => Promise<unknown> = () => new Promise(setImmediate)) {
  let tell: (id: string) => void = () => undefined
  const id = new Promise<string>(resolve => (tell = resolve))
  const held = holdFolder(dataDir, async name => {
    tell(name)
    await pause()
  })
  return { id, held }
}

/** A socket file in the folder, whose process has died. */
async function leaveSocket(name: string): Promise<void> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(join(base, 'socket'), resolve))
  await rename(join(base, 'socket'), join(dataDir, name))
  await new Promise(resolve => server.close(resolve))
}

function answering(body: string) {
  return createServer((_, response) => response.end(body))
}

function ask(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ socketPath: path, path: '/', agent: false }, response => {
      text(response).then(resolve, reject)
    })
      .once('error', reject)
      .end()
  })
}

describe('holding a data folder', () => {
  it('creates the folder and the socket for its owner only', async () => {
    const { socketPath: path } = await hold()
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(path)).isSocket()).toBe(true)
    expect(path).toBe(getControlSocketPath(dataDir))
  })

  it('answers connections from before and after a server was attached', async () => {
    const held = await hold()
    const early = ask(held.socketPath)
    const earlier = ask(held.socketPath)
    await new Promise(setImmediate)
    held.attach(answering('hello'))
    expect(await Promise.all([early, earlier])).toEqual(['hello', 'hello'])
    expect(await ask(held.socketPath)).toBe('hello')
  })

  it('rejects a second holder and names the first', async () => {
    const { go, child } = await starter()
    expect(await go()).toBe('held')
    await expect(holdFolder(dataDir)).rejects.toMatchObject({
      code: 'folder_held',
      message: expect.stringMatching(new RegExp(`Process ${child.pid}, started 20\\d\\d-.*Z, holds .*${dataDir}`)),
      fix: expect.stringContaining('DRAGOMAN_DATA_DIR'),
    })
  })

  it('rejects a second hold of the same process', async () => {
    await hold()
    await expect(holdFolder(dataDir)).rejects.toMatchObject({ code: 'folder_held' })
  })

  it('can be repeated after a release, which leaves no files behind', async () => {
    const first = await holdFolder(dataDir)
    await first.release()
    expect(await readdir(dataDir)).toEqual([])
    await hold()
  })

  it('replaces a killed process, and removes its files', async () => {
    const { go, child } = await starter()
    expect(await go()).toBe('held')
    await end(child)
    const held = await hold()
    held.attach(answering('the heir'))
    expect(await ask(held.socketPath)).toBe('the heir')
    expect(await readdir(dataDir)).toHaveLength(2)
  })

  it('is granted to exactly one of many processes that start on a new folder', async () => {
    await expectOneOf(await Promise.all(Array.from({ length: 6 }, () => starter())))
  })

  it('is granted to exactly one of many processes that replace a killed one', async () => {
    const starters = await Promise.all(Array.from({ length: 6 }, () => starter()))
    const first = await starter()
    expect(await first.go()).toBe('held')
    await end(first.child)
    await expectOneOf(starters)
  })

  it.each([
    ['a dead holder', ['control.sock']],
    ['a dead holder with a dead successor', ['control.sock', 'control.1-0-00000000.next']],
  ])('is granted to exactly one of many that replace %s, in any interleaving', async (_, links) => {
    for (let round = 0; round < 50; round++) {
      await rm(dataDir, { recursive: true, force: true })
      await mkdir(dataDir)
      for (const [at, link] of links.entries()) await symlink(`control.1-0-0000000${at}.sock`, join(dataDir, link))
      const tries = await Promise.allSettled(
        Array.from({ length: 12 }, async (__, at) => {
          for (let wait = (at * round) % 23; wait > 0; wait--) await new Promise(setImmediate)
          return holdFolder(dataDir)
        }),
      )
      const held = tries.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
      expect(held).toHaveLength(1)
      for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'folder_held' })
      await expect(holdFolder(dataDir)).rejects.toMatchObject({ code: 'folder_held' })
      expect((await readdir(dataDir)).filter(name => name.endsWith('.next'))).toEqual([])
      await held[0]?.release()
      expect(await readdir(dataDir)).toEqual([])
    }
  })

  it('passes to its waiting successor, however many others try meanwhile', async () => {
    for (let round = 0; round < 50; round++) {
      const first = await holdFolder(dataDir)
      const { id, held } = waiting()
      const heir = await id
      const others = Array.from({ length: 12 }, async (__, at) => {
        for (let turns = (at * round) % 23; turns > 0; turns--) await new Promise(setImmediate)
        return holdFolder(dataDir)
      })
      const [tries, next] = await Promise.all([Promise.allSettled(others), held, first.release(heir)])
      for (const one of tries) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'folder_held' } })
      next.attach(answering('the heir'))
      expect(await ask(getControlSocketPath(dataDir))).toBe('the heir')
      await next.release()
      expect(await readdir(dataDir)).toEqual([])
    }
  })

  it('is free when the waiting successor has died', async () => {
    const first = await holdFolder(dataDir)
    await first.release('1-0-00000000')
    expect(await readdir(dataDir)).toEqual([])
    await hold()
  })

  it('removes files of processes that died while they waited, and none of a living one', async () => {
    await mkdir(dataDir)
    await leaveSocket('control.1-0-00000000.sock')
    let open = (): void => undefined
    const gate = new Promise<void>(resolve => (open = resolve))
    const first = await holdFolder(dataDir)
    expect(await readdir(dataDir)).toHaveLength(2)
    const { id, held } = waiting(() => gate)
    const heir = await id
    await leaveSocket('control.2-0-00000000.sock')
    await first.release()
    const second = await holdFolder(dataDir)
    expect(await readdir(dataDir)).toHaveLength(3)
    await second.release(heir)
    open()
    await (await held).release()
    expect(await readdir(dataDir)).toEqual([])
  })

  it('works when the path is too long for a socket', async () => {
    const long = join(base, 'x'.repeat(90), 'data')
    expect(getControlSocketPath(long).length).toBeLessThanOrEqual(100)
    await expect(ask(getControlSocketPath(long))).rejects.toMatchObject({ code: 'ENOENT' })
    const held = await hold(long)
    held.attach(answering('far away'))
    expect(await ask(getControlSocketPath(long))).toBe('far away')
    expect(held.socketPath).toBe(getControlSocketPath(long))
    await expect(holdFolder(long)).rejects.toMatchObject({ code: 'folder_held' })
  })

  it('detects a holder that uses another, long path of the folder', async () => {
    await hold()
    const detour = join(base, 'y'.repeat(90))
    await mkdir(detour)
    await expect(holdFolder(join(detour, '..', 'data'))).rejects.toMatchObject({ code: 'folder_held' })
  })

  it.each([
    ['a file', () => join(base, 'file')],
    ['below a file', () => join(base, 'file', 'data')],
    ['a place where folders cannot be created', () => '/proc/dragoman'],
    ['a folder that is not writable', () => '/proc/self'],
  ])('says how to repair a data folder that is %s', async (_, path) => {
    await writeFile(join(base, 'file'), '')
    await expect(holdFolder(path())).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringContaining(path()),
      fix: expect.stringContaining('DRAGOMAN_DATA_DIR'),
    })
  })

  it('does not remove a foreign file in the place of its socket', async () => {
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'control.sock'), 'mine')
    await expect(holdFolder(dataDir)).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringContaining('control.sock'),
    })
    expect(await readdir(dataDir)).toEqual(['control.sock'])
  })
})

async function expectOneOf(starters: readonly { readonly go: () => Promise<string> }[]): Promise<void> {
  const answers = await Promise.all(starters.map(({ go }) => go()))
  expect(answers.filter(answer => answer === 'held')).toHaveLength(1)
  for (const answer of answers) expect(answer).toMatch(/^held$|^Process \d+, started/)
}
