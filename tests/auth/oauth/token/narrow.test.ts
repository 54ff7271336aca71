import { describe, expect, it } from 'vitest'
import { narrow } from '../../../../src/auth/oauth/token/narrow.ts'

const available = { scopes: ['project:read', 'project:write'], told: ['project:read'], resources: ['a', 'b'] }
const scopes = (...names: string[]) => narrow({ scopes: names, resources: undefined }, available)

describe('the scopes of a token request', () => {
  it('are all granted scopes by default, or for foreign scopes alone', () => {
    const all = { scopes: null, resources: ['a', 'b'] }
    expect(narrow({ scopes: undefined, resources: undefined }, available)).toEqual(all)
    for (const foreign of [['offline_access'], ['openid', 'mcp:tools'], ['__proto__']]) {
      expect(scopes(...foreign), String(foreign)).toEqual(all)
    }
  })

  it('are all granted scopes when it names those last returned, or every scope', () => {
    expect(scopes('project:read')).toMatchObject({ scopes: null })
    expect(scopes('project:write', 'project:read', 'project:read')).toMatchObject({ scopes: null })
  })

  it('are the named ones when these are fewer', () => {
    expect(scopes('project:write')).toEqual({ scopes: ['project:write'], resources: ['a', 'b'] })
    expect(scopes('openid', 'project:write')).toMatchObject({ scopes: ['project:write'] })
    expect(narrow({ scopes: undefined, resources: ['b'] }, available)).toEqual({ scopes: null, resources: ['b'] })
  })

  it('may narrow the service to one resource, but not widen it', () => {
    const base = 'https://l10n.example'
    const ofService = { ...available, resources: [base] }
    expect(narrow({ scopes: undefined, resources: [`${base}/mcp`] }, ofService)).toMatchObject({
      resources: [`${base}/mcp`],
    })
    const ofEndpoint = { ...available, resources: [`${base}/mcp`] }
    expect(narrow({ scopes: undefined, resources: [base] }, ofEndpoint)).toEqual({ fault: 'other_resource' })
    expect(narrow({ scopes: undefined, resources: [`${base}.evil`] }, ofService)).toEqual({ fault: 'other_resource' })
  })

  it('are rejected when they exceed the grant', () => {
    expect(scopes('project:read', 'project:delete')).toEqual({ fault: 'wider_scope' })
    expect(scopes('openid', 'project:delete')).toEqual({ fault: 'wider_scope' })
    expect(narrow({ scopes: undefined, resources: ['a', 'c'] }, available)).toEqual({ fault: 'other_resource' })
  })
})
