import type { OldRecord } from './migration.ts'

/** Shape 6: no client has to go on with a secret because it once showed it, and a used refresh token has a seed in the place of the encrypted answer. */
export const fromShape5 = (): Readonly<Record<string, (record: OldRecord) => unknown>> => ({
  families: ({ with_secret: _unused, ...family }) => family,
  refresh_tokens: ({ successor: _unused, ...token }) => token,
})
