import { describe, expect } from 'vitest'
import { eachSurface } from '../harness/each-surface.ts'
import { Refused } from '../harness/refused.ts'
import { verifies } from '../requirements.ts'

describe('one service behind five surfaces', () => {
  eachSurface('names the caller', async ({ call, me }) => {
    verifies('1.mcp', '1.rest-and-cli', '4.base-url', '4.5.path', '4.5.transport')
    expect(await call('get_context')).toMatchObject({ user: { handle: me } })
  })

  eachSurface('creates a token, lists it, and shows its value nowhere else', async ({ call }) => {
    verifies('4.3.list', '4.3.create', '4.5.list-tokens', '4.5.create-token', '5.7.value-once')
    const made = await call('create_token', { name: 'ci', scopes: ['project:read'] })
    expect(made).toMatchObject({ name: 'ci', scopes: ['project:read'], last_used_at: null, expires_at: null })
    const listed = await call('list_tokens')
    expect(listed).toMatchObject({ tokens: expect.arrayContaining([expect.objectContaining({ name: 'ci' })]) })
    expect(JSON.stringify(listed)).not.toContain((made as { token: string }).token)
  })

  eachSurface('rejects a misspelled argument with the right name', async ({ call }) => {
    const refused = call('create_token', { nane: 'ci', name: 'ci', scopes: ['project:read'] })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('name?') })
    await expect(refused).rejects.toBeInstanceOf(Refused)
  })

  eachSurface(
    'rejects a missing scope, and names it',
    async ({ call }) => {
      const refused = call('create_token', { name: 'ci', scopes: ['project:read'] })
      await expect(refused).rejects.toMatchObject({
        code: 'insufficient_scope',
        message: expect.stringContaining('user:write'),
        fix: expect.any(String),
      })
    },
    { scopes: 'everyday' },
  )
})
