import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { run } from '../harness/command-line.ts'
import { withFolder } from '../harness/folder.ts'
import { bareEnvironment, start } from '../harness/process.ts'
import { serveHere } from '../harness/serve-here.ts'
import { atNight, isNightly } from '../runs.ts'

/** Starts `dragoman serve` on a free port and waits until it listens. */
async function serveIn(dataDir: string, env: Readonly<Record<string, string>> = {}) {
  const running = start(['serve'], { DRAGOMAN_PORT: '0', DRAGOMAN_DATA_DIR: dataDir, ...env })
  onTestFinished(async () => {
    running.child.kill('SIGKILL')
    await running.ended
  })
  const log = await running.seen(/"listening"/)
  const port = Number(/"url":"http:\/\/localhost:(\d+)"/.exec(log)?.[1])
  return { ...running, log, port }
}

/** Starts a request and withholds its last byte, so that it runs for as long as the test needs. */
async function beginRequest(port: number, token: string) {
  const body = '{"name":"ci","scopes":["project:read"]}'
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', text => (answer += text))
  await once(socket, 'connect')
  const head = `POST /api/tokens HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`
  socket.write(`${head}content-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n${body.slice(0, -1)}`)
  // The server says 100 once it has the request: from then on it is in flight.
  await once(socket, 'data')
  return {
    finish: async () => {
      socket.write(body.slice(-1))
      await once(socket, 'close')
      return answer
    },
    drop: () => socket.destroy(),
  }
}

/** The line in the log comes a moment before the port closes; a connection that waits to be accepted then is reset. */
async function untilRefused(port: number): Promise<void> {
  const refused = await new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.destroy())
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'))
    socket.once('close', () => resolve(false))
  })
  if (refused) return
  await sleep(5)
  await untilRefused(port)
}

const newToken = async (dataDir: string): Promise<string> => {
  const args = ['token', 'create', '--user', 'ada', '--create', '--name', 'test', '--scopes', 'all', '--quiet']
  const { stdout } = await run(args, { DRAGOMAN_DATA_DIR: dataDir })
  return stdout.trim()
}

// By day, start.test.ts does this with a small program: all sources take ten seconds.
describe.runIf(isNightly)('the start command of the README', () => {
  it('compiles the sources and serves until it is stopped', async () => {
    await withFolder(async dataDir => {
      const env = { ...bareEnvironment(), DRAGOMAN_PORT: '0', DRAGOMAN_DATA_DIR: dataDir }
      const root = join(import.meta.dirname, '../..')
      const [, args = ''] = /^npm ci && npm (.*)$/m.exec(await readFile(join(root, 'README.md'), 'utf8')) ?? []
      const npm = spawn('npm', args.split(' '), { cwd: root, env, detached: true })
      let log = ''
      npm.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
      const ended = once(npm, 'close')
      try {
        const url = await vi.waitFor(() => z.url().parse(/"url":"([^"]+)"/.exec(log)?.[1]), { timeout: 110_000 })
        expect((await fetch(`${url}/.well-known/oauth-authorization-server`)).status, log).toBe(200)
        npm.kill('SIGTERM')
        await ended
        expect(log).toMatch(/"signal":"SIGTERM".*stopping/)
      } finally {
        if (npm.exitCode === null && npm.signalCode === null) process.kill(-(npm.pid ?? 0), 'SIGKILL')
      }
    })
  })
})

describe('a service that is stopped', () => {
  it('finishes the running request, keeps its writes, and exits 0', async () => {
    await withFolder(async dataDir => {
      const service = await serveIn(dataDir)
      const request = await beginRequest(service.port, await newToken(dataDir))
      service.child.kill('SIGTERM')
      await service.seen(/"stopping/)
      await untilRefused(service.port)
      expect(await request.finish()).toMatch(/HTTP\/1\.1 201 Created/)
      expect(await service.ended).toMatchObject({ code: 0, signal: null, stdout: '' })
      const listed = await run(['token', 'list', '--user', 'ada', '--json'], { DRAGOMAN_DATA_DIR: dataDir })
      expect(JSON.parse(listed.stdout)).toMatchObject({ tokens: [{ name: 'test' }, { name: 'ci' }] })
    })
  })

  it.each([['SIGINT', 130] as const, ...atNight([['SIGTERM', 143] as const])])(
    'stops at once on a second %s, with exit code %i',
    async (signal, code) => {
      await withFolder(async dataDir => {
        const service = await serveIn(dataDir)
        const request = await beginRequest(service.port, await newToken(dataDir))
        service.child.kill(signal)
        await service.seen(/"stopping/)
        service.child.kill(signal)
        expect((await service.ended).code).toBe(code)
        request.drop()
      })
    },
  )
})

describe('a service that cannot start', () => {
  it('names the port that is in use, and the variable that changes it', async () => {
    await withFolder(async dataDir => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      const ended = await run(['serve'], { DRAGOMAN_DATA_DIR: dataDir, DRAGOMAN_PORT: String(port) })
      other.close()
      expect(ended.code).toBe(69)
      expect(ended.stderr).toContain(`DRAGOMAN_PORT is ${port}, and another process already uses 127.0.0.1:${port}`)
      expect(ended.stderr).toMatch(/\n {7}.*DRAGOMAN_PORT/)
    })
  })

  it('says that the data folder cannot be created', async () => {
    await withFolder(async dataDir => {
      await writeFile(dataDir, 'a file')
      const ended = await run(['serve'], { DRAGOMAN_DATA_DIR: `${dataDir}/below`, DRAGOMAN_PORT: '0' })
      expect(ended.code).toBe(78)
      expect(ended.stderr).toMatch(/error {2}.*data\/below/)
      expect(ended.stderr).toMatch(/\n {7}.*DRAGOMAN_DATA_DIR/)
    })
  })

  it('says that the address does not belong to this machine', async () => {
    await withFolder(async dataDir => {
      const env = { DRAGOMAN_DATA_DIR: dataDir, DRAGOMAN_PORT: '0', DRAGOMAN_HOST: '192.0.2.1' }
      const ended = await run(['serve'], env)
      expect(ended.code).toBe(78)
      expect(ended.stderr).toContain('DRAGOMAN_HOST is 192.0.2.1')
    })
  })

  it('names every wrong variable with its value and the fix, and prints no stack', async () => {
    const ended = await run(['serve'], {
      DRAGOMAN_PORT: '80000',
      DRAGOMAN_BASE_URL: 'https://l10n.example.org/path',
      DRAGOMAN_TOKEN: 'svca_secret',
    })
    expect(ended.code).toBe(78)
    expect(ended.stderr).toContain('DRAGOMAN_PORT is "80000". Give a port number')
    expect(ended.stderr).toContain('DRAGOMAN_BASE_URL is "https://l10n.example.org/path". Give an absolute')
    expect(ended.stderr).toContain('DRAGOMAN_TOKEN is (hidden). Give a complete token')
    expect(ended.stderr).not.toContain('svca_secret')
    expect(ended.stderr).not.toMatch(/\n\s+at /)
    expect(ended.stdout).toBe('')
  })
})

describe('the start messages of a service', () => {
  it('name the address, the data folder and the command for the first token, as JSON lines on stderr', async () => {
    await withFolder(async dataDir => {
      const service = await serveHere({ DRAGOMAN_DATA_DIR: dataDir })
      const port = /"url":"http:\/\/localhost:(\d+)"/.exec(await service.seen(/no tokens yet/))?.[1]
      const { code, stdout, stderr } = await service.stop()
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
      const lines = stderr
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as Record<string, string>)
      expect(lines).toContainEqual(expect.objectContaining({ url: `http://localhost:${port}`, data_dir: dataDir }))
      expect(lines.find(({ msg }) => /no tokens yet/.test(msg ?? ''))?.['command']).toMatch(
        / token create --name scripts /,
      )
    })
  })

  it('warn when clients would connect without encryption', async () => {
    await withFolder(async dataDir => {
      const service = await serveHere({ DRAGOMAN_DATA_DIR: dataDir, DRAGOMAN_BASE_URL: 'http://l10n.example.org' })
      expect(await service.seen(/"listening"/)).toMatch(/"level":"warn".*connections are not encrypted/)
      await service.stop()
    })
  })
})
