import { describe, expect, it } from 'vitest'
import { challenge401, challenge403, scopeChallenge } from '../../src/http/challenge.ts'

const BASE = 'https://l10n.example.org'

describe('scopeChallenge', () => {
  it('challenges a client that signed in, because it can ask for more', () => {
    expect(scopeChallenge({ credentialKind: 'oauth', missing: 'project:admin' })).toBe('challenge')
  })

  it.each(['token', 'stdio', 'control'] as const)(
    'answers a %s with a text, because its scopes are fixed',
    credentialKind => {
      expect(scopeChallenge({ credentialKind, missing: 'project:admin' })).toBe('tool_error')
    },
  )

  it('lets pass what lacks nothing', () => {
    expect(scopeChallenge({ credentialKind: 'oauth', missing: undefined })).toBe('pass')
  })
})

describe('the challenges', () => {
  it('begin with Bearer and name the metadata, the everyday scopes and never a dangerous one', () => {
    const header = challenge401(BASE)
    expect(header).toMatch(
      /^Bearer realm="dragoman", resource_metadata="https:\/\/l10n\.example\.org\/\.well-known\/oauth-protected-resource\/mcp", scope="/,
    )
    expect(header).toContain('project:write voice:read voice:write')
    expect(header).not.toMatch(/:delete|:admin|members:write|organization:write|error/)
  })

  it('of a 403 name all scopes that the operation needs', () => {
    expect(challenge403(BASE, ['project:read', 'project:write'], 'This needs project:write')).toBe(
      'Bearer error="insufficient_scope", scope="project:read project:write", resource_metadata="https://l10n.example.org/.well-known/oauth-protected-resource/mcp", error_description="This needs project:write"',
    )
  })

  it('hold no character that could end or fake a parameter', () => {
    const header = challenge403(BASE, ['project:read'], 'a "b" \\ é\r\nX: y')
    expect(header).toContain('error_description="a b  X: y"')
    expect(header).not.toMatch(/[\r\n\\é]/)
  })
})
