import { describe, expect, it } from 'vitest'
import { authSettings } from '../../src/auth/settings.ts'
import { readConfig } from '../../src/config.ts'
import { challenge401, challenge403 } from '../../src/http/challenge.ts'

const HOUSE = { baseUrl: 'https://l10n.example.org', auth: authSettings(readConfig({})) }
const about = (description: string) => ({ description, principal: undefined })

describe('challenges', () => {
  it('start with Bearer, and have the metadata URL and only everyday scopes', () => {
    const header = challenge401(HOUSE, 'mcp')
    expect(header).toMatch(
      /^Bearer realm="dragoman", resource_metadata="https:\/\/l10n\.example\.org\/\.well-known\/oauth-protected-resource\/mcp", scope="/,
    )
    expect(header).toContain('project:write voice:read voice:write')
    expect(header).not.toMatch(/:delete|:admin|members:write|organization:write|error/)
  })

  it('of a 403 name all scopes that the operation needs', () => {
    expect(challenge403(HOUSE, 'mcp', ['project:read', 'project:write'], about('This needs project:write'))).toBe(
      'Bearer error="insufficient_scope", scope="project:read project:write", resource_metadata="https://l10n.example.org/.well-known/oauth-protected-resource/mcp", error_description="This needs project:write"',
    )
  })

  it('of the REST API name the metadata of the REST API', () => {
    const metadata = 'resource_metadata="https://l10n.example.org/.well-known/oauth-protected-resource/api"'
    expect(challenge401(HOUSE, 'api')).toContain(metadata)
    expect(challenge403(HOUSE, 'api', ['project:read'], about('x'))).toContain(metadata)
  })

  it('name the scopes that the operator configured', () => {
    const auth = { ...HOUSE.auth, challengeScopes: ['project:read'] as const }
    expect(challenge401({ ...HOUSE, auth }, 'mcp')).toContain('scope="project:read"')
  })

  it('contain no text that a client mistakes for a parameter', () => {
    const header = challenge403(HOUSE, 'mcp', ['project:read'], about('scope=x error=y resource_metadata=z error = q'))
    expect(header.match(/scope=|error=|resource_metadata=/g)).toEqual(['error=', 'scope=', 'resource_metadata='])
  })

  it('contain no character that could end or forge a parameter', () => {
    const header = challenge403(HOUSE, 'mcp', ['project:read'], about('a "b" \\ é\r\nX: y'))
    expect(header).toContain('error_description="a b  X: y"')
    expect(header).not.toMatch(/[\r\n\\é]/)
  })
})
