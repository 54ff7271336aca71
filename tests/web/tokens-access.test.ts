import { describe, expect, it } from 'vitest'
import type { Seen } from './jar.ts'
import { useAda } from './scene.ts'

const NEW = '/account/tokens/new'
const FILLED = { name: 'nightly', description: '', expires: '30', date: '' }
const scene = useAda()

const submit = async (more: object = {}): Promise<Seen> => {
  return scene.ada.sendForm(NEW, { ...FILLED, ...more, step: 'create' })
}
const confirm = (): Promise<Seen> => scene.ada.post(NEW, { step: 'confirm' })
const tokens = async () => {
  const user = await scene.testApp.services.store.read.users.by('handle', scene.handle)
  return scene.testApp.services.store.read.tokens.list('active', user?.id ?? '')
}

describe('the permissions of a new token', () => {
  it.each([
    ['user', 'read', ['user:read']],
    ['user', 'write', ['user:read', 'user:write']],
    ['organization', 'admin', ['organization:read', 'organization:write', 'organization:admin']],
  ])('with the level %s %s are exactly %j', async (resource, level, scopes) => {
    const asked = await submit({ scope: [], [`access-${resource}`]: level })
    if (level === 'admin') expect(asked.text).toContain('Create this token?')
    if (level === 'admin') await confirm()
    expect(await tokens()).toMatchObject([{ scopes }])
  })

  it('merge levels and delete scopes, and ignore a level that a resource does not have', async () => {
    await submit({
      scope: ['project:delete'],
      'access-project': 'read',
      'access-voice': 'write',
      'access-user': 'none',
    })
    await confirm()
    expect(await tokens()).toMatchObject([{ scopes: ['project:read', 'project:delete', 'voice:read', 'voice:write'] }])
    for (const fields of [
      { 'access-account': 'admin' },
      { 'access-members': 'delete' },
      { 'access-nothing': 'read' },
      { 'access-project': 'none' },
    ]) {
      const { status, text } = await submit({ scope: [], ...fields })
      expect([status, text.includes('Choose at least one permission.')], JSON.stringify(fields)).toEqual([400, true])
    }
  })
})
