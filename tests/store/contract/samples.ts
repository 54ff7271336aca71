import { createHash } from 'node:crypto'
import type { StagedFileRecord } from '../../../src/store/records/calls.ts'
import type { AuditRecord, TokenRecord, UserRecord } from '../../../src/store/records/identity.ts'

export const AT = '2026-01-01T00:00:00.000Z'

export const at = (second: number): string => new Date(Date.parse(AT) + second * 1000).toISOString()

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

export const user = (id: string, rest: Partial<UserRecord> = {}): UserRecord => ({
  id,
  handle: `handle-of-${id}`,
  name: id,
  account_id: `account-of-${id}`,
  operator: false,
  created_at: AT,
  ...rest,
})

export const token = (id: string, rest: Partial<TokenRecord> = {}): TokenRecord => ({
  id,
  hash: hash(id),
  prefix: 'svca_0000',
  name: id,
  description: '',
  scopes: ['project:read'],
  user_id: 'ada',
  account_id: 'account-of-ada',
  created_by: { kind: 'control' },
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  created_at: AT,
  ...rest,
})

export const event = (id: string, rest: Partial<AuditRecord> = {}): AuditRecord => ({
  id,
  at: AT,
  action: 'create_token',
  user_id: 'ada',
  credential: { kind: 'stdio' },
  surface: 'stdio',
  request_id: 'r',
  account_id: 'account-of-ada',
  target: 'ada',
  ...rest,
})

/** Its weight is its size. */
export const stagedFile = (id: string, size: number, rest: Partial<StagedFileRecord> = {}): StagedFileRecord => ({
  id,
  project_id: 'app',
  purpose: 'source',
  branch: 'main',
  path: `${id}.json`,
  user_id: 'ada',
  credential: 'stdio',
  content: '',
  sha256: hash(''),
  size,
  expires_at: AT,
  ...rest,
})

export const ids = (records: readonly { readonly id: string }[]): readonly string[] => records.map(({ id }) => id)
