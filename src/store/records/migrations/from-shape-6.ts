import type { OldRecord } from './migration.ts'

/**
 * Shape 7: a family has the hash of its refresh token, and an access token the refresh token that was used up for it. Refresh tokens that were used up before
 * are no longer known as such.
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
