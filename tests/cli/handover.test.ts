import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { callHolder, NoHolderError } from '../../src/cli/control/client.ts'
import { waitForHandover } from '../../src/cli/control/handover.ts'
import { composeMachine } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { openLog } from '../../src/log.ts'
import { getControlSocketPath, holdFolder } from '../../src/store/data-folder/hold.ts'
import { begin, type RunningCommand, run, stdioTransport } from '../harness/command-line.ts'
import { withFolder } from '../harness/folder.ts'
import { bareEnvironment, PROGRAM, type Running, start } from '../harness/process.ts'
import { callByRest } from '../harness/rest-call.ts'
import { listenHere } from '../harness/serve-here.ts'
import { connectModern } from '../harness/surfaces.ts'
import { startDragoman } from '../harness.ts'
import { isNightly } from '../runs.ts'
import { beginWork, namesOf } from './session-work.ts'

/** Starts `dragoman serve` on a free port. */
function startServer(dataDir: string, env: Readonly<Record<string, string>> = {}): Running {
  const running = start(['serve'], { DRAGOMAN_PORT: '0', DRAGOMAN_DATA_DIR: dataDir, ...env })
  onTestFinished(async () => {
    running.child.kill('SIGKILL')
    await running.ended
  })
  return running
}

/** `dragoman serve` in this process. It ends as soon as it listens. */
const beginServer = (dataDir: string, env: Readonly<Record<string, string>> = {}): RunningCommand =>
  begin(['serve'], { DRAGOMAN_PORT: '0', DRAGOMAN_DATA_DIR: dataDir, DRAGOMAN_LOG_LEVEL: 'debug', ...env })

async function serveIn(dataDir: string) {
  const running = startServer(dataDir)
  const url = /"url":"([^"]+)"/.exec(await running.seen(/"listening"/))?.[1] ?? ''
  const stop = async (): Promise<void> => {
    running.child.kill('SIGTERM')
    expect((await running.ended).code).toBe(0)
  }
  return { ...running, url, stop }
}

/** Serves in this process. */
async function serveHere(dataDir: string): Promise<{ readonly stop: () => Promise<void> }> {
  const running = await listenHere(dataDir)
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => (stopped ??= running.stop())
  onTestFinished(stop)
  return { stop }
}

/** Several servers, which by day are in this process. */
const serveAtNight = isNightly ? serveIn : serveHere

/** An MCP client with an open session to a `dragoman mcp` of its own, which runs in this process. */
const openSession = (dataDir: string) =>
  sessionOn(stdioTransport(['--scopes', 'all'], { DRAGOMAN_DATA_DIR: dataDir }), () => process.pid)

/** The same in a process of its own, which can be killed, and does not share the event loop of the test. */
function openSessionProcess(dataDir: string) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...PROGRAM, 'mcp', '--scopes', 'all'],
    env: { ...bareEnvironment(), DRAGOMAN_DATA_DIR: dataDir },
  })
  return sessionOn(transport, () => transport.pid ?? 0)
}

async function sessionOn(transport: Transport, pid: () => number) {
  const session = await connectModern(transport, '2026-07-28')
  onTestFinished(() => session.close())
  return {
    ...session,
    pid: pid(),
    write: (name: string) => session.call('create_token', { name, scopes: ['project:read'] }),
    names: () => namesOf(session.call),
  }
}

/** Where a process of its own repeats what a session in this process proves by day. */
const openAtNight = isNightly ? openSessionProcess : openSession

/** A stdio process that holds the folder and gets no further request. */
async function idleSession(dataDir: string): Promise<number> {
  const session = await openSessionProcess(dataDir)
  await session.names()
  return session.pid
}

const machineOf = (dataDir: string) =>
  composeMachine({
    config: readConfig({ DRAGOMAN_DATA_DIR: dataDir }),
    log: openLog('silent'),
    now: () => new Date(),
    args: [],
  })

async function holderOf(dataDir: string) {
  const { stdout } = await run(['server', 'status', '--json'], { DRAGOMAN_DATA_DIR: dataDir })
  return JSON.parse(stdout) as { running: boolean; process?: string; pid?: number }
}

async function newToken(dataDir: string): Promise<string> {
  const args = ['token', 'create', '--name', 'rest', '--scopes', 'all', '--quiet']
  return (await run(args, { DRAGOMAN_DATA_DIR: dataDir })).stdout.trim()
}

describe('a server that starts beside a stdio process', () => {
  it('takes over the data folder, and the session continues through it', async () => {
    await withFolder(async dataDir => {
      const session = await openSessionProcess(dataDir)
      await session.write('before')
      const server = await serveIn(dataDir)
      await session.write('after')
      const token = await newToken(dataDir)
      const seen = await namesOf((tool, args = {}) => callByRest(server.url, token, tool, args))
      expect(seen).toEqual(['after', 'before', 'rest'])
      expect(await session.names()).toEqual(seen)
      expect(await holderOf(dataDir)).toMatchObject({ process: 'server', pid: server.child.pid })
    })
  })

  it('loses, repeats and rejects no call of any session', async () => {
    await withFolder(async dataDir => {
      const work = await beginWork([openAtNight(dataDir), openSession(dataDir), openSession(dataDir)])
      await work.until(12)
      await serveIn(dataDir)
      expect(work.written.length).toBeGreaterThan(12)
      await work.until(work.written.length + 12)
      expect(await work.end()).toEqual([])
      expect(await work.names()).toEqual(work.written.toSorted())
    })
  })

  it('waits for running calls, and starts no other', async () => {
    await withFolder(async dataDir => {
      const machine = await machineOf(dataDir)
      const here = await machine.open('stdio')
      let goOn = (): void => undefined
      const gate = new Promise<void>(resolve => (goOn = resolve))
      const call = here.run(async () => {
        await gate
        return here.services.store.read.users.get('nobody')
      })
      const closed = here.close()
      // Takes longer than a close that does not wait.
      await (await (await machineOf(`${dataDir}-other`)).open('stdio')).close()
      await expect(here.run(async () => 'too late')).rejects.toThrow(NoHolderError)
      goOn()
      expect(await call).toBeUndefined()
      await closed
    })
  })

  it('finds that it holds the folder, however late it asks', async () => {
    await withFolder(async dataDir => {
      const machine = await machineOf(dataDir)
      let handedOver: Promise<void> | undefined
      const here = await machine.open('stdio', () => {
        handedOver = here.close()
      })
      const wait = waitForHandover(openLog('silent'))
      const hold = await holdFolder(dataDir, async (heir, found) => {
        await callHolder(found.socketPath, '/control/run', { command: 'hand over', args: { heir } })
        await handedOver
        await wait(heir, found)
      })
      await hold.release()
    })
  })

  it.each(isNightly ? [0, 20, 40, 80] : [20])(
    'may die %i ms after it asked for the folder, and the session continues',
    async delay => {
      await withFolder(async dataDir => {
        const session = await openSession(dataDir)
        await session.write('early')
        const server = startServer(dataDir)
        await server.seen(/Asking it to hand over/)
        await sleep(delay)
        server.child.kill('SIGKILL')
        await session.write('late')
        expect(await session.names()).toEqual(['early', 'late'])
        expect(await holderOf(dataDir)).toMatchObject({ process: 'stdio', pid: session.pid })
      })
    },
  )

  it('releases the folder for a successor that does not exist', async () => {
    await withFolder(async dataDir => {
      const session = await openSession(dataDir)
      await session.write('one')
      const question = { command: 'hand over', args: { heir: '1-0-00000000' } }
      expect(await callHolder(getControlSocketPath(dataDir), '/control/run', question)).toEqual({ process: 'stdio' })
      await session.write('two')
      expect(await session.names()).toEqual(['one', 'two'])
    })
  })

  it('returns the folder when it cannot listen', async () => {
    await withFolder(async dataDir => {
      const session = await openSession(dataDir)
      await session.write('one')
      const other = createTcpServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const DRAGOMAN_PORT = String((other.address() as AddressInfo).port)
      const { code } = await beginServer(dataDir, { DRAGOMAN_PORT }).ended
      other.close()
      expect(code).toBe(69)
      expect(await session.names()).toEqual(['one'])
    })
  })
})

describe('a server that starts beside others', () => {
  it('learns which server holds the folder, since when and where it listens', async () => {
    await withFolder(async dataDir => {
      const first = await startDragoman({ dataDir })
      onTestFinished(() => first.stop())
      const { code, stderr } = await beginServer(dataDir).ended
      expect(code).toBe(75)
      expect(stderr).toMatch(
        new RegExp(`error {2}Process ${process.pid}, started 20\\S+Z, holds .*${dataDir}. It serves ${first.url}.`),
      )
      expect(stderr).toContain('\n       ')
    })
  })

  it('learns it also when two servers start at once beside a stdio process', async () => {
    await withFolder(async dataDir => {
      const session = await openSession(dataDir)
      await session.write('one')
      const both = await Promise.allSettled([serveAtNight(dataDir), serveAtNight(dataDir)])
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      await session.write('two')
      expect(await session.names()).toEqual(['one', 'two'])
    })
  })

  it('waits for a running command', async () => {
    await withFolder(async dataDir => {
      const machine = await machineOf(dataDir)
      const command = await machine.open('command')
      const server = beginServer(dataDir)
      await server.seen(/Asking it to hand over/)
      await command.close()
      expect((await server.ended).code).toBe(0)
    })
  })

  it('names the holder of the folder when it waited in vain', async () => {
    await withFolder(async dataDir => {
      const machine = await machineOf(dataDir)
      const held = await machine.open('stdio')
      // Its patience ends when the holder has answered, however long that takes.
      const patience = new AbortController()
      const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(patience.signal)
      const log = openLog('silent')
      vi.spyOn(log, 'info').mockImplementation(() => patience.abort())
      const wait = waitForHandover(log, 50)
      await expect(holdFolder(dataDir, wait)).rejects.toMatchObject({
        code: 'folder_held',
        message: expect.stringMatching(new RegExp(`Process ${process.pid}, .* It is .dragoman mcp., .* waited`)),
        fix: expect.stringContaining('Stop that client'),
      })
      expect(timeout).toHaveBeenCalledWith(50)
      timeout.mockRestore()
      await held.close()
    })
  })
})

describe('a stdio process whose holder ends', () => {
  it('has exactly one of several processes take over from a killed server', async () => {
    await withFolder(async dataDir => {
      const server = await serveIn(dataDir)
      const sessions = await Promise.all([openSessionProcess(dataDir), openSession(dataDir), openSession(dataDir)])
      await Promise.all(sessions.map((session, at) => session.write(`before ${at}`)))
      server.child.kill('SIGKILL')
      await Promise.all(sessions.flatMap((session, at) => [session.write(`a ${at}`), session.write(`b ${at}`)]))
      const names = ['a 0', 'a 1', 'a 2', 'b 0', 'b 1', 'b 2', 'before 0', 'before 1', 'before 2']
      for (const session of sessions) expect(await session.names()).toEqual(names)
      const holder = await holderOf(dataDir)
      expect(holder.process).toBe('stdio')
      expect(sessions.map(({ pid }) => pid)).toContain(holder.pid)
    })
  })

  it.each([
    ['server', async (dataDir: string) => (await serveIn(dataDir)).child.pid],
    ['stdio process', async (dataDir: string) => idleSession(dataDir)],
  ])('keeps what a killed %s acknowledged, and repeats no write', async (_, holdBy) => {
    await withFolder(async dataDir => {
      const pid = await holdBy(dataDir)
      const work = await beginWork([openSession(dataDir), openSession(dataDir)])
      await work.until(12)
      process.kill(pid ?? 0, 'SIGKILL')
      await work.until(work.written.length + 12)
      const refused = await work.end()
      const lost = { code: 'unavailable', fix: expect.stringContaining('Check whether the call took effect') }
      for (const { error } of refused) expect(error).toMatchObject(lost)
      const names = await work.names()
      expect(names).toEqual([...new Set(names)])
      expect(names).toEqual(expect.arrayContaining(work.written))
      expect([...work.written, ...refused.map(({ name }) => name)]).toEqual(expect.arrayContaining([...names]))
    })
  })

  it('passes the folder on from server to server', async () => {
    await withFolder(async dataDir => {
      const sessions = await Promise.all([openSession(dataDir), openSession(dataDir)])
      for (const round of ['one', 'two']) {
        await Promise.all(sessions.map((session, at) => session.write(`${round} ${at} before`)))
        const server = await serveAtNight(dataDir)
        await Promise.all(sessions.map((session, at) => session.write(`${round} ${at} beside`)))
        await server.stop()
      }
      expect(await sessions[0]?.names()).toHaveLength(8)
      expect(await sessions[1]?.names()).toHaveLength(8)
    })
  })

  it.each([
    ['repeats a read call', 'list_tokens', {}],
    ['does not repeat a write call, and says so', 'create_token', { name: 'one', scopes: ['project:read'] }],
  ])('%s when the holder received it and died', async (_, tool, args) => {
    await withFolder(async dataDir => {
      const hold = await holdFolder(dataDir)
      let taken = 0
      const holder = createServer().on('checkContinue', (request, response) => {
        response.writeContinue()
        request.resume().once('end', () => {
          taken += 1
          void hold.release()
        })
      })
      hold.attach(holder)
      const session = await openSession(dataDir)
      const answer = session.call(tool, args)
      if (tool === 'list_tokens') expect(await answer).toMatchObject({ tokens: [] })
      else {
        await expect(answer).rejects.toMatchObject({
          code: 'unavailable',
          message: expect.stringContaining('ended before it responded'),
          fix: expect.stringContaining('Check whether the call took effect'),
        })
        expect(await session.names()).toEqual([])
      }
      expect(taken).toBe(1)
    })
  })
})
