import { describe, expect, it } from 'vitest'
import { revokeRestored } from '../../src/auth/revoke-restored.ts'
import { COLLECTIONS } from '../../src/store/records.ts'
import { AT, at, token, user } from '../store/contract/samples.ts'

const now = new Date(at(60))

describe('a record that comes back from a backup', () => {
  it('is revoked when it is a credential that works', () => {
    expect(revokeRestored('tokens', token('t'), now)).toEqual(token('t', { revoked_at: at(60) }))
  })

  it('keeps the time of its revocation', () => {
    const revoked = token('t', { revoked_at: AT })
    expect(revokeRestored('tokens', revoked, now)).toBe(revoked)
  })

  it('is the same when it is no credential', () => {
    const ada = user('ada')
    for (const table of Object.keys(COLLECTIONS).filter(name => name !== 'tokens')) {
      expect(revokeRestored(table as keyof typeof COLLECTIONS, ada, now)).toBe(ada)
    }
    expect(revokeRestored('audit', ada, now)).toBe(ada)
  })
})
