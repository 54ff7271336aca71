import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeWith } from '../require.ts'
import { openPostgres } from './server.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** A socket with what it heard. */
class Ear {
  readonly socket: Socket
  heard = ''
  end: 'open' | 'end' | 'reset' | 'refused' = 'open'

  constructor(socket: Socket) {
    this.socket = socket.setNoDelay(true)
    socket.on('data', text => (this.heard += String(text)))
    socket.on('end', () => (this.end = 'end'))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      this.end = error.code === 'ECONNREFUSED' ? 'refused' : 'reset'
    })
  }
  async hears(text: string): Promise<void> {
    await expect.poll(() => this.heard).toBe(text)
  }
  async ends(how: Ear['end']): Promise<void> {
    await expect.poll(() => this.end).toBe(how)
  }
}

let listener: Server
let proxy: TcpProxy
const ears: Ear[] = []
const accepted: Ear[] = []

beforeEach(async () => {
  listener = createServer({ allowHalfOpen: true }, socket => void accepted.push(ear(socket)))
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  proxy = await startTcpProxy((listener.address() as AddressInfo).port)
})
afterEach(() => {
  proxy.close()
  for (const { socket } of ears.splice(0)) socket.destroy()
  accepted.length = 0
  listener.close()
})

function ear(socket: Socket): Ear {
  const made = new Ear(socket)
  ears.push(made)
  return made
}

const dial = (): Ear => ear(connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true }))

/** Both ends of a connection through the proxy. */
async function join(): Promise<{ client: Ear; server: Ear }> {
  const before = accepted.length
  const client = dial()
  await expect.poll(() => accepted.length).toBe(before + 1)
  return { client, server: accepted[before] as Ear }
}

describe('the TCP proxy', () => {
  it('passes bytes and the end of each direction on', async () => {
    const { client, server } = await join()
    client.socket.end('question')
    await server.hears('question')
    await server.ends('end')
    expect(client.end).toBe('open')
    server.socket.end('answer')
    await client.hears('answer')
    await client.ends('end')
    await expect.poll(() => proxy.connections()).toBe(0)
  })

  it('passes on more than a socket holds', async () => {
    const { client, server } = await join()
    const text = 'x'.repeat(5_000_000)
    client.socket.end(text)
    await server.ends('end')
    expect(server.heard).toHaveLength(text.length)
  })

  it('passes a reset on', async () => {
    const { client, server } = await join()
    client.socket.resetAndDestroy()
    await server.ends('reset')
  })

  it('resets all connections, and accepts new ones', async () => {
    const [one, other] = [await join(), await join()]
    proxy.cut()
    for (const { client, server } of [one, other]) {
      await client.ends('reset')
      await server.ends('reset')
    }
    const { client, server } = await join()
    client.socket.write('again')
    await server.hears('again')
  })

  it('refuses new connections, keeps the open one, and accepts again on the same port', async () => {
    const { client, server } = await join()
    proxy.refuse()
    await dial().ends('refused')
    client.socket.write('still here')
    await server.hears('still here')
    await proxy.accept()
    await join()
  })

  it('resets a client when the server is down', async () => {
    listener.close()
    await dial().ends('reset')
  })

  it('delays one direction, and keeps the order', async () => {
    const { client, server } = await join()
    proxy.delay('toServer', 200)
    const began = performance.now()
    client.socket.write('a')
    await sleep(5)
    proxy.delay('toServer', 0)
    client.socket.write('b')
    server.socket.write('answer')
    await client.hears('answer')
    await server.hears('ab')
    expect(performance.now() - began).toBeGreaterThan(190)
  })

  it('holds bytes, ends and resets until it is told to release them', async () => {
    const [talking, leaving] = [await join(), await join()]
    proxy.hold('toServer')
    talking.client.socket.write('held')
    leaving.client.socket.resetAndDestroy()
    talking.server.socket.write('answer')
    await talking.client.hears('answer')
    await sleep(50)
    expect([talking.server.heard, leaving.server.end]).toEqual(['', 'open'])
    proxy.release()
    await talking.server.hears('held')
    await leaving.server.ends('reset')
  })

  it('ends one direction alone', async () => {
    const { client, server } = await join()
    proxy.halfClose('toServer')
    await server.ends('end')
    client.socket.write('lost')
    server.socket.write('answer')
    await client.hears('answer')
    expect(server.heard).toBe('')
  })

  it.each([
    ['behind so many bytes', { bytes: 3 }, 'abc'],
    ['before a sequence of bytes', { pattern: 'ef' }, 'abcd'],
  ])('cuts %s, once', async (_, point, arrives) => {
    const { client, server } = await join()
    const cut = proxy.cutAt('toServer', point)
    client.socket.write('abcdefg')
    await cut
    await server.hears(arrives)
    await Promise.all([server.ends('end'), client.ends('end')])
    const after = await join()
    after.client.socket.write('abcdefg')
    await after.server.hears('abcdefg')
  })

  it('counts from when it was told to, and finds what comes in two parts', async () => {
    const { client, server } = await join()
    server.socket.write('COMMIT ')
    await client.hears('COMMIT ')
    const cut = proxy.cutAt('toClient', { pattern: 'COMMIT' })
    server.socket.write('COM')
    await client.hears('COMMIT COM')
    server.socket.write('MIT')
    await cut
    await client.ends('end')
    expect(client.heard).toBe('COMMIT COM')
  })

  it('holds a direction from a point on', async () => {
    const { client, server } = await join()
    const held = proxy.holdAt('toServer', { pattern: 'c' })
    client.socket.write('abcd')
    await held
    await server.hears('ab')
    proxy.release()
    await server.hears('abcd')
  })
})

describeWith('postgres', 'the TCP proxy in front of PostgreSQL', () => {
  it.each([
    ['before the server has it', 'toServer', { pattern: 'COMMIT' }, 0],
    ['before the client has the answer', 'toClient', { pattern: 'COMMIT' }, 1],
  ] as const)('cuts a commit %s', async (_, direction, point, rows) => {
    const server = await openPostgres()
    const database = await server.createDatabase()
    const postgres = await startTcpProxy(Number(new URL(server.url).port || 5432))
    const watcher = new Client({ connectionString: database.url })
    try {
      await watcher.connect()
      await watcher.query('CREATE TABLE words (word text)')
      const client = new Client({ connectionString: postgres.through(database.url) })
      client.on('error', () => undefined)
      await client.connect()
      await client.query('BEGIN')
      await client.query("INSERT INTO words VALUES ('Wort')")
      const cut = postgres.cutAt(direction, point)
      await expect(client.query('COMMIT')).rejects.toThrow('Connection terminated')
      await cut
      const sessions =
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'"
      await expect.poll(async () => (await watcher.query(sessions)).rowCount).toBe(1)
      expect((await watcher.query('SELECT FROM words')).rowCount).toBe(rows)
    } finally {
      await watcher.end()
      postgres.close()
      await database.drop()
    }
  })
})
