import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TOOLS } from '../../src/tools/registry.ts'
import { type Args, ask, BY, type By } from '../auth/policy/ask.ts'
import { openIdentities } from '../auth/policy/identities.ts'
import { TOOL_TABLE } from '../auth/policy/tool-table.ts'
import { allTests } from '../harness/each-test.ts'
import { sendRaw } from '../http/raw.ts'
import { isNightly } from '../runs.ts'

/** Invisible characters that change direction, move the cursor, tag letters or end a line. */
const HIDDEN = 'a\u202Eb\u009Bc\u{E0001}d\u2028e\u200Bf'
const LONG = 'x'.repeat(10_000)
const RAW = /[\u202E\u009B\u{E0001}\u2028\u200B]/u
/** Units of a message, and of its fix. */
const MAX_TOLD = 2000

const all = allTests(() => openIdentities())

type Schema = z.core.JSONSchema.JSONSchema

/** Something that fits a schema, as far as a test needs it. */
function sample(schema: Schema): unknown {
  const { type, anyOf, enum: words, const: word, items, properties = {}, required = [] } = schema
  if (word !== undefined || words !== undefined) return word ?? words?.[0]
  if (anyOf !== undefined) return sample(anyOf[0] as Schema)
  if (type === 'array') return [sample(items as Schema)]
  if (type === 'object') {
    return Object.fromEntries(required.map(name => [name, sample(properties[name] as Schema)]))
  }
  if (type === 'string') return 'a'
  return type === 'boolean' ? false : 1
}

/** Replaces each string of a value by the text, one at a time: existing and optional ones, and map keys. */
function* withText(schema: Schema, given: unknown, text: string): Generator {
  const { type, anyOf, enum: words, const: word, items, properties = {}, additionalProperties } = schema
  for (const one of anyOf ?? []) yield* withText(one, undefined, text)
  if (type === 'string' || words !== undefined || word !== undefined) yield text
  if (type === 'array') {
    const [first] = Array.isArray(given) ? given : []
    for (const item of withText(items as Schema, first, text)) yield [item]
  }
  if (type !== 'object') return
  const own = (given ?? sample(schema)) as Args
  for (const [name, member] of Object.entries(properties)) {
    for (const value of withText(member as Schema, own[name], text)) yield { ...own, [name]: value }
  }
  if (typeof additionalProperties !== 'object') return
  yield { ...own, [text]: sample(additionalProperties) }
  for (const value of withText(additionalProperties, undefined, text)) yield { ...own, de: value }
}

/** By day each text reaches half of the tools one way and half of them the other way. */
const toolsFor = (by: By, text: string) => {
  const half = (by === 'REST') === (text === LONG) ? 0 : 1
  return TOOL_TABLE.filter((_, at) => isNightly || at % 2 === half)
}

describe.each(BY)('the errors of all tools over %s', by => {
  it.each([
    ['escape invisible characters in any argument', HIDDEN],
    ['repeat only a little of any argument', LONG],
  ])('%s', async (_, text) => {
    const wrong: string[] = []
    let refused = 0
    const tools = toolsFor(by, text)
    for (const { tool: name, args } of tools) {
      const tool = TOOLS.find(one => one.name === name)
      const schema = z.toJSONSchema(tool?.input ?? z.object({}), { io: 'input' })
      for (const given of withText(schema, args('acme', all.fixture), text)) {
        const { word, status, challenge, body } = await ask(by, all.testApp.url, all.everything, name, given as Args)
        if (word === 'ok') continue
        refused += 1
        const { detail, message = detail, fix = '' } = body as Readonly<Record<string, string>>
        const told = JSON.stringify(body) + challenge
        const where = `${name} ${JSON.stringify(given).replaceAll(LONG, 'LONG').slice(0, 300)}: ${told.slice(0, 300)}`
        if (RAW.test(told) || `${message}`.length > MAX_TOLD || fix.length > MAX_TOLD) wrong.push(where)
        if (status >= 500 || status === 429 || word === 'rate_limited') wrong.push(`${status} ${where}`)
      }
    }
    expect(wrong).toEqual([])
    expect(refused).toBeGreaterThan((200 * tools.length) / TOOL_TABLE.length)
  })
})

describe('the errors of the service', () => {
  interface Problem {
    readonly detail?: string
    readonly fix?: string
    readonly error?: { readonly message: string }
  }

  it.each([
    ['a path of the API', 'GET', `/api/${LONG}`, {}],
    ['a method of a path of the API', 'PUT', `/api/projects/${LONG}/app`, {}],
    ['a path', 'GET', `/${LONG}`, {}],
    ['a path of metadata', 'GET', `/.well-known/${LONG}`, {}],
    ['a name in the query', 'POST', `/api/projects?${LONG}=1`, { 'content-type': 'application/json' }],
    ['a host', 'POST', '/mcp', { host: LONG }],
    ['an origin', 'POST', '/mcp', { origin: LONG }],
    ['a type', 'POST', '/api/projects', { 'content-type': `${LONG}\u009B` }],
    ['an origin with invisible characters', 'POST', '/mcp', { origin: 'a\u009Bb' }],
  ])('repeat only a little of %s, and escape invisible characters', async (_, method, path, headers) => {
    const { status, body } = await sendRaw<Problem>(`${all.testApp.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${all.everything}`, ...headers },
      ...(method === 'POST' && { body: '{}' }),
    })
    const { detail = body.error?.message ?? '', fix = '' } = body
    expect(status).toBeLessThan(500)
    expect(detail.length).toBeGreaterThan(10)
    expect(detail.length).toBeLessThan(500)
    expect(fix.length).toBeLessThan(500)
    expect(JSON.stringify(body)).not.toMatch(RAW)
  })

  it.each([
    `/${encodeURIComponent(HIDDEN)}`,
    `/organizations/${encodeURIComponent(HIDDEN)}`,
    `/invite/${encodeURIComponent(HIDDEN)}`,
    `/oauth/authorize?client_id=${encodeURIComponent(HIDDEN)}`,
    `/oauth/authorize?redirect_uri=${encodeURIComponent(HIDDEN)}&state=${encodeURIComponent(HIDDEN)}`,
    `/login?error=${encodeURIComponent(HIDDEN)}`,
    `/organizations/${LONG}`,
    `/oauth/authorize?client_id=${LONG}&redirect_uri=`,
  ])('repeat only a little on the page %.60s, and escape invisible characters', async path => {
    const response = await fetch(`${all.testApp.url}${path}`, { headers: { accept: 'text/html', cookie: all.cookie } })
    const page = await response.text()
    expect(response.status).toBeLessThan(500)
    expect(page).not.toMatch(RAW)
    expect(page).not.toContain('x'.repeat(201))
  })

  it('repeat only a little of a field that the path has too', async () => {
    const told = await fetch(`${all.testApp.url}/api/projects/acme/${LONG}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${all.everything}`, 'content-type': 'application/json' },
      body: JSON.stringify({ project: HIDDEN }),
    })
    expect(told.status).toBe(400)
    const text = await told.text()
    expect(text).toContain('but the URL has')
    expect(text).not.toMatch(RAW)
    expect(text.length).toBeLessThan(1000)
  })
})
