import { describe, expect, it } from 'vitest'
import { narrow } from '../../../src/auth/oauth/token/narrow.ts'

const available = { scopes: ['project:read', 'project:write'], told: ['project:read'], resources: ['a', 'b'] }
const scopes = (...names: string[]) => narrow({ scopes: names, resources: undefined }, available)

describe('what a token request asks for', () => {
  it('is everything when it does not say, or says only offline_access', () => {
    const all = { scopes: null, resources: ['a', 'b'] }
    expect(narrow({ scopes: undefined, resources: undefined }, available)).toEqual(all)
    expect(scopes('offline_access')).toEqual(all)
  })

  it('is everything when it names what the client was last told, or all that there is', () => {
    expect(scopes('project:read')).toMatchObject({ scopes: null })
    expect(scopes('project:write', 'project:read', 'project:read')).toMatchObject({ scopes: null })
  })

  it('is what it names when that is less', () => {
    expect(scopes('project:write')).toEqual({ scopes: ['project:write'], resources: ['a', 'b'] })
    expect(narrow({ scopes: undefined, resources: ['b'] }, available)).toEqual({ scopes: null, resources: ['b'] })
  })

  it('may name a part of the service where the whole was allowed, and not the other way round', () => {
    const base = 'https://l10n.example'
    const ofService = { ...available, resources: [base] }
    expect(narrow({ scopes: undefined, resources: [`${base}/mcp`] }, ofService)).toMatchObject({
      resources: [`${base}/mcp`],
    })
    const ofEndpoint = { ...available, resources: [`${base}/mcp`] }
    expect(narrow({ scopes: undefined, resources: [base] }, ofEndpoint)).toEqual({ fault: 'other_resource' })
    expect(narrow({ scopes: undefined, resources: [`${base}.evil`] }, ofService)).toEqual({ fault: 'other_resource' })
  })

  it('is refused when it is more', () => {
    expect(scopes('project:read', 'project:delete')).toEqual({ fault: 'wider_scope' })
    expect(scopes('__proto__')).toEqual({ fault: 'wider_scope' })
    expect(narrow({ scopes: undefined, resources: ['a', 'c'] }, available)).toEqual({ fault: 'other_resource' })
  })
})
