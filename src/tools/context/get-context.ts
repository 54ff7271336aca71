import { z } from 'zod'
import { approvalLink } from '../../auth/oauth/approval-link.ts'
import { reaches } from '../../auth/principal.ts'
import { ALL_SCOPES, type Scope } from '../../auth/scopes.ts'
import { howToWiden } from '../../auth/widen.ts'
import { shown } from '../../shown.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { Call } from '../call.ts'
import { counted } from '../counted.ts'
import { readTool } from '../define-tool.ts'
import { isToAnswer } from '../organizations/list-my-invitations.ts'
import { AccountView, viewAccount } from '../people/account-shape.ts'
import { nearLimits } from '../quota/quota-view.ts'
import { ownAccounts, visibleAccounts } from '../resources.ts'
import { countMain, countStates } from '../translations/branch-view.ts'

/** How much one answer names, so that it fits an agent's context however large the site. */
const MOST_ACCOUNTS = 50
const MOST_PROJECTS = 200
const MOST_PROJECT_BYTES = 6000
const MOST_LOCALES = 12
const MOST_QUOTA = 10

/** Who is calling, what they reach, what they cannot do, and what to do next: the first call of every agent. */
export const getContext = readTool({
  name: 'get_context',
  title: 'Get context',
  description:
    'Call this first: who you are, the scopes of your credential, the accounts and projects you reach with their progress, what you cannot do and what that needs, and what to do next.',
  scope: null,
  toolset: 'core',
  rest: [{ method: 'GET', path: '/api/context' }],
  input: z.object({}),
  output: z.object({
    user: z.object({ handle: z.string(), name: z.string() }),
    via: z.object({
      kind: z.string(),
      id: z.string().optional(),
      prefix: z.string().optional(),
      client: z.string().optional(),
      expires_at: z.string().optional(),
    }),
    scopes: z.array(z.string()),
    accounts: z.array(AccountView).optional(),
    more_accounts: z.number().int().optional(),
    projects: z.array(z.object({ project: z.string(), status: z.string() })).optional(),
    more_projects: z.boolean().optional(),
    cannot: z.array(z.string()).optional(),
    /** Limits of which 80 % are used. */
    quota: z.array(z.string()).optional(),
    next: z.string(),
  }),
  structured: false,
  resource: async () => ({ target: { kind: 'none' } as const }),
  handler: async (_input, call) => {
    const { principal, read } = call
    const accounts = principal.scopes.has('account:read') ? await visibleAccounts(call, 'account:read') : []
    const { projects, more } = principal.scopes.has('project:read')
      ? await listProgress(call)
      : { projects: [], more: false }
    const left = await accountsLeftOut(call)
    const cannot = limits(call, accounts, left)
    const named = accounts.slice(0, MOST_ACCOUNTS)
    const quota = await quotaOf(principal.scopes.has('account:read') ? named : await readable(call), call)
    return {
      user: { handle: principal.user.handle, name: principal.user.name },
      via: describeCredential(principal),
      scopes: ALL_SCOPES.filter(scope => principal.scopes.has(scope)),
      ...(named.length > 0 && { accounts: await Promise.all(named.map(one => viewAccount(one, principal, read))) }),
      ...(accounts.length > named.length && { more_accounts: accounts.length - named.length }),
      ...(projects.length > 0 && { projects: projects.map(({ project, status }) => ({ project, status })) }),
      ...(more && { more_projects: true }),
      ...(cannot.length > 0 && { cannot }),
      ...(quota.length > 0 && { quota }),
      next: `${nextStep(principal.scopes, projects, more)}${await invitedTo(call)}`,
    }
  },
})

function describeCredential({ credential, expiresAt }: Call['principal']) {
  const expires = expiresAt === null ? {} : { expires_at: expiresAt }
  switch (credential.kind) {
    case 'token':
      return { kind: 'token', id: credential.id, prefix: credential.prefix, ...expires }
    case 'grant':
      return { kind: 'grant', id: credential.id, client: shown(credential.clientName), ...expires }
    case 'session':
    case 'stdio':
    case 'control':
      return { kind: credential.kind, ...expires }
  }
}

interface Progress {
  readonly project: string
  readonly status: string
  /** A locale that waits for texts. */
  readonly open: string | undefined
  readonly isPushed: boolean
}

async function listProgress(
  call: Call & { readonly read: Reader },
): Promise<{ projects: readonly Progress[]; more: boolean }> {
  const projects: Progress[] = []
  let bytes = 0
  for (const account of await visibleAccounts(call, 'project:read')) {
    let after: string | undefined
    do {
      const page = await call.read.projects.page('account', account.id, { limit: 50, after })
      for (const project of page.items) {
        if (projects.length === MOST_PROJECTS || bytes > MOST_PROJECT_BYTES) return { projects, more: true }
        const one = { project: `${account.handle}/${project.slug}`, ...(await progressOf(project, call.read)) }
        bytes += JSON.stringify(one).length
        projects.push(one)
      }
      after = page.next
    } while (after !== undefined)
  }
  return { projects, more: false }
}

/** One line from the sizes of indexes: `en → de 12 of 52 left, pl done, ja done (3 to review)`. */
async function progressOf(project: Frozen<ProjectRecord>, read: Reader): Promise<Omit<Progress, 'project'>> {
  const isPushed = project.branches.length > 0
  const locales = project.target_locales.slice(0, MOST_LOCALES)
  const counts = await Promise.all(locales.map(locale => countOf(project.id, locale, read)))
  const parts = counts.map(({ locale, left, all, review }) => {
    const waits = review > 0 ? ` (${review} to review)` : ''
    return `${locale} ${left > 0 ? `${left} of ${all} left` : 'done'}${waits}`
  })
  const rest = project.target_locales.length - MOST_LOCALES
  const told = `${parts.join(', ')}${rest > 0 ? ` and ${rest} more locales` : ''}`
  return {
    status: isPushed
      ? `${project.source_locale} → ${told}`
      : `nothing pushed yet; ${project.source_locale} → ${locales.join(', ')}`,
    open: counts.find(({ left }) => left > 0)?.locale,
    isPushed,
  }
}

async function countOf(projectId: string, locale: string, read: Reader) {
  const { needs_review: review } = await countStates(projectId, locale, read)
  const { left } = await countMain({ project: projectId }, locale, read)
  return { locale, left, review, all: await read.entries.count('listed', projectId) }
}

/** What the caller cannot do, and what that needs. */
function limits(
  { principal, services }: Call,
  accounts: readonly { readonly handle: string; readonly has_access: boolean }[],
  left: readonly string[],
): readonly string[] {
  const missing = ALL_SCOPES.filter(scope => !principal.scopes.has(scope))
  const closed = accounts.filter(account => !account.has_access).map(({ handle }) => handle)
  return [
    ...(missing.length > 0
      ? [`Use these scopes: ${missing.join(', ')}. ${howToWiden(principal.credential, missing, services.baseUrl)}`]
      : []),
    ...(principal.reach === 'all'
      ? []
      : [`Reach anything but ${accounts.map(({ handle }) => handle).join(', ') || 'the accounts that it is for'}.`]),
    ...(left.length > 0 && principal.credential.kind === 'grant'
      ? [
          `Reach ${firstOf(left)}: left out when this client was connected. Your person adds accounts at ${approvalLink(services.baseUrl, principal.credential.id, [])}`,
        ]
      : []),
    ...(closed.length > 0
      ? [`Write in ${firstOf(closed)}: has_access is false; the operator of this server grants it.`]
      : []),
  ]
}

/** The accounts whose projects a credential may read that lists no accounts. */
const readable = async (call: Call & { readonly read: Reader }) =>
  call.principal.scopes.has('project:read') ? (await visibleAccounts(call, 'project:read')).slice(0, MOST_ACCOUNTS) : []

/** `acme: 200,000 of 250,000 source strings used. Ask an operator to raise the limit.` */
async function quotaOf(
  accounts: readonly Frozen<AccountRecord>[],
  { read, services }: Call & { readonly read: Reader },
): Promise<readonly string[]> {
  const told: string[] = []
  for (const account of accounts) {
    const lines = await nearLimits(account, { read, limits: services.limits })
    told.push(...lines.map(line => `${account.handle}: ${line}`))
  }
  const more = told.length - MOST_QUOTA
  return more > 0 ? [...told.slice(0, MOST_QUOTA), `${counted(more, 'more limit')} nearly used up.`] : told
}

const MOST_NAMED = 5

const firstOf = (handles: readonly string[]): string =>
  `${handles.slice(0, MOST_NAMED).join(', ')}${handles.length > MOST_NAMED ? ' and others' : ''}`

/** The accounts of the person that a grant does not reach, for who may list accounts at all. */
async function accountsLeftOut({ principal, read }: Call & { readonly read: Reader }): Promise<readonly string[]> {
  const { credential, scopes, user } = principal
  if (credential.kind !== 'grant' || !scopes.has('account:read')) return []
  const accounts = await ownAccounts(user.id, read)
  return accounts.filter(({ id }) => !reaches(principal, id)).map(({ handle }) => handle)
}

/** The first of the organizations that the person is invited to by name; '' for none, and for what may not know. */
async function invitedTo(call: Call & { readonly read: Reader }): Promise<string> {
  const { principal, read, services } = call
  if (!principal.scopes.has('user:read')) return ''
  const { items } = await read.invitations.page('mine', principal.user.id, { limit: MOST_NAMED + 1 })
  const named = items.map(async one => {
    const isOpen = await isToAnswer(one, principal, read, services.now())
    return isOpen ? ((await read.accounts.get(one.account_id))?.handle ?? []) : []
  })
  const handles = (await Promise.all(named)).flat()
  if (handles.length === 0) return ''
  return ` Your person is invited to ${firstOf(handles)}, and answers at ${services.baseUrl}/account/invitations, or tells you to call answer_invitation.`
}

function nextStep(scopes: ReadonlySet<Scope>, projects: readonly Progress[], more: boolean): string {
  if (!scopes.has('project:read')) return 'This credential reads no projects; see scopes for what it can do.'
  const writes = scopes.has('project:write')
  if (projects.length === 0) {
    return writes
      ? 'There is no project yet: create_project, then push_source with the source file.'
      : 'There is no project yet, and this credential cannot create one.'
  }
  const waiting = projects.find(({ open }) => open !== undefined)
  const empty = projects.find(({ isPushed }) => !isPushed)
  const rest = more ? ' list_projects has the other projects.' : ''
  if (waiting !== undefined) {
    const tool = writes ? 'get_work gives the texts to translate' : 'get_status shows what is missing'
    return `${tool}: project ${waiting.project}, locale ${waiting.open}.${rest}`
  }
  if (empty !== undefined && writes) return `push_source sends the source files of ${empty.project}.${rest}`
  return `Nothing is left to translate. pull_translations gives the files${writes ? '; push_source sends changed sources' : ''}.${rest}`
}
