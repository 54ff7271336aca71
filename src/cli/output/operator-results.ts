import type { AccessChange } from '../../operator/accounts/access.ts'
import type { AccountList } from '../../operator/accounts/list.ts'
import type { AccountRow } from '../../operator/accounts/row.ts'
import { formatRecordCounts } from '../../operator/record-counts.ts'
import type { HolderStatus } from '../../operator/server-status.ts'
import type { MachineSignInLink } from '../../operator/users/sign-in-link.ts'
import type { Suspension } from '../../operator/users/suspension.ts'
import type { UserSummary } from '../../operator/users/view.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { formatHeap } from '../../tools/quota/heap-guard.ts'
import type { TokenView } from '../../tools/tokens/view.ts'
import type { Paint } from '../io.ts'
import { keepTrue } from './sentences.ts'

export interface NewToken extends TokenView {
  readonly token: string
  /** Of an operator's command. */
  readonly person?: UserSummary
  /** Of a token that a server created. */
  readonly server?: string
}

/** Formats the results of operator commands as text; `--json` prints them as they are. */
export const formatResult = {
  newToken: (created: NewToken, colour: Paint): string =>
    keepTrue([
      `Created token ${colour('bold', created.name)} for ${created.account}, ID ${created.id}`,
      created.person && `  user     ${formatUserOrigin(created.person)}`,
      created.server && `  server   ${created.server}`,
      `  scopes   ${created.scopes.join(' ')}`,
      `  expires  ${created.expires_at ?? 'never'}`,
      `  token    ${colour('green', created.token)}`,
      "Copy the token now. It won't be shown again.",
    ]).join('\n'),

  revoked: ({ revoked }: { readonly revoked: number }): string =>
    revoked === 0 ? 'The token was already revoked.' : `Revoked ${pluralize(revoked, 'token')}.`,

  access: (set: AccessChange): string =>
    set.changed
      ? `${set.account} ${set.has_access ? 'can now write' : 'is now read-only'}.`
      : `${set.account} ${set.has_access ? 'can already write' : 'is already read-only'}.`,

  suspension: ({ user, suspended, changed, sessions = 0 }: Suspension): string => {
    if (!suspended) return changed ? `Resumed ${user}.` : `${user} is not suspended.`
    if (!changed) return `${user} is already suspended.`
    return `Suspended ${user}${sessions === 0 ? '' : `, and signed them out of ${pluralize(sessions, 'browser')}`}.`
  },

  accounts: ({ accounts, next_cursor }: AccountList): string =>
    [
      ...(accounts.length === 0 ? ['No accounts found.'] : accounts.map(formatAccount)),
      ...(next_cursor === undefined ? [] : [`Next page: --cursor ${next_cursor}`]),
    ].join('\n'),

  /** Goes to stderr; stdout has only the link. */
  loginLink: ({ user, operator, served, person }: MachineSignInLink): string =>
    [
      `${user}: ${formatUserOrigin(person)}.`,
      `This link signs in ${user}${operator ? ' as an operator' : ''}. It works once and expires in 15 minutes.`,
      ...(served ? [] : ['No server runs. Start it before you open the link.']),
      '',
    ].join('\n'),

  status: (status: HolderStatus): string => {
    const { engine, shape, writable, reason = 'unknown', counts, place } = status.store
    return [
      formatHolder(status),
      ...(status.url === undefined ? [] : [`  url    ${status.url}`]),
      `  store  ${place ?? engine}, shape ${shape}, ${writable ? 'writable' : `read-only: ${reason}`}; ${formatRecordCounts(counts) || 'empty'}`,
      ...(status.heap === undefined ? [] : [`  heap   ${formatHeap(status.heap)}`]),
    ].join('\n')
  },
}

function formatUserOrigin({ new: isNew, since, signs_in_by, passkeys }: UserSummary): string {
  if (isNew) return 'new user'
  const ways = signs_in_by.map(way => `as ${way}`)
  if (passkeys > 0) ways.push(`with ${pluralize(passkeys, 'passkey')}`)
  return `created ${since.slice(0, 10)}, signs in ${ways.length === 0 ? 'by link only' : ways.join(' and ')}`
}

function formatAccount({ account, kind, owner, members, projects, tokens, person, ...about }: AccountRow): string {
  const what = kind === 'personal' ? 'user' : `organization of ${owner}, ${pluralize(members ?? 0, 'member')}`
  const notes = keepTrue([
    person?.operator === true && 'operator',
    person?.suspended_at !== undefined && `suspended since ${person.suspended_at.slice(0, 10)}`,
    !about.has_access && 'read-only',
    about.public && 'public',
    about.deleted_at !== undefined && `deleted ${about.deleted_at.slice(0, 10)}`,
  ])
  const facts = [
    what,
    pluralize(projects, 'project'),
    pluralize(tokens, 'token'),
    `created ${about.created_at.slice(0, 10)}`,
  ]
  return `${account}  ${facts.join(', ')}${notes.length === 0 ? '' : `  (${notes.join(', ')})`}`
}

function formatHolder({ process: holder, pid, started_at, store: { processes } }: HolderStatus): string {
  if (processes !== undefined) return formatProcesses(processes - 1)
  if (holder === undefined) return 'No server runs.'
  return `${holder === 'stdio' ? 'dragoman mcp' : 'The server'} runs: pid ${pid}, since ${started_at}`
}

/** Servers of a database can be on any machine. */
const formatProcesses = (others: number): string =>
  others === 0
    ? 'No server uses this database.'
    : `${pluralize(others, 'other process', 'other processes')} ${others === 1 ? 'uses' : 'use'} this database.`
