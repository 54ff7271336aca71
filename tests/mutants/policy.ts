import type { Mutant } from './mutant.ts'

/** Who may call what, and until when. */
export const POLICY: readonly Mutant[] = [
  {
    file: 'src/auth/policy/active-credential.ts',
    find: `  if (stored?.suspended_at !== undefined) throw`,
    replace: `  if (stored === undefined) throw`,
    rule: 'A suspended user writes nothing more.',
  },
  {
    file: 'src/auth/policy/active-credential.ts',
    find: `  if (await hasRevokedAncestor(token, read)) throw endedError()\n`,
    replace: '',
    rule: 'A token ends with the token that created it, even during a call.',
  },
  {
    file: 'src/auth/policy/active-credential.ts',
    find: `!isActive || family?.revoked_at !== null || grant`,
    replace: `!isActive || family === undefined || grant`,
    rule: 'An access token ends with its family, even during a call.',
  },
  {
    file: 'src/auth/policy/active-credential.ts',
    find: `  if (lost.length === 0) return`,
    replace: `  if (lost.length >= 0) return`,
    rule: 'A grant that lost scopes during a call writes nothing.',
  },
  {
    file: 'src/auth/policy/active-credential.ts',
    find: `session !== undefined && !isExpired(session.expires_at, now)`,
    replace: `session !== undefined`,
    rule: 'An expired session writes nothing.',
  },
  {
    file: 'src/auth/policy/authenticate.ts',
    find: `  if (token.revoked_at !== null) return refuse('revoked')\n`,
    replace: '',
    rule: 'A revoked account token is refused.',
  },
  {
    file: 'src/auth/policy/authenticate.ts',
    find: `  if (grant_id !== undefined && grant?.revoked_at !== null) return refuse('revoked')\n`,
    replace: '',
    rule: 'A token ends with the grant that created it.',
  },
  {
    file: 'src/auth/policy/authenticate.ts',
    find: `  if (!token.resources.some(resource => audience.includes(resource))) return refuse('other_audience')\n`,
    replace: '',
    rule: 'An access token for another resource is refused.',
  },
  {
    file: 'src/auth/policy/authenticate.ts',
    find: `  if (fault !== undefined) return refuse(fault)\n`,
    replace: '',
    rule: 'A token of an organization ends when its user leaves.',
  },
  {
    file: 'src/auth/policy/authorize.ts',
    find: `  if (!reaches(principal, account.id)) return roles\n`,
    replace: '',
    rule: 'A credential has no role on an account that it does not reach.',
  },
  {
    file: 'src/auth/policy/authorize.ts',
    find: `  if (account.deleted_at !== undefined && target.evenDeleted !== true) return roles\n`,
    replace: '',
    rule: 'A deleted organization is gone for everybody.',
  },
  {
    file: 'src/auth/policy/authorize.ts',
    find: `rule.needsAccess && (await`,
    replace: `!rule.needsAccess && (await`,
    rule: 'An account without access reads and does not write.',
  },
  {
    file: 'src/auth/policy/authorize.ts',
    find: `  if (isOrganizationToken(principal)) return 'id' in credential && credential.id === token.id\n`,
    replace: '',
    rule: 'A token of an organization manages only itself.',
  },
  {
    file: 'src/auth/policy/authorize.ts',
    find: `!isDeleted(target) && canSee(scope, roles) ? 'forbidden' : 'not_found'`,
    replace: `'forbidden'`,
    rule: 'Nobody learns that an object exists that they may not see.',
  },
  {
    file: 'src/auth/policy/reach.ts',
    find: `return toReach([...one.accounts].filter(id => other.accounts.has(id)))`,
    replace: 'return one',
    rule: 'A token reaches no account that its grant lost.',
  },
  {
    file: 'src/auth/policy/reach.ts',
    find: `account_id === user.account_id ? accounts : [account_id]`,
    replace: 'accounts',
    rule: 'A token of an organization reaches that organization alone.',
  },
  {
    file: 'src/auth/tokens/lineage.ts',
    find: `    id = parent.parent_id\n`,
    replace: '    id = undefined\n',
    rule: 'A token ends with every token above it.',
  },
  {
    file: 'src/auth/tokens/lineage.ts',
    find: `  if (generations < MAX_GENERATIONS) return\n`,
    replace: '  if (generations >= 0) return\n',
    rule: 'A chain of tokens has an end.',
  },
  {
    file: 'src/auth/secrets.ts',
    find: `checksum(value.slice(0, -8)) === value.slice(-8) ? (kind as SecretKind) : undefined`,
    replace: 'kind as SecretKind',
    rule: 'A mistyped secret is known by its checksum.',
  },
  {
    file: 'src/auth/secrets.ts',
    find: `  poolOffset += RANDOM_BYTES\n`,
    replace: '',
    rule: 'No two secrets share their random bytes.',
  },
]
