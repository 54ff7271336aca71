import type { LookupAddress } from 'node:dns'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from '../../src/outbound/public-address.ts'
import { createSafeFetch, type SafeFetchOptions, type SafeFetchResult } from '../../src/outbound/safe-fetch.ts'
import { allTests } from '../harness/each-test.ts'
import { listen } from '../harness/listen.ts'
import { selfSigned } from './certificate.ts'

/** The ends of the ranges, and what is beside them. */
const PUBLIC = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 169.253.255.255
  172.15.255.255 172.32.0.0 192.0.1.1 198.17.255.255 198.20.0.0 223.255.255.255 2001:4860:4860::8888
  2606:4700::1111 2a00::1 2001:200::1`
const NOT_PUBLIC = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.255
  168.63.129.16 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1 192.31.196.1
  192.52.193.1 192.88.99.1 192.168.0.1 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
  224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1
  ::ffff:8.8.8.8 ::ffff:7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 2001::1
  2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:10::1 2001:20::1 2001:1ff:ffff::1 2001:db8::1
  2002:7f00:1::1 2620:4f:8000::1 3fff::1 3fff:fff:ffff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254
  fe80::1 fe80::1%eth0 2606:4700::1111%eth0 fec0::1 ff02::1 localhost 1.1.1 0x7f.1 01.1.1.1`
const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/)

describe('a public address', () => {
  it.each(wordsOf(PUBLIC))('is one: %s', address => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([...wordsOf(NOT_PUBLIC), '', ' 1.1.1.1'])('is not one: %j', address => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it('differs from a local address', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1'].map(isLoopbackAddress)).toEqual([true, true, true])
    expect(['10.0.0.1', '::2', '::ffff:1.1.1.1', 'localhost', ''].map(isLoopbackAddress)).toEqual(Array(5).fill(false))
  })
})

/** As node:dns gives them. */
const addresses = (...texts: readonly string[]): readonly LookupAddress[] =>
  texts.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('fetching a URL from user input', () => {
  const { key, cert } = selfSigned()
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  let requests: IncomingMessage[] = []
  let connections = 0

  const site = allTests(() => {
    const server = createServer({ key, cert }, (request, response) => {
      requests.push(request)
      answer(request, response)
    })
    server.on('connection', () => {
      connections += 1
    })
    return listen(server)
  })
  afterEach(() => {
    requests = []
    connections = 0
  })

  const here = { dangerouslyReachLoopback: { because: 'this is a test', ca: cert } } as const
  const toHere: SafeFetchOptions['resolve'] = async () => addresses('127.0.0.1')
  const read = (path = '/c.json', options: SafeFetchOptions = { ...here, resolve: toHere }): Promise<SafeFetchResult> =>
    createSafeFetch(options)(`https://public.example:${site.port}${path}`)
  const json =
    (body: string | Buffer, headers: Record<string, string> = {}, status = 200): typeof answer =>
    (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    }

  it('returns the text and its lifetime', async () => {
    answer = json('{"ä":1}', { 'cache-control': 'max-age=60' })
    expect(await read('/a/c.json?x=1')).toEqual({ text: '{"ä":1}', cacheControl: 'max-age=60' })
    const [request] = requests
    expect(request).toMatchObject({ method: 'GET', url: '/a/c.json?x=1' })
    expect(request?.headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'dragoman',
      host: `public.example:${site.port}`,
      connection: 'close',
    })
    expect(connections).toBe(1)
  })

  it('accepts other JSON types, and sends no cookies', async () => {
    answer = json('{}', { 'content-type': 'application/cimd+json; charset=utf-8', 'set-cookie': 'a=b' })
    const fetch = createSafeFetch({ ...here, resolve: toHere })
    expect(await fetch(`https://public.example:${site.port}/`)).toMatchObject({ text: '{}' })
    expect(await fetch(`https://public.example:${site.port}/`)).toMatchObject({ text: '{}' })
    expect(requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined])
    expect(connections).toBe(2)
  })

  it('ignores the proxy settings of the environment', async () => {
    answer = json('{}')
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'])
      vi.stubEnv(name, name.startsWith('NODE') ? '1' : 'http://127.0.0.1:9')
    try {
      expect(await read()).toMatchObject({ text: '{}' })
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('rejects names that resolve to private addresses, without a connection', async () => {
    answer = json('{}')
    const wrong = [['169.254.169.254'], ['::ffff:127.0.0.1'], ['1.1.1.1', '::1'], ['127.0.0.1', '1.1.1.1'], []]
    for (const texts of wrong) {
      const resolve: SafeFetchOptions['resolve'] = async () => addresses(...texts)
      expect(await read('/', { resolve }), texts.join(' ')).toMatchObject({ fault: { why: 'address' } })
    }
    expect(connections).toBe(0)
  })

  it.each(['10.0.0.1', '[::1]', '[::ffff:7f00:1]', '0x7f.1', '2130706433', '127.1', '0.0.0.0'])(
    'rejects the literal %s without a lookup',
    async host => {
      let lookups = 0
      const resolve: SafeFetchOptions['resolve'] = async () => {
        lookups += 1
        return addresses('1.1.1.1')
      }
      const outcome = await createSafeFetch({ resolve })(`https://${host}:${site.port}/`)
      expect(outcome).toMatchObject({ fault: { why: 'address' } })
      expect([lookups, connections]).toEqual([0, 0])
    },
  )

  it('rejects a local name after the system’s lookup', async () => {
    expect(await createSafeFetch()(`https://localhost:${site.port}/`)).toMatchObject({ fault: { why: 'address' } })
    expect(connections).toBe(0)
  })

  it('rejects http', async () => {
    expect(await createSafeFetch()(`http://public.example:${site.port}/`)).toMatchObject({ fault: { why: 'address' } })
  })

  it('connects to the checked address, so that a second lookup cannot change it', async () => {
    answer = json('{}')
    const asked: string[] = []
    const rebinding: SafeFetchOptions['resolve'] = async hostname => {
      asked.push(hostname)
      return addresses(asked.length === 1 ? '127.0.0.1' : '10.0.0.1')
    }
    const fetch = createSafeFetch({ ...here, resolve: rebinding })
    expect(await fetch(`https://public.example:${site.port}/`)).toMatchObject({ text: '{}' })
    expect([asked, connections]).toEqual([['public.example'], 1])
    expect(await fetch(`https://public.example:${site.port}/`)).toMatchObject({ fault: { why: 'address' } })
    expect(connections).toBe(1)
  })

  it('lets a test reach this machine, and no other private address', async () => {
    const resolve: SafeFetchOptions['resolve'] = async () => addresses('10.0.0.1')
    expect(await read('/', { ...here, resolve })).toMatchObject({ fault: { why: 'address' } })
  })

  it('reports an unknown host name', async () => {
    const resolve: SafeFetchOptions['resolve'] = () => Promise.reject(new Error('ENOTFOUND'))
    expect(await read('/', { ...here, resolve })).toEqual({ fault: { why: 'network', detail: 'ENOTFOUND' } })
  })

  it('rejects untrusted certificates, and those for another name', async () => {
    answer = json('{}')
    const trial = {
      dangerouslyReachLoopback: { because: 'this is a test', ca: selfSigned().cert },
      resolve: toHere,
    } as const
    expect(await read('/', trial)).toMatchObject({ fault: { why: 'network' } })
    const elsewhere = await createSafeFetch({ ...here, resolve: toHere })(`https://third.example:${site.port}/`)
    expect(elsewhere).toMatchObject({ fault: { why: 'network' } })
    expect(requests).toEqual([])
  })

  it.each([302, 308, 304])('follows no redirect (%i)', async status => {
    answer = json('', { location: `https://other.example:${site.port}/` }, status)
    expect(await read()).toMatchObject({ fault: { why: 'redirect' } })
    expect(requests).toHaveLength(1)
  })

  it.each([204, 401, 500])('rejects status %i', async status => {
    answer = json('{}', {}, status)
    expect(await read()).toMatchObject({ fault: { why: 'status' } })
  })

  it.each(['text/html', 'application/jsonp', 'text/json', 'xapplication/json', ''])('rejects type %j', async type => {
    answer = json('{}', { 'content-type': type })
    expect(await read()).toMatchObject({ fault: { why: 'type' } })
  })

  it('accepts 5 kB and no byte more, with or without a content length', async () => {
    answer = json('x'.repeat(5120))
    expect(await read()).toMatchObject({ text: 'x'.repeat(5120) })
    answer = json('x'.repeat(5121))
    expect(await read()).toMatchObject({ fault: { why: 'size' } })
    let sent = 0
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = (): void => {
        if (response.destroyed) return
        sent += 65_536
        response.write('x'.repeat(65_536), more)
      }
      more()
    }
    expect(await read()).toMatchObject({ fault: { why: 'size' } })
    expect(sent).toBeLessThan(50 * 1024 * 1024)
  })

  it('rejects compressed answers, and those that are not UTF-8', async () => {
    answer = json('{}', { 'content-encoding': 'gzip' })
    expect(await read()).toMatchObject({ fault: { why: 'encoding' } })
    answer = json(Buffer.from([0x22, 0xff, 0xfe, 0x22]))
    expect(await read()).toMatchObject({ fault: { why: 'encoding' } })
  })

  it('rejects endless headers', async () => {
    answer = json('{}', { 'x-long': 'x'.repeat(9000) })
    expect(await read()).toMatchObject({ fault: { why: 'network' } })
  })

  it('has one time limit for lookup, answer and last byte', async () => {
    const short = { ...here, resolve: toHere, timeoutMs: 200 }
    answer = () => undefined
    expect(await read('/', short)).toMatchObject({ fault: { why: 'time' } })
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    }
    expect(await read('/', short)).toMatchObject({ fault: { why: 'time' } })
    const asked: AbortSignal[] = []
    const never: SafeFetchOptions['resolve'] = (_, signal) => {
      asked.push(signal)
      return new Promise(() => undefined)
    }
    expect(await read('/', { ...short, resolve: never })).toMatchObject({ fault: { why: 'time' } })
    expect(asked.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('rejects a protocol switch, and does not wait for more', async () => {
    answer = ({ socket }) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
    expect(await read()).toMatchObject({ fault: { why: 'status', detail: expect.stringContaining('101') } })
  })

  it('has a time limit for informational answers', async () => {
    answer = (_, response) => {
      const more = setInterval(() => response.writeProcessing(), 20)
      response.on('close', () => clearInterval(more))
    }
    expect(await read('/', { ...here, resolve: toHere, timeoutMs: 200 })).toMatchObject({ fault: { why: 'time' } })
  })

  it('reports why a connection broke', async () => {
    answer = (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 }).write('{', () => {
        request.socket.destroy()
      })
    }
    expect(await read()).toMatchObject({ fault: { why: 'network' } })
  })
})
