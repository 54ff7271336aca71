import { z } from 'zod'
import { ALL_SCOPES, type Scope } from '../../auth/scopes.ts'
import { howToWiden } from '../../auth/widen.ts'
import { key } from '../../store/records/collection.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import type { Call } from '../call.ts'
import { AccountView, viewAccount } from '../people/account-shape.ts'
import { visibleAccounts } from '../resources.ts'
import { readTool } from '../tool.ts'

/** How many projects and locales one answer names, so that it fits an agent's context however large the site. */
const MOST_PROJECTS = 30
const MOST_LOCALES = 12

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
      expires_at: z.string().optional(),
    }),
    scopes: z.array(z.string()),
    accounts: z.array(AccountView).optional(),
    projects: z.array(z.object({ project: z.string(), status: z.string() })).optional(),
    more_projects: z.boolean().optional(),
    cannot: z.array(z.string()).optional(),
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
    const cannot = limits(
      call,
      accounts.some(account => !account.has_access),
    )
    return {
      user: { handle: principal.user.handle, name: principal.user.name },
      via: describeCredential(principal),
      scopes: ALL_SCOPES.filter(scope => principal.scopes.has(scope)),
      ...(accounts.length > 0 && {
        accounts: await Promise.all(accounts.map(one => viewAccount(one, principal, read))),
      }),
      ...(projects.length > 0 && { projects }),
      ...(more && { more_projects: true }),
      ...(cannot.length > 0 && { cannot }),
      next: nextStep(
        principal.scopes,
        projects.map(({ project }) => project),
      ),
    }
  },
})

function describeCredential({ credential, expiresAt }: Call['principal']) {
  const expires = expiresAt === null ? {} : { expires_at: expiresAt }
  return credential.kind === 'token'
    ? { kind: 'token', id: credential.id, prefix: credential.prefix, ...expires }
    : { kind: credential.kind, ...expires }
}

async function listProgress(
  call: Call & { readonly read: Reader },
): Promise<{ projects: { project: string; status: string }[]; more: boolean }> {
  const projects: { project: string; status: string }[] = []
  for (const account of await visibleAccounts(call, 'project:read')) {
    const page = await call.read.projects.page('account', account.id, { limit: MOST_PROJECTS - projects.length })
    for (const project of page.items) {
      projects.push({ project: `${account.handle}/${project.slug}`, status: await progress(project, call.read) })
    }
    if (page.next !== undefined || projects.length === MOST_PROJECTS) return { projects, more: true }
  }
  return { projects, more: false }
}

/** One line from the sizes of indexes: `en → de 40/52, pl 52/52`. */
async function progress(project: Frozen<ProjectRecord>, read: Reader): Promise<string> {
  const count = (locale: string, state: string): Promise<number> =>
    read.translations.count('state', key(project.id, locale, state))
  const parts = project.target_locales.slice(0, MOST_LOCALES).map(async locale => {
    const [untranslated, review, translated, approved] = await Promise.all([
      count(locale, 'untranslated'),
      count(locale, 'needs_review'),
      count(locale, 'translated'),
      count(locale, 'approved'),
    ])
    return `${locale} ${translated + approved}/${untranslated + review + translated + approved}`
  })
  const rest = project.target_locales.length - MOST_LOCALES
  return `${project.source_locale} → ${(await Promise.all(parts)).join(', ')}${rest > 0 ? ` and ${rest} more locales` : ''}`
}

function limits({ principal }: Call, someWithoutAccess: boolean): string[] {
  const missing = ALL_SCOPES.filter(scope => !principal.scopes.has(scope))
  const cannot =
    missing.length === 0
      ? []
      : [`Use these scopes: ${missing.join(', ')}. ${howToWiden(principal.credential, missing)}`]
  if (principal.reach !== 'all') cannot.push(`Reach anything but the account ${principal.reach.account.handle}.`)
  if (someWithoutAccess)
    cannot.push('Write in accounts whose has_access is false; the operator of this server grants it.')
  return cannot
}

function nextStep(scopes: ReadonlySet<Scope>, projects: readonly string[]): string {
  const [first] = projects
  if (!scopes.has('project:read')) return 'This credential reads no projects; see scopes for what it can do.'
  if (first === undefined) {
    return scopes.has('project:write')
      ? 'There is no project yet: create_project, then push_source with the source file.'
      : 'There is no project yet, and this credential cannot create one.'
  }
  return `get_status of ${JSON.stringify(first)} shows what is missing; get_work gives the texts to translate.`
}
