import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNameResolver, type ResolveName } from '../../src/outbound/resolve-name.ts'

/** A name server on this machine; null = it never answers. */
let server: Socket
let records: (type: number) => readonly Buffer[] | null
let asked = 0
let resolveName: ResolveName

beforeEach(async () => {
  asked = 0
  server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    asked += 1
    const end = query.indexOf(0, 12) + 5
    const found = records(query.readUInt16BE(end - 4))
    if (found === null) return
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(found.length, 6)
    head.writeUInt16BE(0, 10)
    const answers = found.map(data =>
      Buffer.concat([
        Buffer.from([0xc0, 0x0c, 0, data.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, data.length]),
        data,
      ]),
    )
    server.send(Buffer.concat([head, query.subarray(12, end), ...answers]), port, address)
  })
  await new Promise<void>(resolve => server.bind(0, '127.0.0.1', resolve))
  resolveName = createNameResolver([`127.0.0.1:${server.address().port}`])
})
afterEach(() => {
  server.close()
})

const never = new AbortController().signal
const four = Buffer.from([192, 0, 2, 1])
const six = Buffer.from('20010db8000000000000000000000001', 'hex')
const is4 = (type: number) => type === 1

describe('the addresses of a host name', () => {
  it('are those of both families', async () => {
    records = type => (is4(type) ? [four] : [six])
    expect(await resolveName('app.example', never)).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ])
  })

  it('are those of the one family that exists', async () => {
    records = type => (is4(type) ? [] : [six])
    expect(await resolveName('app.example', never)).toEqual([{ address: '2001:db8::1', family: 6 }])
  })

  it('are missing when neither family exists', async () => {
    records = () => []
    await expect(resolveName('app.example', never)).rejects.toMatchObject({ code: 'ENODATA' })
  })

  it.each(['localhost', 'x.localhost', 'LOCALHOST.'])('of %s are loopback, without a lookup', async name => {
    records = () => [four]
    expect(await resolveName(name, never)).toEqual([{ address: '127.0.0.1', family: 4 }])
    expect(asked).toBe(0)
  })

  it('are canceled at once on abort, and block no other lookup', async () => {
    records = () => null
    const ending = new AbortController()
    const names = Array.from({ length: 10 }, (_, n) => resolveName(`${n}.example`, ending.signal))
    // By the threads of the process.
    await Promise.all(Array.from({ length: 8 }, () => lookup('localhost')))
    ending.abort()
    const outcomes = await Promise.allSettled(names)
    expect(outcomes.map(one => one.status === 'rejected' && one.reason.code)).toEqual(Array(10).fill('ECANCELLED'))
  })
})
