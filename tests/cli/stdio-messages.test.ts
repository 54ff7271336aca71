import { beforeAll, describe, expect, it } from 'vitest'
import { LineSplitter } from '../../src/cli/stdio/lines.ts'
import { run } from '../harness/command-line.ts'
import { allTests } from '../harness/each-test.ts'
import { startDragoman } from '../harness.ts'

const dragoman = allTests(() => startDragoman())
let token: string

beforeAll(async () => {
  token = await dragoman.token()
})

const ENVELOPE = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'probe', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

type Params = Readonly<Record<string, unknown>>
/** Makes a request with parameters in a revision. */
type Request = (method: string, params?: Params, more?: object) => string

const REVISIONS: Readonly<Record<string, Request>> = {
  '2025-11-25': (method, params = {}, more = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params, ...more }),
  '2026-07-28': (method, params = {}, more = {}) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...ENVELOPE, ...params }, ...more }),
}

/** The answer to a message: its ID, and its error code or `ok`; undefined for none. */
type Answer = readonly [id: unknown, code: number | 'ok'] | undefined

const text = JSON.stringify

/** Messages that clients send by mistake, each with its answer over stdio and over HTTP. */
const MESSAGES: readonly (readonly [what: string, message: (request: Request) => string, answer: Answer])[] = [
  ['a request', request => request('tools/list'), [1, 'ok']],
  ['an unknown member', request => request('tools/list', {}, { trace: 'x' }), [1, 'ok']],
  ['a result beside the method', request => request('tools/list', {}, { result: {} }), [1, 'ok']],
  ['null as arguments', request => request('tools/call', { name: 'get_context', arguments: null }), [1, 'ok']],
  ['a string as arguments', request => request('tools/call', { name: 'get_context', arguments: '{}' }), [1, -32602]],
  ['no name of a tool', request => request('tools/call'), [1, -32602]],
  ['an unknown tool', request => request('tools/call', { name: 'get_contexts' }), [1, -32602]],
  ['a cursor that is a number', request => request('tools/list', { cursor: 5 }), [1, -32602]],
  [
    'prompt arguments that are numbers',
    request => request('prompts/get', { name: 'x', arguments: { a: 1 } }),
    [1, -32602],
  ],
  ['an unknown method', request => request('tools/lists'), [1, -32601]],
  ['a list as parameters', () => '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}', [1, -32602]],
  ['a text as parameters', () => '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":"x"}', [1, -32602]],
  ['a list as _meta', () => '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":[]}}', [1, -32602]],
  [
    'an object as progress token',
    () => '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"progressToken":{}}}}',
    [1, -32602],
  ],
  ['too many values', request => request('tools/list', { many: Array(3_000).fill(1) }), [1, -32600]],
  ['an invisible character in a name', request => request('tools/call', { name: 'a\u202e' }), [1, -32600]],
  ['another version of JSON-RPC', request => request('tools/list', {}, { jsonrpc: '1.0' }), [1, -32600]],
  ['no version of JSON-RPC', () => '{"id":1,"method":"tools/list"}', [1, -32600]],
  ['no method', () => '{"jsonrpc":"2.0","id":1}', [1, -32600]],
  ['a number as method', () => '{"jsonrpc":"2.0","id":1,"method":7}', [1, -32600]],
  ...['null', 'true', '{}', '[]', '1.5', '1e300', text('x'.repeat(201))].map(
    id =>
      [`the ID ${id.slice(0, 9)}`, () => `{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`, [null, -32600]] as const,
  ),
  ...['{}', '{"a":1}', '"text"', '5', 'null', '[]'].map(
    json => [`the JSON ${json}`, () => json, [null, -32600]] as const,
  ),
  ...['{"jsonrpc":"2.0","id":1,', 'hello', "{'id':1}", '\u0000'].map(
    broken => [`the broken JSON ${text(broken)}`, () => broken, [null, -32700]] as const,
  ),
  ['deep nesting', () => `${'['.repeat(200_000)}${']'.repeat(200_000)}`, [null, -32700]],
  ['a notification', () => '{"jsonrpc":"2.0","method":"notifications/initialized"}', undefined],
  ['a notification with null', () => '{"jsonrpc":"2.0","method":"notifications/initialized","params":null}', undefined],
  ['a notification with a text', () => '{"jsonrpc":"2.0","method":"notifications/cancelled","params":"x"}', undefined],
  ['an unknown notification', () => '{"jsonrpc":"2.0","method":"tools/list"}', undefined],
  ['a response to no request', () => '{"jsonrpc":"2.0","id":99,"result":{}}', undefined],
]

interface RpcAnswer {
  readonly id: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

const toAnswer = ({ id, error }: RpcAnswer): NonNullable<Answer> => [id, error?.code ?? 'ok']

const INITIALIZE = text({
  jsonrpc: '2.0',
  id: 'handshake',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'probe', version: '1' } },
})

/** Where `dragoman mcp` finds its server. */
const SERVERS: Readonly<Record<string, () => { readonly args: string[]; readonly env: Record<string, string> }>> = {
  'on a data folder': () => ({ args: [], env: { DRAGOMAN_DATA_DIR: dragoman.dataDir } }),
  'with a token': () => ({ args: [], env: { DRAGOMAN_URL: dragoman.url, DRAGOMAN_TOKEN: token } }),
}

/** Sends lines to `dragoman mcp`, and gives the answers; that to the handshake is left out. */
async function send(lines: readonly string[], revision: string, where = 'on a data folder') {
  const { args, env } = SERVERS[where]?.() ?? { args: [], env: {} }
  const opening = revision === '2025-11-25' ? [INITIALIZE] : []
  const outcome = await run(['mcp', ...args], env, `${[...opening, ...lines].join('\n')}\n`)
  const answers = outcome.stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as RpcAnswer | readonly RpcAnswer[])
    .filter(answer => !('id' in answer) || answer.id !== 'handshake')
  return { ...outcome, answers }
}

describe.each(Object.keys(SERVERS))('dragoman mcp %s', where => {
  it.each(Object.entries(REVISIONS))(
    'answers every request in revision %s, and logs nothing',
    async (revision, request) => {
      // Each message has an ID of its own, if it has a valid one.
      const lines = MESSAGES.map(([, message], at) => message(request).replace(/"id":1(?=[,}])/, `"id":${at}`))
      const { answers, stderr, code } = await send(lines, revision, where)
      const found = answers.flat().map(toAnswer)
      const named = MESSAGES.flatMap(([what, , wanted], at) =>
        wanted?.[0] === 1 ? [{ what, at, code: wanted[1] }] : [],
      )
      for (const { what, at, code: wanted } of named) {
        expect([what, ...found.filter(([id]) => id === at)]).toEqual([what, [at, wanted]])
      }
      // These are answered at once, in their order.
      const unnamed = MESSAGES.flatMap(([, , wanted]) => (wanted?.[0] === null ? [wanted] : []))
      expect(found.filter(([id]) => id === null)).toEqual(unnamed)
      expect([found.length, stderr, code]).toEqual([named.length + unnamed.length, '', 0])
    },
  )
})

it('/mcp answers the same messages in the same way', async () => {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-11-25',
  }
  const request = REVISIONS['2025-11-25'] as Request
  for (const [what, message, wanted] of MESSAGES) {
    const body = message(request)
    const answer = await fetch(`${dragoman.url}/mcp`, { method: 'POST', headers, body })
    const found = await answer.text()
    expect([what, ...(found === '' ? [] : [toAnswer(JSON.parse(found) as RpcAnswer)])]).toEqual([
      what,
      ...(wanted === undefined ? [] : [wanted]),
    ])
  }
})

describe('a line of stdio', () => {
  const list = (id: number) => text({ jsonrpc: '2.0', id, method: 'tools/list' })

  it('may be empty, end with CRLF, begin with a byte order mark, or end with the input', async () => {
    const { answers, stderr } = await send(['', '  ', `${list(1)}\r`, `\ufeff${list(2)}`], '2026-07-28')
    expect(answers.flat().map(toAnswer)).toEqual([
      [1, 'ok'],
      [2, 'ok'],
    ])
    expect(stderr).toBe('')
    const { stdout } = await run(['mcp'], { DRAGOMAN_DATA_DIR: dragoman.dataDir }, list(3))
    expect(JSON.parse(stdout)).toMatchObject({ id: 3, result: {} })
  })

  it('that is too long is refused, and the next one is answered', async () => {
    const { answers, stderr } = await send([`{"a":"${'x'.repeat(11 * 1024 * 1024)}"}`, list(1)], '2026-07-28')
    expect(answers.flat().map(toAnswer)).toEqual([
      [null, -32000],
      [1, 'ok'],
    ])
    expect(answers.flat()[0]?.error?.message).toContain('larger than 10 MB')
    expect(stderr).toBe('')
  })

  it('is read from chunks of any size, as bytes', () => {
    const seen: string[] = []
    const lines = new LineSplitter(
      { line: bytes => void seen.push(bytes.toString()), tooLong: () => void seen.push('!') },
      8,
    )
    for (const byte of Buffer.from('żółw\n\n123456789\n12345678\nend')) lines.add(Buffer.from([byte]))
    lines.endLine()
    lines.endLine()
    expect(seen).toEqual(['żółw', '!', '12345678', 'end'])
  })
})

describe('a batch over stdio', () => {
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })
  const batch = text([ping(1), 5, { jsonrpc: '2.0', method: 'notifications/initialized' }, ping(2)])

  it('gets an answer for each request of a revision without batches', async () => {
    const { answers } = await send([batch], '2025-11-25')
    expect(answers.map(answer => (Array.isArray(answer) ? answer : toAnswer(answer as RpcAnswer)))).toEqual([
      [1, -32600],
      [2, -32600],
    ])
  })

  it('gets one answer in a revision that has them, and none for notifications alone', async () => {
    const { answers } = await send(
      [batch, text([{ jsonrpc: '2.0', method: 'notifications/initialized' }])],
      '2026-07-28',
    )
    expect(answers).toHaveLength(1)
    const found = new Set((answers[0] as readonly RpcAnswer[]).map(answer => text(toAnswer(answer))))
    expect(found).toEqual(new Set(['[null,-32600]', '[1,"ok"]', '[2,"ok"]']))
  })

  it('that is too long is refused for each request', async () => {
    const { answers } = await send([text(Array.from({ length: 51 }, (_, at) => ping(at)))], '2026-07-28')
    expect(answers).toHaveLength(51)
    expect(answers.flat().every(({ error }) => error?.code === -32600)).toBe(true)
  })
})
