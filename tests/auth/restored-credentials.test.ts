import { describe, expect, it } from 'vitest'
import { revokeRestored } from '../../src/auth/restored-credentials.ts'
import { COLLECTIONS } from '../../src/store/records/schema.ts'
import { everyTable } from '../store/archive-samples.ts'
import { AT, at, token, user } from '../store/contract/samples.ts'

const now = new Date(at(60))
const samples = everyTable('text')
/** The records that are given until a time. */
const EXPIRING = [
  'invitations',
  'sessions',
  'login_links',
  'sign_ins',
  'passkey_challenges',
  'interactions',
  'codes',
  'device_codes',
] as const

/** The sample of a table with these fields, before and after it was restored. */
function restored(table: keyof typeof samples, fields: object) {
  const before = { ...samples[table][0], id: 'x', ...fields }
  return { before, after: revokeRestored(table, before, now) }
}

describe('a record that is restored from a backup', () => {
  it('is revoked when it is an active token', () => {
    expect(revokeRestored('tokens', token('t'), now)).toEqual(token('t', { revoked_at: at(60) }))
  })

  it('is revoked with a reason when it is an active grant', () => {
    const { before, after } = restored('grants', { revoked_at: null })
    expect(after).toEqual({ ...before, revoked_at: at(60), revoked_for: 'restore' })
  })

  it('is revoked with its tokens when it is a token family', () => {
    const { before, after } = restored('families', { revoked_at: null })
    expect(after).toEqual({ ...before, revoked_at: at(60) })
    const access = restored('access_tokens', { expires_at: at(3_600) })
    expect(access.after).toBe(access.before)
  })

  it.each(EXPIRING)('ends when it is one of %s, and keeps an end that is past', table => {
    const { before, after } = restored(table, { expires_at: at(61) })
    expect(after).toEqual({ ...before, expires_at: at(60) })
    for (const past of [at(60), at(59)]) {
      const over = restored(table, { expires_at: past })
      expect(over.after).toBe(over.before)
    }
  })

  it('keeps the time and the reason of an earlier revocation', () => {
    const revoked = token('t', { revoked_at: AT })
    expect(revokeRestored('tokens', revoked, now)).toBe(revoked)
    for (const table of ['grants', 'families'] as const) {
      const { before, after } = restored(table, { revoked_at: AT, revoked_for: 'user' })
      expect(after).toBe(before)
    }
  })

  it('stays the same when it is no credential, such as a user or a client', () => {
    const ada = user('ada')
    const credentials: readonly string[] = ['tokens', 'grants', 'families', ...EXPIRING]
    for (const table of Object.keys(COLLECTIONS).filter(name => !credentials.includes(name))) {
      expect(revokeRestored(table as keyof typeof COLLECTIONS, ada, now)).toBe(ada)
    }
    expect(revokeRestored('audit', ada, now)).toBe(ada)
  })
})
