import { ALL_SCOPES, type Scope } from '../../../src/auth/policy/scopes.ts'
import { mintSecret } from '../../../src/auth/secrets.ts'
import { openTestApp, type TestApp } from '../../http/test-app.ts'
import { openJar, signIn } from '../../web/jar.ts'
import { connect } from '../oauth/granted.ts'
import type { Fixture } from './tool-table.ts'

/** A testApp with every kind of caller on ada's resources: she owns acme, which has a project, and south. */
export interface Identities {
  readonly testApp: TestApp
  readonly fixture: Fixture
  readonly everything: string
  readonly single: (scope: string) => string
  readonly onOrganization: string
  readonly limitedApp: string
  /** Of a user who shares nothing with ada. */
  readonly stranger: string
  readonly operator: string
  readonly unknown: string
  readonly expired: string
  readonly revoked: string
  readonly revokedApp: string
  readonly elsewhere: string
  readonly refresh: string
  readonly clientSecret: string
  readonly suspended: string
  readonly left: string
  readonly cookie: string
  readonly close: () => Promise<void>
}

const HOUR = 60 * 60 * 1000

export async function openIdentities(): Promise<Identities> {
  const deps = await openTestApp()
  const { world, services } = deps
  const { store } = services
  await world.organization('acme', { ada: 'admin', bob: 'member' })
  await world.organization('south', { ada: 'admin', kim: 'member' })
  const ada = await world.user('ada')
  await fillProject(ada, 'acme/app')
  const token = async (scopes: readonly Scope[], more = {}): Promise<{ id: string; token: string }> =>
    ada.call('create_token', { name: 'one of many', scopes, ...more })
  const revokedToken = (await token(['user:read'], { account: 'acme' })).id
  const revoked = await token(ALL_SCOPES)
  for (const id of [revokedToken, revoked.id]) await ada.call('revoke_token', { id })
  const single = new Map<string, string>()
  for (const scope of ALL_SCOPES) single.set(scope, (await token([scope])).token)

  const left = await (await world.user('kim')).call<{ token: string }>('create_token', {
    name: 'of one who leaves',
    scopes: ALL_SCOPES,
    account: 'south',
  })
  const south = await store.read.accounts.by('handle', 'south')
  const suspended = (await deps.token('sue', ALL_SCOPES)).token
  const operator = (await deps.token('opal', ALL_SCOPES)).token
  await store.transaction(async tx => {
    const [sue, opal, kim] = await Promise.all(['sue', 'opal', 'kim'].map(handle => tx.users.by('handle', handle)))
    if (sue === undefined || opal === undefined || kim === undefined) throw new Error('somebody is missing')
    await tx.users.put({ ...sue, suspended_at: services.now().toISOString() })
    await tx.users.put({ ...opal, operator: true })
    const [membership] = await tx.memberships.list('user', kim.id)
    if (membership !== undefined) await tx.memberships.remove(membership.id)
  })

  const revokedApp = await connect(services, 'ada', { scopes: ALL_SCOPES })
  await ada.call('revoke_grant', { id: revokedApp.grantId })
  const expired = await token(ALL_SCOPES, { expires_at: new Date(services.now().getTime() + HOUR).toISOString() })
  world.pass(2 * HOUR)
  const jar = openJar(deps.url)
  await signIn(deps, jar, 'ada')

  const invited = await ada.call<{ id: string }>('invite_member', { organization: 'acme', note: 'by mistake' })
  await ada.call('revoke_invitation', { organization: 'acme', id: invited.id })
  return {
    testApp: deps,
    fixture: {
      token: (await token(['project:read'])).id,
      revokedToken,
      grant: revokedApp.grantId,
      revokedInvitation: invited.id,
      ...(await firstWork(ada)),
    },
    everything: (await token(ALL_SCOPES)).token,
    single: scope => single.get(scope) ?? '',
    onOrganization: (await token(ALL_SCOPES, { account: 'south' })).token,
    limitedApp: (await connect(services, 'ada', { scopes: ALL_SCOPES, accounts: [south?.id ?? ''] })).token,
    stranger: (await deps.token('gus', ALL_SCOPES)).token,
    operator,
    unknown: mintSecret('svca').value,
    expired: expired.token,
    revoked: revoked.token,
    revokedApp: revokedApp.token,
    elsewhere: (await connect(services, 'ada', { scopes: ALL_SCOPES, resources: ['https://elsewhere.example/mcp'] }))
      .token,
    refresh: mintSecret('svcr').value,
    clientSecret: mintSecret('svcs').value,
    suspended,
    left: left.token,
    cookie: [...jar.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    close: deps.close,
  }
}

type Caller = Awaited<ReturnType<TestApp['world']['user']>>

async function fillProject(owner: Caller, project: string): Promise<void> {
  await owner.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
  await owner.call('push_source', { project, files: [{ path: 'locales/en.json', content: '{"a":"Apple"}\n' }] })
}

async function firstWork(ada: Caller): Promise<{ entry: string; src: string }> {
  const { entries } = await ada.call<{ entries: { id: string; src: string }[] }>('get_entries', {
    project: 'acme/app',
    keys: ['a'],
  })
  const [entry] = entries
  if (entry === undefined) throw new Error('acme/app has no entry')
  return { entry: entry.id, src: entry.src }
}
