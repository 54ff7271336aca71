import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ALL_SCOPES, type Scope } from '../../../src/auth/policy/scopes.ts'
import { TOOLS } from '../../../src/tools/registry.ts'
import { allTests } from '../../harness/each-test.ts'
import { verifies } from '../../requirements.ts'
import { isNightly } from '../../runs.ts'
import { type Args, ask, BY, type By } from './ask.ts'
import { digest } from './digest.ts'
import { openIdentities } from './identities.ts'
import { SPEC_SCOPES } from './table.ts'
import { TOOL_TABLE } from './tool-table.ts'

type Row = (typeof TOOL_TABLE)[number]

const all = allTests(() => openIdentities())

type IsAsked = (tool: number, by: By) => boolean

/** One of so many calls: with two, each tool over one surface. The next caller makes the next calls. */
const inTurn =
  (caller: number, of = 2): IsAsked =>
  (tool, by) =>
    isNightly || (tool + caller + BY.indexOf(by)) % of === 0

/** The expected answers to this identity over MCP and REST on ada's resources, where they are not the usual ones. */
async function compare(
  who: string | Readonly<Record<string, string>>,
  expected: (row: Row) => string,
  isAsked: IsAsked = () => true,
) {
  const wrong = []
  for (const [at, row] of TOOL_TABLE.entries()) {
    for (const by of BY.filter(one => isAsked(at, one))) {
      const { word, body } = await ask(by, all.testApp.url, who, row.tool, row.args('acme', all.fixture))
      if (word !== expected(row))
        wrong.push(`${row.tool} over ${by}: ${expected(row)}, not ${word} ${JSON.stringify(body)}`)
    }
  }
  return wrong
}

const withScopes =
  (scopes: readonly string[], otherwise: (row: Row) => string) =>
  (row: Row): string =>
    row.scope === null || scopes.includes(row.scope) ? otherwise(row) : 'insufficient_scope'

const own = (row: Row): string => row.own
const stranger = (row: Row): string => (row.on === 'account' ? 'not_found' : row.on.stranger)
const limited = (row: Row): string => (row.on === 'account' ? 'not_found' : row.on.limited)
const ofOrganization = (row: Row): string => (row.on === 'account' ? 'not_found' : row.on.organization)

// A tool without a row would have no test of its errors: scope, role, access, another user's resource, bad input.
it('the table of tools has every tool of the registry, with the scope that it needs', () => {
  const written = Object.fromEntries(TOOL_TABLE.map(({ tool, scope }) => [tool, scope]))
  expect(written).toEqual(Object.fromEntries(TOOLS.map(({ name, scope }) => [name, scope])))
})

describe('every tool', () => {
  const refusal = async (row: Row, args: Args) => {
    const { word, body } = await ask('MCP', all.testApp.url, all.everything, row.tool, args)
    return `${word}: ${String(body['message'])}`
  }

  it('rejects an unknown argument by name', async () => {
    // get_context answers whatever a client adds: it is the call that tells how to call the others.
    for (const row of TOOL_TABLE.filter(({ tool }) => tool !== 'get_context')) {
      const answer = await refusal(row, { ...row.args('acme', all.fixture), surprise: 1 })
      expect(answer, row.tool).toMatch(/^invalid_input: .*surprise/)
    }
  })

  it('rejects a missing required argument by name', async () => {
    let count = 0
    for (const row of TOOL_TABLE) {
      const shape = TOOLS.find(({ name }) => name === row.tool)?.input.shape ?? {}
      for (const [field] of Object.entries(shape).filter(([, schema]) => !z.safeParse(schema, undefined).success)) {
        count += 1
        const { [field]: _, ...rest } = row.args('acme', all.fixture)
        expect(await refusal(row, rest), `${row.tool} without ${field}`).toMatch(
          new RegExp(`^invalid_input: .*${field}`),
        )
      }
    }
    expect(count).toBeGreaterThan(50)
  })
})

/** Headers that authenticate nobody. */
const INVALID: readonly (readonly [string, () => Readonly<Record<string, string>>])[] = [
  ['without a credential', () => ({})],
  ['with a malformed token', () => ({ authorization: 'Bearer svca_nonsense' })],
  ['with an unknown token', () => ({ authorization: `Bearer ${all.unknown}` })],
  ['with an expired token', () => ({ authorization: `Bearer ${all.expired}` })],
  ['with a revoked token', () => ({ authorization: `Bearer ${all.revoked}` })],
  ['with a token of a revoked app', () => ({ authorization: `Bearer ${all.revokedApp}` })],
  ['with an OAuth token for another resource', () => ({ authorization: `Bearer ${all.elsewhere}` })],
  ['with a refresh token', () => ({ authorization: `Bearer ${all.refresh}` })],
  ['with a client secret', () => ({ authorization: `Bearer ${all.clientSecret}` })],
  ['with a token of a suspended user', () => ({ authorization: `Bearer ${all.suspended}` })],
  ['with a token on an organization that its user left', () => ({ authorization: `Bearer ${all.left}` })],
  ['with a token in a Basic header', () => ({ authorization: `Basic ${btoa(`ada:${all.everything}`)}` })],
  ['with a browser session', () => ({ cookie: all.cookie })],
]

describe('a caller without a valid credential', () => {
  it.each(INVALID)('%s gets no answer of any tool, over MCP or REST, and changes nothing', async (name, headers) => {
    const caller = INVALID.findIndex(([one]) => one === name)
    const before = await digest(all.testApp.services.store)
    expect(await compare(headers(), () => 'invalid_token', inTurn(caller, 4))).toEqual([])
    expect(await digest(all.testApp.services.store)).toEqual(before)
  })

  it('does not learn from an error which accounts or projects exist', async () => {
    const told = async (account: string) => {
      const calls = BY.flatMap(by => [
        ask(by, all.testApp.url, {}, 'get_account', { account }),
        ask(by, all.testApp.url, {}, 'get_project', { project: `${account}/app` }),
      ])
      return (await Promise.all(calls)).map(({ status, challenge, body }) => [
        status,
        challenge,
        { ...body, request_id: '' },
      ])
    }
    expect(await told('acme')).toEqual(await told('nobody'))
  })
})

describe('an account token', () => {
  it.each(SPEC_SCOPES)('with %s alone calls the tools that need it, and no other', async scope => {
    expect(await compare(all.single(scope), withScopes([scope], own), inTurn(SPEC_SCOPES.indexOf(scope)))).toEqual([])
  })

  it('with all scopes calls every tool', async () => {
    expect(await compare(all.everything, own)).toEqual([])
  })

  it('with all scopes cannot see private accounts of others', async () => {
    verifies('5.4.both-checks')
    expect(await compare(all.stranger, stranger)).toEqual([])
  })

  it('for an organization accesses nothing else, and not its user', async () => {
    expect(await compare(all.onOrganization, ofOrganization, inTurn(0))).toEqual([])
  })

  it('of an operator has no more permissions than any other', async () => {
    expect(await compare(all.operator, stranger, inTurn(1))).toEqual([])
  })
})

it('a connected app that is limited to one account accesses no other, and not its whole user', async () => {
  expect(await compare(all.limitedApp, limited)).toEqual([])
})

it('a local process with the everyday scopes calls the reading tools, and those of the translation loop', async () => {
  const writes = ['project:write', 'voice:write', 'glossary:write']
  const everyday = SPEC_SCOPES.filter(scope => scope.endsWith(':read') || writes.includes(scope))
  const { call } = await all.testApp.world.user('ada', everyday as Scope[])
  const wrong = []
  for (const row of TOOL_TABLE) {
    const expected = withScopes(everyday, own)(row)
    const word = await call(row.tool, row.args('acme', all.fixture)).then(
      () => 'ok',
      (error: unknown) => (error as { code?: string }).code,
    )
    if (word !== expected) wrong.push(`${row.tool}: ${expected}, not ${word}`)
  }
  expect(wrong).toEqual([])
  expect(everyday.length).toBeLessThan(ALL_SCOPES.length)
})
