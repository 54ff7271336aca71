import { createDeviceRequest } from '../../src/auth/oauth/device/request.ts'
import { approveGrant } from '../../src/auth/oauth/grants/lifecycle.ts'
import { noteWanted } from '../../src/auth/oauth/grants/step-up.ts'
import { ALL_SCOPES } from '../../src/auth/policy/scopes.ts'
import { authorizePath, keepClient } from './authorize-steps.ts'
import { signInto, visit, type Way } from './signing-in.ts'

const NATIVE = { name: 'Claude Code', redirect_uris: ['http://127.0.0.1/callback'] }

/** The pages of connecting an app, by how a user reaches them. */
export const CONSENT_PAGES: Readonly<Record<string, Way>> = {
  consent: async (page, deps) => {
    await signInto(page, deps, 'ada')
    deps.world.pass(11 * 60_000)
    const client = await keepClient(deps.services, NATIVE)
    await page.goto(deps.services.baseUrl + authorizePath(client, { scope: ALL_SCOPES.join(' ') }))
  },
  'consent-for-more': async (page, deps) => {
    await signInto(page, deps, 'ada')
    const client = await keepClient(deps.services, { name: 'Some Site' })
    const { store, now, newId } = deps.services
    await store.transaction(async tx => {
      const user = await tx.users.by('handle', 'ada')
      const scopes = ['project:read'] as const
      const allowed = { userId: user?.id ?? '', client, scopes, denied: [], accounts: 'all' } as const
      const grant = await approveGrant(tx, allowed, { now: now(), newId })
      await noteWanted(tx, grant.id, ['project:write'], now())
    })
    await page.goto(
      deps.services.baseUrl + authorizePath(client, { scope: 'project:read project:write project:delete' }),
    )
  },
  'answer-to-an-app': async (page, deps) => {
    await signInto(page, deps, 'ada')
    const client = await keepClient(deps.services, { name: 'Editor', redirect_uris: ['cursor://anysphere.mcp/cb'] })
    await page.goto(deps.services.baseUrl + authorizePath(client))
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Access granted' }).waitFor()
  },
  'refused-request': async (page, { services }) => {
    const redirect_uris = ['https://prizes.example/callback']
    const client = await keepClient(services, { name: 'Prize draw', redirect_uris })
    await page.goto(services.baseUrl + authorizePath(client, { scope: '"' }))
  },
  'unknown-client': (page, { services }) =>
    page.goto(services.baseUrl + authorizePath({ id: 'gone', redirect_uris: ['https://app.example/'] })),
  'unreadable-document': (page, { services }) =>
    page.goto(
      services.baseUrl +
        authorizePath({ id: 'https://apps.example/oauth/client.json', redirect_uris: ['https://apps.example/'] }),
    ),
  device: async (page, deps) => {
    // Every look sends the wrong code again, and a user has five: those of the next pages are for another one.
    await visit(page, deps, 'carol', '/device?user_code=BCDF-GHJK')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').waitFor()
  },
  'device-consent': async (page, deps) => {
    await signInto(page, deps, 'ada')
    const client = await keepClient(deps.services, { name: 'Build server' })
    const { store, now, newId } = deps.services
    const request = {
      clientId: client.id,
      scopes: ['project:read'] as const,
      scopeGiven: true,
      resources: [],
      network: '192.0.2.1',
    }
    const { userCode } = await store.transaction(tx => createDeviceRequest(tx, request, { now: now(), newId }))
    await page.goto(`${deps.services.baseUrl}/device?user_code=${userCode}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Did you start this?').waitFor()
  },
}
