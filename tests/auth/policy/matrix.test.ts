import { beforeAll, describe, expect, it } from 'vitest'
import { TOOLS } from '../../../src/tools/registry.ts'
import { allTests } from '../../harness/each-test.ts'
import { verifies } from '../../requirements.ts'
import { isNightly } from '../../runs.ts'
import { ask, BY, type By, type Told } from './ask.ts'
import { SCOPE_CALLS, type ScopeCall } from './calls.ts'
import { ACCESSES, type Access, isPossible, type Relation } from './cells.ts'
import { digest } from './digest.ts'
import { CREDENTIALS, type CredentialKind, openStage } from './stage.ts'
import { SPEC_SCOPES, type Verdict, verdict } from './table.ts'

/** One call: the caller, their relation to the resource, the credential, and the specification's answer. */
interface Cell {
  readonly call: ScopeCall
  readonly relation: Relation
  readonly access: Access
  readonly by: By
  readonly kind: CredentialKind
  readonly hasScope: boolean
  readonly expected: Verdict
}

const CELLS: readonly Cell[] = ACCESSES.flatMap(access =>
  SCOPE_CALLS.flatMap(call =>
    call.relations
      .filter(relation => isPossible(relation, access))
      .flatMap(relation =>
        [true, false].flatMap(hasScope => {
          const standing = { roles: new Set(relation.roles), access: access.own && access.owning, hasScope }
          const expected = verdict(call.scope, standing)
          return CREDENTIALS.flatMap(kind => BY.map(by => ({ call, relation, access, by, kind, hasScope, expected })))
        }),
      ),
  ),
)

const stage = allTests(() => openStage())

describe('the policy matrix', () => {
  it('needs each of the 19 scopes for at least one tool, and no other scope', () => {
    expect(SPEC_SCOPES).toHaveLength(19)
    expect([...new Set(SCOPE_CALLS.map(({ scope }) => scope))]).toEqual(SPEC_SCOPES)
    const needed = new Set(TOOLS.map(({ scope }) => scope))
    expect([...needed].filter(scope => scope !== null).toSorted()).toEqual(SPEC_SCOPES.toSorted())
  })

  it('has 10,032 cells, of which 1,512 are allowed', () => {
    const count = (word: Verdict) => CELLS.filter(({ expected }) => expected === word).length
    expect({
      cells: CELLS.length,
      ok: count('ok'),
      insufficient_scope: count('insufficient_scope'),
      not_found: count('not_found'),
      forbidden: count('forbidden'),
      no_access: count('no_access'),
    }).toEqual({
      cells: 10_032,
      ok: 1_512,
      insufficient_scope: 5_016,
      not_found: 1_600,
      forbidden: 1_072,
      no_access: 832,
    })
  })
})

/** The four ways to ask a question, so that every second one has the other surface with each credential. */
const WAYS = ['account token MCP', 'account token REST', 'OAuth REST', 'OAuth MCP']

/** By day one of so many cells of a verdict is asked, in turn. Without the scope, neither relation nor access matters. */
const ONE_OF: Readonly<Record<Verdict, number>> = {
  ok: 2,
  insufficient_scope: 7,
  not_found: 4,
  forbidden: 4,
  no_access: 4,
}

const isAsked = ({ call, relation, access, kind, by, expected }: Cell): boolean => {
  const question = SCOPE_CALLS.indexOf(call) + call.relations.indexOf(relation) + ACCESSES.indexOf(access)
  return isNightly || (question + WAYS.indexOf(`${kind} ${by}`)) % ONE_OF[expected] === 0
}

describe.each(ACCESSES)('with access of the own account $own, of the owning account $owning', access => {
  const cells = CELLS.filter(cell => cell.access === access && isAsked(cell))
  beforeAll(() => stage.setAccess(access))

  it('denies what the rules 5.6 deny, over MCP and REST, without a change', async () => {
    verifies('5.4.resource-check', '5.4.has-access-denies-write', '5.5.no_access', '2.3.has-access')
    verifies('7.has-access', '7.scope-missing', '7.policy-unsatisfied')
    const before = await digest(stage.testApp.services.store)
    const denied = cells.filter(({ expected }) => expected !== 'ok')
    expect(await wrong(denied)).toEqual([])
    expect(await digest(stage.testApp.services.store)).toEqual(before)
  })

  it('allows what the rules 5.6 allow, over MCP and REST', async () => {
    verifies('5.4.scope-check', '5.4.both-surfaces', '5.1.account-token-model', '5.7.same-scopes')
    verifies('5.5.self', '5.5.organization_member', '5.5.organization_admin', '5.5.account_owner')
    verifies('5.5.public_account')
    verifies('5.6.user:read', '5.6.user:write', '5.6.account:read', '5.6.organization:read', '5.6.organization:write')
    verifies('5.6.organization:delete', '5.6.organization:admin', '5.6.members:read', '5.6.members:write')
    verifies('5.6.project:read', '5.6.project:write', '5.6.project:admin', '5.6.project:delete')
    verifies('5.6.voice:read', '5.6.voice:write', '5.6.voice:admin')
    verifies('5.6.glossary:read', '5.6.glossary:write', '5.6.glossary:admin')
    const allowed = cells.filter(({ expected }) => expected === 'ok')
    expect(await wrong(allowed)).toEqual([])
  })
})

describe('a new organization', () => {
  it.each(ACCESSES.filter(({ owning }) => owning))(
    'is created with the scope and access: own account $own',
    async access => {
      verifies('5.3.organization:write')
      await stage.setAccess(access)
      const before = await digest(stage.testApp.services.store)
      for (const kind of CREDENTIALS) {
        for (const by of BY) {
          for (const hasScope of [false, true]) {
            // The creator is treated as an administrator.
            const standing = { roles: new Set(['organization_admin'] as const), access: access.own, hasScope }
            const credential = stage.credential({ kind, caller: 'zoe', scope: 'organization:write', hasScope })
            const organization = `zoe-${kind === 'OAuth' ? 'o' : 't'}-${by.toLowerCase()}`
            const { word } = await ask(by, stage.testApp.url, credential, 'create_organization', { organization })
            expect([by, kind, word]).toEqual([by, kind, verdict('organization:write', standing)])
          }
        }
      }
      if (!access.own) expect(await digest(stage.testApp.services.store)).toEqual(before)
    },
  )
})

it('listings contain readable accounts and projects only, whoever has access', async () => {
  verifies('5.3.account:read', '5.3.organization:read', '5.3.project:read')
  await stage.setAccess({ own: false, owning: false })
  const listed = async (caller: string, scope: string, tool: string, field: string, name: string) => {
    const told = await Promise.all(
      BY.map(async by => {
        const token = stage.credential({ kind: 'account token', caller, scope, hasScope: true })
        const { body } = await ask(by, stage.testApp.url, token, tool, {})
        return (body[field] as Record<string, string>[]).map(item => item[name])
      }),
    )
    expect(told[0]).toEqual(told[1])
    return told[0]
  }
  expect(await listed('mia', 'account:read', 'list_accounts', 'accounts', 'account')).toEqual(['acme', 'mia', 'open'])
  expect(await listed('mia', 'project:read', 'list_projects', 'projects', 'project')).toEqual([
    'acme/app',
    'mia/app',
    'open/app',
  ])
  const organizations = ['organization:read', 'list_organizations', 'organizations', 'organization'] as const
  expect(await listed('mia', ...organizations)).toEqual(['acme', 'open'])
  expect(await listed('pia', ...organizations)).toEqual([])
  expect(await listed('pia', 'account:read', 'list_accounts', 'accounts', 'account')).toEqual(['pia'])
})

/** The cells whose outcome is another one, as lines that name all that matters. Those of one credential go in turn: the first of an app is challenged. */
async function wrong(cells: readonly Cell[]): Promise<readonly string[]> {
  const isAlone = ({ call, expected }: Cell) => call.undo !== undefined && expected === 'ok'
  const byCredential = new Map<string, Cell[]>()
  for (const cell of cells.filter(one => !isAlone(one))) {
    const credential = credentialOf(cell)
    byCredential.set(credential, [...(byCredential.get(credential) ?? []), cell])
  }
  const found = await Promise.all([...byCredential.values()].map(inTurn))
  const others = await inTurn(cells.filter(isAlone))
  return [...found.flat(), ...others].filter(line => line !== undefined)
}

async function inTurn(cells: readonly Cell[]): Promise<readonly (string | undefined)[]> {
  const lines = []
  for (const cell of cells) lines.push(await judge(cell))
  return lines
}

async function judge(cell: Cell): Promise<string | undefined> {
  const { call, relation, by, expected } = cell
  const args = call.args(relation.account, { token: stage.idle })
  const told = await ask(by, stage.testApp.url, credentialOf(cell), call.tool, args)
  const fault = faultOf(cell, told)
  if (fault === undefined && expected === 'ok' && call.undo !== undefined) return undo(cell, args)
  return fault === undefined ? undefined : `${describeCell(cell)}: ${fault}`
}

async function undo(cell: Cell, { confirm, ...named }: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  if (confirm === undefined) throw new Error('what is undone was confirmed')
  const told = await ask(cell.by, stage.testApp.url, credentialOf(cell), cell.call.undo ?? '', named)
  return told.word === 'ok' ? undefined : `${describeCell(cell)}: ${cell.call.undo} gave ${JSON.stringify(told)}`
}

const STATUS: Readonly<Record<Exclude<Verdict, 'ok'>, number>> = {
  insufficient_scope: 403,
  not_found: 404,
  forbidden: 403,
  no_access: 403,
}

/** The apps that were challenged for a scope, which happens once. */
const challenged = new Set<string>()

function faultOf(cell: Cell, { word, status, challenge, body }: Told): string | undefined {
  const { expected, by, kind, call } = cell
  if (word !== expected) return `expected ${expected}, got ${word} ${JSON.stringify(body)}`
  if (expected === 'ok') return status < 300 ? undefined : `status ${status}`
  const steps = expected === 'insufficient_scope' && kind === 'OAuth'
  const isFirst = !challenged.has(credentialOf(cell))
  const isChallenged = steps && (by === 'REST' || isFirst)
  if (steps) challenged.add(credentialOf(cell))
  const wanted = by === 'REST' || isChallenged ? STATUS[expected] : 200
  if (status !== wanted) return `expected status ${wanted}, got ${status}`
  if (isChallenged !== (challenge?.includes(`error="insufficient_scope"`) ?? false)) return `challenge ${challenge}`
  if (isChallenged && !challenge?.includes(call.scope)) return `the challenge does not name the scope: ${challenge}`
  if (typeof body['fix'] !== 'string' || body['fix'] === '') return 'no fix'
  return undefined
}

const credentialOf = ({ kind, relation: { caller }, call: { scope }, hasScope }: Cell): string =>
  stage.credential({ kind, caller, scope, hasScope })

const describeCell = ({ call, relation, access, by, kind, hasScope }: Cell): string =>
  `${call.tool} (${call.scope}) by ${relation.caller}, ${relation.name}, on ${relation.account}; ` +
  `access ${access.own}/${access.owning}, ${kind} ${hasScope ? 'with' : 'without'} the scope, over ${by}`
