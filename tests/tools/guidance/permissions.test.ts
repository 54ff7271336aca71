import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_SCOPES, type Scope } from '../../../src/auth/policy/scopes.ts'
import { AppError } from '../../../src/errors.ts'
import { verifies } from '../../requirements.ts'
import { openWorld, refused, type World } from '../world.ts'

const CALLERS = ['owner', 'admin', 'member', 'stranger'] as const
type Caller = (typeof CALLERS)[number]
const HANDLES = { owner: 'ada', admin: 'ben', member: 'cleo', stranger: 'eve' } as const

/** The arguments of each tool, and who may call it on a private organization; `open` = also non-members when the organization is public. */
const TOOLS: Readonly<
  Record<string, { scope: Scope; args: object; may: readonly Caller[]; open?: true; writes?: true }>
> = {
  get_voice: { scope: 'voice:read', args: {}, may: ['owner', 'admin', 'member'], open: true },
  save_voice: { scope: 'voice:write', args: { voice: {} }, may: ['owner', 'admin', 'member'], writes: true },
  restore_voice: { scope: 'voice:admin', args: { version: 0 }, may: ['owner', 'admin'], writes: true },
  get_glossary: { scope: 'glossary:read', args: {}, may: ['owner', 'admin', 'member'] },
  save_glossary: { scope: 'glossary:write', args: { remove: ['x'] }, may: ['owner', 'admin'], writes: true },
  update_glossary_policy: { scope: 'glossary:admin', args: { agents_save: true }, may: ['owner'], writes: true },
  restore_glossary: { scope: 'glossary:admin', args: { version: 0 }, may: ['owner'], writes: true },
}
const TARGETS = ['acme', 'acme/app'] as const

let world: World

beforeAll(async () => {
  world = await openWorld()
  await world.organization('acme', { ada: 'admin', ben: 'admin', cleo: 'member' })
  const owner = await world.user('ada')
  await owner.call('create_project', { project: 'acme/app', source_locale: 'en', target_locales: ['de'] })
})
afterAll(() => world.close())

/** `ok`, or the error code. */
async function outcome(tool: string, caller: Caller, target: string, scopes?: readonly Scope[]): Promise<string> {
  const { call } = await world.user(HANDLES[caller], scopes)
  try {
    await call(tool, { target, ...TOOLS[tool]?.args })
    return 'ok'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

describe('access to voices and glossaries (`5.6.*`)', () => {
  verifies('5.3.voice:read', '5.3.voice:write', '5.3.voice:admin')
  verifies('5.3.glossary:read', '5.3.glossary:write', '5.3.glossary:admin')
  verifies('5.6.voice:read', '5.6.voice:write', '5.6.voice:admin')
  verifies('5.6.glossary:read', '5.6.glossary:write', '5.6.glossary:admin')

  for (const [tool, { may, open, writes, scope }] of Object.entries(TOOLS)) {
    for (const target of TARGETS) {
      for (const caller of CALLERS) {
        const allowed = may.includes(caller)
        it(`${tool} of ${target}: ${allowed ? 'allowed' : 'rejected'} for ${caller}`, async () => {
          const expected = allowed ? 'ok' : caller === 'stranger' ? 'not_found' : 'forbidden'
          expect(await outcome(tool, caller, target)).toBe(expected)
        })
      }

      it(`${tool} of ${target}: needs the scope ${scope}, whatever the role`, async () => {
        const others = ALL_SCOPES.filter(one => one !== scope)
        expect(await outcome(tool, 'owner', target, others)).toBe('insufficient_scope')
        expect(await outcome(tool, 'owner', target, [scope])).toBe('ok')
      })

      it(`${tool} of ${target}: ${open ? 'allowed' : 'rejected'} for the public of a public account`, async () => {
        await world.setAccount('acme', { public: true })
        const result = await outcome(tool, 'stranger', target)
        await world.setAccount('acme', { public: false })
        if (open) expect(result).toBe('ok')
        else expect(['not_found', 'forbidden']).toContain(result)
      })

      it(`${tool} of ${target}: ${writes ? 'rejected' : 'allowed'} when the account has no access`, async () => {
        await world.setAccount('acme', { has_access: false })
        const result = await outcome(tool, 'owner', target)
        await world.setAccount('acme', { has_access: true })
        expect(result).toBe(writes ? 'no_access' : 'ok')
      })
    }
  }
})

describe('a missing project', () => {
  it('gets the same error as a hidden one', async () => {
    const { call } = await world.user('eve')
    const hidden = await refused(call('get_voice', { target: 'acme/app' }))
    const absent = await refused(call('get_voice', { target: 'acme/none' }))
    expect(hidden.message.replace('app', '')).toBe(absent.message.replace('none', ''))
  })
})
