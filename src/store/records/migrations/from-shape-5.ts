import type { OldRecord } from './migration.ts'

/** Upgrades to shape 6. A client that once sent a secret no longer has to. A used refresh token has a seed instead of the encrypted answer. */
export const fromShape5 = (): Readonly<Record<string, (record: OldRecord) => unknown>> => ({
  families: ({ with_secret: _unused, ...family }) => family,
  refresh_tokens: ({ successor: _unused, ...token }) => token,
})
