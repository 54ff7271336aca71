import { z } from 'zod'
import { approvalLink } from '../../auth/oauth/grants/approval-link.ts'
import { insufficientScopeFix } from '../../auth/policy/insufficient-scope-fix.ts'
import { reaches } from '../../auth/policy/principal.ts'
import { ALL_SCOPES } from '../../auth/policy/scopes.ts'
import { eachRecord } from '../../store/each-record.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { AccountView, toAccountView } from '../accounts/read-accounts.ts'
import { isAnswerable } from '../invitations/list-invitations.ts'
import { nextStep } from '../next/next-step.ts'
import { findMainRemaining } from '../next/remaining.ts'
import { projectLink } from '../page-links.ts'
import type { Call } from '../pipeline/call.ts'
import { readTool } from '../pipeline/define-tool.ts'
import { listOwnAccounts, listVisibleAccounts } from '../pipeline/resources.ts'
import { pluralize } from '../pluralize.ts'
import { describeNearLimits } from '../quota/view.ts'
import { countMainWork, countStates } from '../translations/branch-view.ts'

/** Limits of one answer, so that it fits an agent's context. */
const MAX_ACCOUNTS = 50
const MAX_PROJECTS = 200
const MAX_PROJECT_BYTES = 6000
const MAX_LOCALES = 12
const MAX_QUOTA_LINES = 10

/** The first call of every agent: its user, scopes, accounts, projects, limits and next step. */
export const getContext = readTool({
  name: 'get_context',
  title: 'Get context',
  description: 'Call this first: your user, scopes, accounts, projects with progress, limits and the next step.',
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
    /** For MCP clients: how to reach the tools that they do not list. */
    tools: z.string().optional(),
    next: z.string(),
  }),
  resource: async () => ({ target: { kind: 'none' } as const }),
  handler: async (_input, call) => {
    const { principal, read } = call
    const accounts = principal.scopes.has('account:read') ? await listVisibleAccounts(call, 'account:read') : []
    const { projects, more } = principal.scopes.has('project:read')
      ? await listProgress(call)
      : { projects: [], more: false }
    const left = await listExcludedAccounts(call)
    const cannot = describeLimits(call, accounts, left)
    const named = accounts.slice(0, MAX_ACCOUNTS)
    const quota = await describeQuota(
      principal.scopes.has('account:read') ? named : await listReadableAccounts(call),
      call,
    )
    return {
      user: { handle: principal.user.handle, name: principal.user.name },
      via: describeCredential(principal),
      scopes: ALL_SCOPES.filter(scope => principal.scopes.has(scope)),
      ...(named.length > 0 && { accounts: await Promise.all(named.map(one => toAccountView(one, principal, read))) }),
      ...(accounts.length > named.length && { more_accounts: accounts.length - named.length }),
      ...(projects.length > 0 && { projects: projects.map(({ project, status }) => ({ project, status })) }),
      ...(more && { more_projects: true }),
      ...(cannot.length > 0 && { cannot }),
      ...(quota.length > 0 && { quota }),
      ...((call.surface === 'mcp' || call.surface === 'stdio') && { tools: OTHER_TOOLS }),
      next: `${await chooseNextStep(projects, more, call)}${await describeInvitations(call)}`,
    }
  },
})

const OTHER_TOOLS =
  'For reviews, comments, members, organizations, policies, deleting and checks: find_tools names the tools, use_tool runs them.'

function describeCredential({ credential, expiresAt }: Call['principal']) {
  const expires = expiresAt === null ? {} : { expires_at: expiresAt }
  switch (credential.kind) {
    case 'token':
      return { kind: 'token', id: credential.id, prefix: credential.prefix, ...expires }
    case 'grant':
      return { kind: 'grant', id: credential.id, client: escapeInvisible(credential.clientName), ...expires }
    case 'session':
    case 'stdio':
    case 'control':
      return { kind: credential.kind, ...expires }
  }
}

interface Progress {
  readonly project: string
  readonly status: string
  /** A locale with untranslated strings. */
  readonly open: string | undefined
  readonly isPushed: boolean
  readonly conflicts: number
  readonly record: Frozen<ProjectRecord>
}

async function listProgress(
  call: Call & { readonly read: Reader },
): Promise<{ projects: readonly Progress[]; more: boolean }> {
  const projects: Progress[] = []
  let bytes = 0
  for (const account of await listVisibleAccounts(call, 'project:read')) {
    const all = eachRecord(after => call.read.projects.page('account', account.id, { limit: 50, after }))
    for await (const project of all) {
      if (projects.length === MAX_PROJECTS || bytes > MAX_PROJECT_BYTES) return { projects, more: true }
      const one = { project: `${account.handle}/${project.slug}`, ...(await getProgress(project, call.read)) }
      bytes += JSON.stringify(one).length
      projects.push({ ...one, record: project })
    }
  }
  return { projects, more: false }
}

/** One line from the sizes of indexes: `en → de 12 of 52 left, pl done, ja done (3 to review)`. */
async function getProgress(
  project: Frozen<ProjectRecord>,
  read: Reader,
): Promise<Omit<Progress, 'project' | 'record'>> {
  const isPushed = project.branches.length > 0
  const locales = project.target_locales.slice(0, MAX_LOCALES)
  const counts = await Promise.all(locales.map(locale => countLocale(project.id, locale, read)))
  const parts = counts.map(({ locale, left, all, review, conflicts }) => {
    const waits = [
      ...(review > 0 ? [`${review} to review`] : []),
      ...(conflicts > 0 ? [pluralize(conflicts, 'conflict')] : []),
    ]
    return `${locale} ${left > 0 ? `${left} of ${all} left` : 'done'}${waits.length > 0 ? ` (${waits.join(', ')})` : ''}`
  })
  const rest = project.target_locales.length - MAX_LOCALES
  const sentences = `${parts.join(', ')}${rest > 0 ? ` and ${rest} more locales` : ''}`
  return {
    status: isPushed
      ? `${project.source_locale} → ${sentences}`
      : `nothing pushed yet; ${project.source_locale} → ${locales.join(', ')}`,
    open: counts.find(({ left }) => left > 0)?.locale,
    isPushed,
    conflicts: counts.reduce((sum, { conflicts }) => sum + conflicts, 0),
  }
}

async function countLocale(projectId: string, locale: string, read: Reader) {
  const { needs_review: review } = await countStates(projectId, locale, read)
  const { left } = await countMainWork({ project: projectId }, locale, read)
  const conflicts = await read.translations.count('conflict', compoundKey(projectId, locale))
  return { locale, left, review, conflicts, all: await read.entries.count('listed', projectId) }
}

/** Describes the actions that the caller cannot do, with the reason. */
function describeLimits(
  { principal, services }: Call,
  accounts: readonly { readonly handle: string; readonly has_access: boolean }[],
  left: readonly string[],
): readonly string[] {
  const missing = ALL_SCOPES.filter(scope => !principal.scopes.has(scope))
  const closed = accounts.filter(account => !account.has_access).map(({ handle }) => handle)
  return [
    ...(missing.length > 0
      ? [
          `Use these scopes: ${missing.join(', ')}. ${insufficientScopeFix(principal, missing, services.baseUrl, services.commands.forEverybody)}`,
        ]
      : []),
    ...(principal.reach === 'all'
      ? []
      : [
          `Access accounts other than ${accounts.map(({ handle }) => handle).join(', ') || 'those it was created for'}.`,
        ]),
    ...(left.length > 0 && principal.credential.kind === 'grant'
      ? [
          `Access ${formatHandles(left)}: not selected when this client was connected. Your user can add accounts at ${approvalLink(services.baseUrl, principal.credential.id, [])}`,
        ]
      : []),
    ...(closed.length > 0
      ? [`Write to ${formatHandles(closed)}: has_access is false. Ask an operator of this server for access.`]
      : []),
  ]
}

/** The accounts whose projects a credential without `account:read` may read. */
const listReadableAccounts = async (call: Call & { readonly read: Reader }) =>
  call.principal.scopes.has('project:read')
    ? (await listVisibleAccounts(call, 'project:read')).slice(0, MAX_ACCOUNTS)
    : []

/** `acme: 200,000 of 250,000 source strings used. Ask an operator to raise the limit.` */
async function describeQuota(
  accounts: readonly Frozen<AccountRecord>[],
  { read, services }: Call & { readonly read: Reader },
): Promise<readonly string[]> {
  const sentences: string[] = []
  for (const account of accounts) {
    const lines = await describeNearLimits(account, { read, limits: services.limits })
    sentences.push(...lines.map(line => `${account.handle}: ${line}`))
  }
  const more = sentences.length - MAX_QUOTA_LINES
  return more > 0
    ? [...sentences.slice(0, MAX_QUOTA_LINES), `${pluralize(more, 'more limit')} nearly used up.`]
    : sentences
}

const MAX_NAMED = 5

const formatHandles = (handles: readonly string[]): string =>
  `${handles.slice(0, MAX_NAMED).join(', ')}${handles.length > MAX_NAMED ? ' and others' : ''}`

/** The user's accounts that a grant does not include; only for callers that may list accounts. */
async function listExcludedAccounts({ principal, read }: Call & { readonly read: Reader }): Promise<readonly string[]> {
  const { credential, scopes, user } = principal
  if (credential.kind !== 'grant' || !scopes.has('account:read')) return []
  const accounts = await listOwnAccounts(user.id, read)
  return accounts.filter(({ id }) => !reaches(principal, id)).map(({ handle }) => handle)
}

/** Names the first organizations that invited the user by username; '' for none, or if the caller may not know. */
async function describeInvitations(call: Call & { readonly read: Reader }): Promise<string> {
  const { principal, read, services } = call
  if (!principal.scopes.has('user:read')) return ''
  const { items } = await read.invitations.page('mine', principal.user.id, { limit: MAX_NAMED + 1 })
  const named = items.map(async one => {
    const isOpen = await isAnswerable(one, principal, read, services.now())
    return isOpen ? ((await read.accounts.get(one.account_id))?.handle ?? []) : []
  })
  const handles = (await Promise.all(named)).flat()
  if (handles.length === 0) return ''
  return ` Your user is invited to ${formatHandles(handles)}: they can answer at ${services.baseUrl}/account/invitations, or ask you to call answer_invitation.`
}

async function chooseNextStep(
  projects: readonly Progress[],
  more: boolean,
  { principal: { scopes }, read, services: { baseUrl } }: Call & { readonly read: Reader },
): Promise<string> {
  if (!scopes.has('project:read')) return 'You cannot read projects; see scopes for what you can do.'
  const writes = scopes.has('project:write')
  if (projects.length === 0) {
    return writes
      ? 'No project yet. Call create_project, then push_source with the source files.'
      : 'No project yet, and you cannot create one without project:write.'
  }
  const waiting = projects.find(({ open }) => open !== undefined)
  const empty = projects.find(({ isPushed }) => !isPushed)
  const rest = more ? ' Other projects: list_projects.' : ''
  if (waiting !== undefined) {
    const tool = writes ? 'get_work returns strings to translate' : 'get_status shows what is missing'
    return `${tool}: project ${waiting.project}, locale ${waiting.open}.${rest}`
  }
  if (empty !== undefined && writes) return `Push the source files of ${empty.project} with push_source.${rest}`
  const contested = projects.find(({ conflicts }) => conflicts > 0)
  if (contested !== undefined) {
    const { project, conflicts } = contested
    const page = projectLink(baseUrl, project)
    return `${nextStep({ project, page, remaining: { work: undefined, waiting: { conflicts } } })}${rest}`
  }
  for (const { project, record } of projects.slice(0, MAX_SURVEYED)) {
    const none = Object.fromEntries(record.target_locales.slice(0, MAX_LOCALES).map(locale => [locale, 0]))
    const remaining = await findMainRemaining(record, none, read)
    const { errors = 0, warnings = 0, outdated = 0 } = remaining?.waiting ?? {}
    if (errors + warnings + outdated > 0) return `${nextStep({ project, remaining })}${rest}`
  }
  return `${nextStep({ remaining: { work: undefined } })}${rest}`
}

/** Projects whose findings and voices are counted where no project has strings to translate. */
const MAX_SURVEYED = 10
