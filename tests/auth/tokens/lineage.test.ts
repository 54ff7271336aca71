import { expect, it } from 'vitest'
import { mintSecret } from '../../../src/auth/secrets.ts'
import { assertMayCreateTokens, hasRevokedAncestor, withDescendants } from '../../../src/auth/tokens/lineage.ts'
import { allTests } from '../../harness/each-test.ts'
import { openWorld } from '../../tools/world.ts'

const world = allTests(() => openWorld())

/** Creates a chain of tokens, each by the one before; returns their IDs. */
async function createChain(length: number): Promise<readonly string[]> {
  const { store, newId } = world.services
  const ada = await world.user('ada')
  const { id } = await ada.call<{ id: string }>('create_token', { name: 'ci', scopes: ['project:read'] })
  const ids = [id, ...Array.from({ length: length - 1 }, newId)]
  await store.transaction(async tx => {
    const first = await tx.tokens.get(id)
    if (first === undefined) throw new Error('the token is not there')
    for (const [at, parent_id] of ids.slice(0, -1).entries()) {
      const { hash, prefix } = mintSecret('svca')
      await tx.tokens.insert({ ...first, id: ids[at + 1] ?? '', hash, prefix, parent_id })
    }
  })
  return ids
}

it('a token ends with every token above it, however far', async () => {
  const { store } = world.services
  const { read } = store
  const [first = '', second = '', , last = ''] = await createChain(4)
  const lastToken = async () => (await read.tokens.get(last)) ?? {}
  expect(await hasRevokedAncestor(await lastToken(), read)).toBe(false)
  const ended = await store.transaction(async tx => {
    const token = await tx.tokens.get(first)
    if (token !== undefined) await tx.tokens.put({ ...token, revoked_at: world.services.now().toISOString() })
    return withDescendants([{ id: second }], tx)
  })
  expect(await hasRevokedAncestor(await lastToken(), read)).toBe(true)
  expect(ended.map(({ id }) => id)).toEqual(expect.arrayContaining([second, last]))
  expect(ended).toHaveLength(3)
})

it('a chain of tokens ends with its hundredth', async () => {
  const { read } = world.services.store
  const ids = await createChain(100)
  await expect(assertMayCreateTokens(ids[98] ?? '', read)).resolves.toBeUndefined()
  await expect(assertMayCreateTokens(ids[99] ?? '', read)).rejects.toMatchObject({ code: 'forbidden' })
})
