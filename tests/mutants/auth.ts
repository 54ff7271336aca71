import type { Mutant } from './mutant.ts'

/** Who may sign in. */
export const AUTH: readonly Mutant[] = [
  {
    file: 'src/auth/sign-in/admit.ts',
    find: `if (isKnown || newAccounts === 'open')`,
    replace: 'if (isKnown || newAccounts !== undefined)',
    rule: 'Without an invitation, a closed server admits no new user.',
  },
  {
    file: 'src/auth/sign-in/admit.ts',
    find: 'rules.some(rule => matchesRule(rule, identity)) ? { operator: false }',
    replace: 'isKnown || rules.some(rule => matchesRule(rule, identity)) ? { operator: false }',
    rule: 'A known user who no longer matches a rule does not sign in.',
  },
  {
    file: 'src/auth/sign-in/admit.ts',
    find: 'compoundKey(identity.provider, identity.issuer, identity.subject)',
    replace: `compoundKey(identity.provider, 'https://github.com', identity.subject)`,
    rule: 'An identity belongs to its issuer.',
  },
]
