import type { OldRecord } from './migration.ts'

/**
 * Upgrades to shape 7. A family has the hash of its refresh token, an access token the refresh token that was exchanged for it. Reuse of previously used
 * refresh tokens is no longer detected.
 */
export function fromShape6(): Readonly<Record<string, (record: OldRecord) => unknown>> {
  const current = new Map<unknown, unknown>()
  return {
    refresh_tokens: token => {
      if (token['used_at'] === null) current.set(token['family_id'], token['hash'])
      return undefined
    },
    families: family => {
      const refresh = current.get(family['id'])
      return { ...family, ...(refresh !== undefined && { refresh }) }
    },
    access_tokens: ({ grant_id: _grant, user_id: _user, client_id: _client, ...token }) => ({
      ...token,
      kept_until: token['expires_at'],
    }),
  }
}
