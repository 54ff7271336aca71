import { EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { destroyStalledReaders } from '../../src/http/connections/stalled-readers.ts'
import { DEFAULT_TIMEOUTS, setConnectionTimeouts } from '../../src/http/connections/timeouts.ts'
import { listen } from '../harness/listen.ts'

const KIB = 1024

describe('the time limit for a client that does not read', () => {
  const server = new EventEmitter()
  const handle = { bytesWritten: 0, writeQueueSize: 0 }
  const destroy = vi.fn()

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    Object.assign(handle, { bytesWritten: 0, writeQueueSize: 0 })
    destroyStalledReaders(server as Server, DEFAULT_TIMEOUTS.answerMs)
    server.emit('connection', Object.assign(new EventEmitter(), { destroy, _handle: handle }))
  })
  afterEach(() => {
    server.emit('close')
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
    destroy.mockReset()
  })

  const answer = (bytes: number): void => {
    handle.bytesWritten += bytes
    handle.writeQueueSize += bytes
  }

  const after = (seconds: number, taken: number): void => {
    vi.advanceTimersByTime(seconds * 1000)
    handle.writeQueueSize -= taken
  }

  it('is 30 seconds without progress', () => {
    answer(1000 * KIB)
    after(29, 0)
    expect(destroy).not.toHaveBeenCalled()
    after(3, 0)
    expect(destroy).toHaveBeenCalled()
  })

  it('is 30 seconds for each 30 KiB, however long the whole takes', () => {
    answer(1000 * KIB)
    for (let part = 0; part < 30; part++) after(28, 30 * KIB)
    expect(destroy).not.toHaveBeenCalled()
    after(28, 1)
    after(4, 0)
    expect(destroy).toHaveBeenCalled()
  })

  it('is 30 seconds from the last byte when less than 30 KiB wait', () => {
    answer(29 * KIB)
    for (let part = 0; part < 20; part++) after(28, 1)
    expect(destroy).not.toHaveBeenCalled()
  })

  it('is not extended by other answers on the connection', () => {
    answer(1000 * KIB)
    for (let part = 0; part < 4; part++) {
      after(8, 0)
      answer(100)
    }
    expect(destroy).toHaveBeenCalled()
  })

  it('does not end an idle stream', () => {
    for (let event = 0; event < 20; event++) {
      answer(100)
      after(0, 100)
      after(120, 0)
    }
    expect(destroy).not.toHaveBeenCalled()
  })
})

it('a client that does not read is disconnected', async () => {
  // More than the system takes of any connection.
  const body = Buffer.alloc(200 * KIB * KIB)
  const server = createServer((_request, response) => response.writeHead(200).end(body))
  setConnectionTimeouts(server, { ...DEFAULT_TIMEOUTS, answerMs: 150 })
  const { port, close } = await listen(server)
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined).pause()
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [connection] = await accepted
  if (!connection.destroyed) await once(connection, 'close')
  socket.destroy()
  await close()
})
