import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { AppError } from '../../../src/errors.ts'
import { readTool, writeTool } from '../../../src/tools/pipeline/define-tool.ts'
import { accountTarget } from '../../../src/tools/pipeline/resources.ts'
import type { Tool } from '../../../src/tools/pipeline/tool.ts'
import { allTests } from '../../harness/each-test.ts'
import { verifies } from '../../requirements.ts'
import { expectRefusal, openWorld, refused, type World } from '../world.ts'

const world = allTests(() => openWorld())

const lists = z.object({
  account: z.string().min(1).optional(),
  tags: z.array(z.string()).max(3).optional(),
  limit: z.number().int().max(9).optional(),
  deep: z
    .array(z.strictObject({ size: z.number().optional(), text: z.string().optional(), on: z.boolean().optional() }))
    .optional(),
  labels: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  only: z.literal(true).optional(),
  kind: z.enum(['a', 'b']).optional(),
  where: z.union([z.literal('all'), z.array(z.string())]).optional(),
})

const probe = readTool({
  name: 'probe',
  title: 'Probe',
  description: 'Answers with its arguments.',
  scope: 'project:read',
  toolset: 'core',
  rest: [],
  input: lists,
  output: z.object({ got: lists }),
  structured: true,
  resource: async ({ account }, call) =>
    account === undefined ? { target: { kind: 'none' } as const } : accountTarget(account, call),
  handler: async input => ({ got: input }),
})

const breaking = writeTool({
  name: 'breaking',
  title: 'Breaking',
  pastTense: 'Breaking',
  description: 'Writes, and then answers with something that its output does not allow.',
  scope: 'project:write',
  hints: { destructive: false, idempotent: false },
  grows: false,
  toolset: 'core',
  rest: [],
  input: z.object({ account: z.string() }),
  output: z.object({ name: z.string().max(3) }),
  structured: true,
  resource: ({ account }, call) => accountTarget(account, call),
  handler: async (_input, { tx, resource: { account } }) => {
    await tx.accounts.put({ ...account, name: 'changed' })
    return { name: 'too long' }
  },
})

const run = async (
  tool: Tool,
  handle: string,
  args: unknown,
  scopes?: Parameters<World['user']>[1],
): Promise<unknown> => {
  const { principal } = await world.user(handle, scopes)
  return tool.invoke(args, { services: world.services, principal, surface: 'mcp', requestId: 'r1' })
}

describe('the order of the pipeline', () => {
  it('checks the scope before it parses the arguments', async () => {
    verifies('5.4.scope-check', '7.scope-missing')
    const error = await refused(run(probe, 'ada', { nonsense: true }, ['user:read']))
    expect(error).toMatchObject({ code: 'insufficient_scope', scopes: ['project:read'] })
    expect(error.fix).toContain('--scopes')
  })

  it('returns not_found for a hidden resource, and forbidden for a visible one', async () => {
    verifies('5.4.resource-check', '7.policy-unsatisfied', '5.5.public_account')
    await world.user('ada')
    expect(await refused(run(probe, 'bea', { account: 'ada' }))).toMatchObject({ code: 'not_found' })
    await world.setAccount('ada', { public: true })
    expect(await run(probe, 'bea', { account: 'ada' })).toEqual({ got: { account: 'ada' } })
    expect(await refused(run(breaking, 'bea', { account: 'ada' }))).toMatchObject({ code: 'forbidden' })
    await world.setAccount('ada', { public: false })
  })

  it('rejects only writes, by and on accounts without access', async () => {
    verifies('2.3.has-access', '5.4.has-access-denies-write', '5.5.no_access', '7.has-access')
    await world.organization('closed', { cid: 'admin', dan: 'member' })
    await world.setAccount('closed', { has_access: false })
    await expectRefusal(run(breaking, 'cid', { account: 'closed' }), 'no_access', 'closed has no access')
    expect(await run(probe, 'dan', { account: 'closed' })).toBeDefined()
    await world.setAccount('closed', { has_access: true })
    await world.setAccount('dan', { has_access: false })
    await expectRefusal(run(breaking, 'dan', { account: 'closed' }), 'no_access', 'your account dan has no access')
    await world.setAccount('dan', { has_access: true })
  })

  it('writes nothing when the output is invalid', async () => {
    await expect(run(breaking, 'ada', { account: 'ada' })).rejects.toThrow(z.ZodError)
    expect(await world.services.store.read.accounts.by('handle', 'ada')).toMatchObject({ name: 'ada' })
    const ada = await world.services.store.read.users.by('handle', 'ada')
    const { items } = await world.services.store.read.audit.page('user', ada?.id ?? '', { limit: 50 })
    expect(items.map(({ action }) => action)).not.toContain('breaking')
  })

  it('records who did what through what, in the transaction of the write', async () => {
    const ada = await world.user('ada')
    const { id } = await ada.call<{ id: string }>('create_token', { name: 'audited', scopes: ['user:read'] })
    const { items } = await world.services.store.read.audit.page('user', ada.principal.user.id, { limit: 1 })
    expect(items[0]).toMatchObject({
      action: 'create_token',
      target: id,
      surface: 'rest',
      client: 'test/1',
      request_id: 'req-test',
    })
    expect(JSON.stringify(items)).not.toMatch(/svca_[0-9a-f]{48}/)
  })
})

/** Adds a record, and claims room for it that its handler has not looked at. */
const growing = writeTool({
  name: 'growing',
  title: 'Growing',
  pastTense: 'Grown',
  description: 'Claims room for a project.',
  scope: 'project:write',
  hints: { destructive: false, idempotent: false },
  grows: true,
  toolset: 'core',
  rest: [],
  input: z.object({ account: z.string() }),
  output: z.object({ ok: z.literal(true) }),
  resource: ({ account }, call) => accountTarget(account, call),
  handler: async (_input, { claimQuota, resource: { account } }) => {
    await claimQuota(account, { used: { projects: 1 } }, true)
    return { ok: true } as const
  },
})

describe('a call that adds records', () => {
  it('is refused while memory is short', async () => {
    const { heap } = world.services
    const isFull = vi.spyOn(heap, 'assertRoom').mockImplementation(() => {
      throw new AppError('quota_exceeded', 'The server is short of memory.', { fix: 'Wait.' })
    })
    await expectRefusal(run(growing, 'ada', { account: 'ada' }), 'quota_exceeded', 'short of memory')
    isFull.mockRestore()
    expect(await run(growing, 'ada', { account: 'ada' })).toEqual({ ok: true })
  })

  it('is refused when it commits beyond the limit of then', async () => {
    const ada = await world.user('ada')
    await ada.call('create_project', { project: 'ada/one', source_locale: 'en', target_locales: ['de'] })
    await world.setAccount('ada', { limits: { projects: 0 } })
    await expectRefusal(run(growing, 'ada', { account: 'ada' }), 'quota_exceeded', 'project')
    await world.setAccount('ada', { limits: {} })
  })
})

describe('arguments', () => {
  const fault = async (args: unknown) => refused(run(probe, 'ada', args))

  it('of a wrong type are named with their value, all in one answer', async () => {
    const { code, message, fix } = await fault({ account: 7, limit: 'many', tags: [1] })
    expect(code).toBe('invalid_input')
    for (const part of ['account is 7', 'limit is "many"', 'tags.0 is 1']) expect(message).toContain(part)
    expect(fix).toContain('account, tags, limit')
  })

  it('that are null are treated as missing', async () => {
    expect(await run(probe, 'ada', { account: null, tags: null })).toEqual({ got: {} })
  })

  it('that are null and unknown are rejected', async () => {
    const { code, message } = await fault({ account: null, owner: null })
    expect([code, message]).toEqual(['invalid_input', 'Unknown argument owner.'])
  })

  const read = async (args: object) => {
    const { got } = (await run(probe, 'ada', args)) as { got: Record<string, unknown> }
    return got
  }

  it.each([
    ['a list as JSON text', { tags: ' ["a", "b"] ' }, { tags: ['a', 'b'] }],
    ['a number in quotes', { limit: '5' }, { limit: 5 }],
    ['objects as JSON text, in a list', { deep: ['{"size":"1.5"}'] }, { deep: [{ size: 1.5 }] }],
    [
      'a list of objects as JSON text',
      { deep: '[{"on":"true"},{"on":"False"}]' },
      { deep: [{ on: true }, { on: false }] },
    ],
    ['an object as JSON text', { labels: '{"a":"1"}' }, { labels: { a: '1' } }],
    ['text that is text', { deep: [{ text: '[1]' }, { text: '' }] }, { deep: [{ text: '[1]' }, { text: '' }] }],
    ['a word of several kinds', { where: 'all' }, { where: 'all' }],
    ['a list of several kinds', { where: '["de"]' }, { where: ['de'] }],
    ['blank options', { account: '', kind: ' ' }, {}],
    ['flags that are not set', { only: false }, {}],
    ['flags in quotes', { only: 'true' }, { only: true }],
    ['unset flags in quotes', { only: 'false' }, {}],
  ])('take %s', async (_, args, got) => {
    expect(await read(args)).toEqual(got)
  })

  it.each([
    [{ tags: '["a"' }, 'tags is a string: give a JSON array.'],
    [{ tags: '["a","b","c","d"]' }, 'tags has 4 entries; at most 3 are allowed.'],
    [{ limit: '' }, 'limit is empty: give a number.'],
    [{ limit: '50' }, 'limit is 50: give at most 9.'],
    [{ deep: '[{"size":"big"}]' }, 'deep.0.size is "big": give a number.'],
    [{ deep: '[{"sice":1}]' }, 'Unknown argument deep.0.sice: did you mean size?'],
    [{ where: `a${' '.repeat(300)}` }, expect.stringMatching(/^where is "a[^:]*: give "all" or a JSON array\.$/)],
    [{ account: ['a', 'b'] }, 'account is ["a","b"]: give a string.'],
  ])('describe the fault of %j in one sentence', async (args, message) => {
    expect((await fault(args)).message).toEqual(message)
  })

  it('describe a fault in a long list that is JSON text', async () => {
    const deep = JSON.stringify(Array.from({ length: 30 }, (_, at) => JSON.stringify({ size: at < 29 ? '1' : 'big' })))
    expect((await fault({ deep })).message).toBe('deep.29.size is "big": give a number.')
  })

  it('may not hide more values in text than a body may have', async () => {
    const hidden = `[${'0,'.repeat(50_000)}0]`
    expect((await fault({ tags: hidden })).message).toBe('tags holds more than 40000 values.')
    expect((await fault({ deep: [{ size: 1 }, hidden] })).message).toContain('deep.1')
    expect((await fault({ deep: '['.repeat(5000) })).message).toBe('deep is a string: give a JSON array.')
  })

  it('of a page stay as the user typed them', async () => {
    const { principal } = await world.user('ada')
    const call = { services: world.services, principal, surface: 'web', requestId: 'r1' } as const
    expect((await refused(probe.invoke({ account: '', limit: '5' }, call))).message).toBe(
      'account is empty: give at least 1 character. limit is "5": give a number.',
    )
  })

  it('do not pollute prototypes', async () => {
    expect((await fault(JSON.parse('{"__proto__":{"limit":3}}'))).message).toContain('__proto__')
    expect(({} as { limit?: number }).limit).toBeUndefined()
  })
})

const refusing = (task: 'works' | 'fails') =>
  writeTool({
    name: 'refusing',
    title: 'Refusing',
    pastTense: 'Refusing',
    description: 'Refuses every call.',
    scope: 'project:write',
    hints: { destructive: false, idempotent: false },
    grows: false,
    toolset: 'core',
    rest: [],
    input: z.object({ account: z.string() }),
    output: z.object({}),
    structured: true,
    resource: ({ account }, call) => accountTarget(account, call),
    handler: async (_input, { onRefusal, resource: { account } }) => {
      onRefusal(async tx => {
        if (task === 'fails') throw new Error('the disk is full')
        await tx.accounts.put({ ...account, name: 'left behind' })
      })
      throw new AppError('conflict', 'No.')
    },
  })

it.each(['works', 'fails'] as const)(
  'a task for the case that a call is rejected %s, and the caller gets the error',
  async task => {
    const handle = `zoe-${task}`
    const { principal } = await world.user(handle)
    const call = { services: world.services, principal, surface: 'mcp', requestId: 'r' } as const
    expect(await refused(refusing(task).invoke({ account: handle }, call))).toMatchObject({ code: 'conflict' })
    const account = await world.services.store.read.accounts.by('handle', handle)
    expect(account?.name === 'left behind').toBe(task === 'works')
  },
)

const leaving = (task: 'works' | 'fails') =>
  writeTool({
    name: 'leaving',
    title: 'Leaving',
    pastTense: 'Leaving',
    description: 'Leaves two things to be done.',
    scope: 'project:write',
    hints: { destructive: false, idempotent: false },
    grows: false,
    toolset: 'core',
    rest: [],
    input: z.object({ account: z.string() }),
    output: z.object({}),
    structured: true,
    resource: ({ account }, call) => accountTarget(account, call),
    handler: async (_input, { afterCommit, skipAudit, resource: { account } }) => {
      skipAudit()
      afterCommit(async tx => {
        await tx.accounts.put({ ...account, name: 'half' })
        if (task === 'fails') throw new Error('the disk is full')
      })
      afterCommit(async tx => tx.accounts.put({ ...account, name: 'done' }))
      return {}
    },
  })

it.each(['works', 'fails'] as const)(
  'a task that runs after a call %s, and the caller gets the answer before it',
  async task => {
    const handle = `yan-${task}`
    const { principal } = await world.user(handle)
    const { store } = world.services
    const call = { services: world.services, principal, surface: 'mcp', requestId: 'r' } as const
    const names: (string | undefined)[] = []
    const unwatch = store.watch(() => {
      void store.read.accounts.by('handle', handle).then(account => names.push(account?.name))
    })
    expect(await leaving(task).invoke({ account: handle }, call)).toEqual({})
    unwatch()
    expect((await store.read.accounts.by('handle', handle))?.name).toBe('done')
    expect(names).toEqual(task === 'works' ? ['half', 'done'] : ['done'])
  },
)
