import type { SpecRole } from './table.ts'

/** The relation of a caller to an account, in the words of the rules `5.5.*`. */
export interface Relation {
  readonly name: string
  readonly caller: string
  /** The account that owns the resource. */
  readonly account: string
  readonly roles: readonly SpecRole[]
}

/**
 * The users: ada owns the organizations, ben administers them and owns none, mia is a member, zoe and pia belong to nothing. Cole and cora are
 * members beside mia, otto and olga are unrelated. The organizations: acme is private, open is public; so are the accounts of pia, cora and olga.
 */
export const MEMBERS = { ada: 'admin', ben: 'admin', mia: 'member', cole: 'member', cora: 'member' } as const
export const ORGANIZATIONS = ['acme', 'open'] as const
export const PUBLIC_ACCOUNTS = ['open', 'pia', 'cora', 'olga'] as const
export const OTHERS = ['zoe', 'pia', 'otto', 'olga'] as const
export const CALLERS = ['ada', 'ben', 'mia', 'zoe', 'pia'] as const
/** Whose personal account another user reads. */
export const NEIGHBOURS = ['cole', 'cora', 'otto', 'olga'] as const

const MEMBER: readonly SpecRole[] = ['organization_member']
const ADMIN: readonly SpecRole[] = [...MEMBER, 'organization_admin']
const OWNER: readonly SpecRole[] = [...ADMIN, 'account_owner']

/** Every relation to an account, and so to a project, a voice or a glossary of it. */
export const ACCOUNT_RELATIONS: readonly Relation[] = [
  { name: 'owner of a private organization', caller: 'ada', account: 'acme', roles: OWNER },
  { name: 'administrator of a private organization', caller: 'ben', account: 'acme', roles: ADMIN },
  { name: 'member of a private organization', caller: 'mia', account: 'acme', roles: MEMBER },
  { name: 'stranger to a private organization', caller: 'zoe', account: 'acme', roles: [] },
  { name: 'owner of a public organization', caller: 'ada', account: 'open', roles: [...OWNER, 'public_account'] },
  {
    name: 'administrator of a public organization',
    caller: 'ben',
    account: 'open',
    roles: [...ADMIN, 'public_account'],
  },
  { name: 'member of a public organization', caller: 'mia', account: 'open', roles: [...MEMBER, 'public_account'] },
  { name: 'stranger to a public organization', caller: 'zoe', account: 'open', roles: ['public_account'] },
  { name: 'owner of a private personal account', caller: 'zoe', account: 'zoe', roles: ['account_owner'] },
  {
    name: 'owner of a public personal account',
    caller: 'pia',
    account: 'pia',
    roles: ['account_owner', 'public_account'],
  },
  { name: 'stranger to a private personal account', caller: 'zoe', account: 'otto', roles: [] },
  { name: 'stranger to a public personal account', caller: 'zoe', account: 'olga', roles: ['public_account'] },
  { name: 'colleague of the owner of a private personal account', caller: 'mia', account: 'cole', roles: [] },
  { name: 'colleague of the owner of a public one', caller: 'mia', account: 'cora', roles: ['public_account'] },
]

/** Every relation to a user. A public personal account says nothing of its user: `public_account` is a role on accounts. */
export const USER_RELATIONS: readonly Relation[] = [
  { name: 'the person', caller: 'zoe', account: 'zoe', roles: ['self'] },
  { name: 'the person, with a public account', caller: 'pia', account: 'pia', roles: ['self'] },
  { name: 'the person, in an organization', caller: 'mia', account: 'mia', roles: ['self', 'organization_member'] },
  { name: 'a colleague', caller: 'mia', account: 'cole', roles: ['organization_member'] },
  { name: 'a colleague with a public account', caller: 'mia', account: 'cora', roles: ['organization_member'] },
  { name: 'a member to the owner', caller: 'mia', account: 'ada', roles: ['organization_member'] },
  { name: 'a stranger', caller: 'zoe', account: 'otto', roles: [] },
  { name: 'a stranger with a public account', caller: 'zoe', account: 'olga', roles: [] },
]

/** Nobody has a role on the tokens of other users, whatever they share. */
export const onTheirTokens = ({ roles, ...relation }: Relation): Relation => ({
  ...relation,
  roles: roles.filter(role => role === 'self'),
})

/** Whether the account of the caller has access, and the account that owns the resource. */
export interface Access {
  readonly own: boolean
  readonly owning: boolean
}

export const ACCESSES: readonly Access[] = [
  { own: true, owning: true },
  { own: false, owning: true },
  { own: true, owning: false },
  { own: false, owning: false },
]

/** What is one's own has one account, which has access or not. */
export const isPossible = ({ caller, account }: Relation, { own, owning }: Access): boolean =>
  caller !== account || own === owning
