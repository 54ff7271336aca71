import type { AccessChange } from '../../operator/accounts/access.ts'
import type { AccountList } from '../../operator/accounts/list.ts'
import type { AccountRow } from '../../operator/accounts/row.ts'
import type { HolderStatus } from '../../operator/server-status.ts'
import type { LoginLink } from '../../operator/users/login-link.ts'
import type { Suspension } from '../../operator/users/suspension.ts'
import type { UserSummary } from '../../operator/users/view.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { formatHeap } from '../../tools/quota/heap-guard.ts'
import type { TokenView } from '../../tools/tokens/view.ts'
import type { Paint } from '../io.ts'

export interface NewToken extends TokenView {
  readonly token: string
  readonly user_created: boolean
  readonly person: UserSummary
}

/** The answers of the operator's commands as text for a person; `--json` prints them whole. */
export const formatResult = {
  newToken: (made: NewToken, colour: Paint): string =>
    [
      `Token ${colour('bold', made.name)} of ${made.account}, id ${made.id}`,
      `  person   ${formatUserOrigin(made.person)}`,
      `  scopes   ${made.scopes.join(' ')}`,
      `  expires  ${made.expires_at ?? 'never'}`,
      `  token    ${colour('green', made.token)}`,
      'It is shown this once.',
    ].join('\n'),

  tokens: ({ tokens }: { readonly tokens: readonly TokenView[] }): string =>
    tokens.length === 0 ? 'No active tokens.' : tokens.map(formatToken).join('\n'),

  revoked: ({ revoked }: { readonly revoked: number }): string =>
    revoked === 0 ? 'It was revoked already.' : `Revoked ${pluralize(revoked, 'token')}.`,

  access: (set: AccessChange): string =>
    `${set.account} ${set.has_access ? 'has' : 'has no'} access${set.changed ? '.' : ', as before.'}`,

  suspension: ({ user, suspended, changed, sessions = 0 }: Suspension): string => {
    if (!suspended) return `${user} is not suspended${changed ? ' any more' : ''}.`
    if (!changed) return `${user} is suspended, as before.`
    return `${user} is suspended${sessions === 0 ? '' : `, and signed out of ${pluralize(sessions, 'browser')}`}.`
  },

  accounts: ({ accounts, next_cursor }: AccountList): string =>
    [
      ...(accounts.length === 0 ? ['No such account.'] : accounts.map(formatAccount)),
      ...(next_cursor === undefined ? [] : [`There are more: add --cursor ${next_cursor}`]),
    ].join('\n'),

  /** Beside the link itself, which stands alone on stdout. */
  loginLink: ({ user, operator, served, person }: LoginLink): string =>
    [
      `${user}: ${formatUserOrigin(person)}.`,
      `It signs in ${user}${operator ? ', who becomes an operator,' : ''} once, within 15 minutes.`,
      ...(served ? [] : ['Nobody serves now: start the service before you open it.']),
      '',
    ].join('\n'),

  status: (status: HolderStatus): string => {
    const { engine, writable, reason = 'unknown', counts } = status.store
    const kept = Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]))
    return [
      formatHolder(status),
      ...(status.url === undefined ? [] : [`  url    ${status.url}`]),
      `  store  ${engine}, ${writable ? 'writable' : `read-only: ${reason}`}; ${kept.join(', ') || 'empty'}`,
      ...(status.heap === undefined ? [] : [`  heap   ${formatHeap(status.heap)}`]),
    ].join('\n')
  },
}

const formatUserOrigin = ({ new: isNew, since, signs_in_by: ways }: UserSummary): string =>
  isNew
    ? 'a new person'
    : `here since ${since.slice(0, 10)}, signs in ${ways.length === 0 ? 'by links alone' : `as ${ways.join(' and as ')}`}`

const formatToken = ({ id, prefix, name, last_used_at, expires_at }: TokenView): string =>
  `${id}  ${prefix}…  ${name}  last used ${last_used_at ?? 'never'}  expires ${expires_at ?? 'never'}`

function formatAccount({ account, kind, owner, members, projects, tokens, person, ...about }: AccountRow): string {
  const what = kind === 'personal' ? 'person' : `organization of ${owner}, ${pluralize(members ?? 0, 'member')}`
  const notes = [
    person?.operator === true && 'operator',
    person?.suspended_at !== undefined && `suspended since ${person.suspended_at.slice(0, 10)}`,
    !about.has_access && 'no access',
    about.public && 'public',
    about.deleted_at !== undefined && `deleted ${about.deleted_at.slice(0, 10)}`,
  ].filter(note => note !== false)
  const facts = [
    what,
    pluralize(projects, 'project'),
    pluralize(tokens, 'token'),
    `since ${about.created_at.slice(0, 10)}`,
  ]
  return `${account}  ${facts.join(', ')}${notes.length === 0 ? '' : `  (${notes.join(', ')})`}`
}

function formatHolder({ process: holder, pid, started_at }: HolderStatus): string {
  if (holder === undefined) return 'Not running.'
  return `${holder === 'stdio' ? 'A stdio process' : 'The server'} runs: pid ${pid}, since ${started_at}`
}
