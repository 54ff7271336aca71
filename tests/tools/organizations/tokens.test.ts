import { beforeEach, describe, expect, it } from 'vitest'
import { allTests } from '../../harness/each-test.ts'
import { openWorld, refused } from '../world.ts'

interface Token {
  id: string
  name: string
  user: string
  token: string
}
const world = allTests(() => openWorld())
let handle: string
let turn = 0

beforeEach(async () => {
  turn += 1
  handle = `acme-${turn}`
  await world.organization(handle, { ada: 'admin', bea: 'member', ann: 'admin' })
})

/** Creates a token on the organization, a second later than the previous one, because lists are sorted by time. */
const make = async (person: string, more: object = {}): Promise<Token> => {
  world.pass(1000)
  const asked = { name: `of ${person}`, scopes: ['project:read'], account: handle, ...more }
  return (await world.user(person)).call('create_token', asked)
}
const list = async (person: string, more: object = {}) =>
  (await world.user(person)).call<{ tokens: Token[]; next_cursor?: string }>('list_organization_tokens', {
    organization: handle,
    ...more,
  })
const revoke = async (person: string, id: string, organization = handle) =>
  (await world.user(person)).call('revoke_organization_token', { organization, id })
const isDead = async ({ token }: Token) => (await refused(world.bearer(token))).message

describe('the tokens of an organization', () => {
  it('are those that any member created on it, each with its user', async () => {
    const [own, of] = [await make('ada'), await make('bea')]
    await make('bea', { account: 'bea' })
    const { tokens } = await list('ann')
    expect(tokens.map(({ id, user }) => [id, user])).toEqual([
      [own.id, 'ada'],
      [of.id, 'bea'],
    ])
    expect(tokens[1]).toMatchObject({ name: 'of bea', account: handle, last_used_at: null, expires_at: null })
    expect(JSON.stringify(tokens)).not.toMatch(/svca_[0-9a-f]{5}/)
  })

  it('are listed in pages with a cursor for that organization only', async () => {
    for (const name of ['one', 'two', 'three']) await make('bea', { name })
    const first = await list('ada', { limit: 2 })
    const second = await list('ada', { limit: 2, cursor: first.next_cursor })
    expect([...first.tokens, ...second.tokens].map(({ name }) => name)).toEqual(['one', 'two', 'three'])
    expect(second.next_cursor).toBeUndefined()
    await world.organization(`${handle}-b`, { ada: 'admin' })
    const elsewhere = (await world.user('ada')).call('list_organization_tokens', {
      organization: `${handle}-b`,
      cursor: first.next_cursor,
    })
    expect(await refused(elsewhere)).toMatchObject({ code: 'invalid_input' })
  })
})

describe('an administrator who revokes a token of the organization', () => {
  it('ends it at once with its child tokens, and can repeat it', async () => {
    const { store } = world.services
    const [parent, child] = [await make('bea'), await make('bea')]
    await store.transaction(async tx => {
      const record = await tx.tokens.get(child.id)
      if (record !== undefined) await tx.tokens.put({ ...record, parent_id: parent.id })
    })
    expect(await revoke('ada', parent.id)).toEqual({ id: parent.id, revoked: 2 })
    expect([await isDead(parent), await isDead(child)]).toEqual(['revoked', 'revoked'])
    expect(await revoke('ann', parent.id)).toEqual({ id: parent.id, revoked: 0 })
    expect((await list('ada')).tokens).toEqual([])
  })

  it('gets the error for a missing token for one of another account', async () => {
    const personal = await make('bea', { account: 'bea' })
    await world.organization(`${handle}-b`, { bea: 'admin' })
    const elsewhere = await make('bea', { account: `${handle}-b` })
    const unknown = await refused(revoke('ada', 'nothing'))
    expect(unknown.code).toBe('not_found')
    for (const { id, token } of [personal, elsewhere]) {
      expect((await refused(revoke('ada', id))).message.replace(id, 'nothing')).toBe(unknown.message)
      await expect(world.bearer(token)).resolves.toBeDefined()
    }
  })
})
