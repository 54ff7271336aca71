import { openTestApp, type TestApp } from '../http/test-app.ts'
import { APP_PAGES } from './app-pages.ts'
import { AUDIT_PAGES } from './audit-pages.ts'
import { authorizePath, keepClient } from './authorize-steps.ts'
import { CHANGE_PAGES } from './changes/change-pages.ts'
import { CONSENT_PAGES } from './consent-pages.ts'
import { GLOSSARY_PAGES } from './glossary/glossary-pages.ts'
import { INVITATION_PAGES } from './invitation-pages.ts'
import { loginLink } from './jar.ts'
import { OPERATOR_PAGES } from './operator-pages.ts'
import { ORGANIZATION_PAGES, seedOrganizations, seenBy } from './organization-pages.ts'
import { PROJECT_PAGES } from './projects/project-pages.ts'
import { RUN_PAGES } from './run-pages.ts'
import { RUN_ENGINES } from './run-scene.ts'
import { signInto, type Way } from './signing-in.ts'
import { STRING_PAGES } from './string-pages.ts'
import { TOKEN_PAGES } from './token-pages.ts'
import { VOICE_PAGES } from './voice/voice-pages.ts'
import { WEBHOOK_PAGES } from './webhook-pages.ts'

const PROVIDERS = (['github', 'gitlab'] as const).map(kind => ({
  kind,
  url: kind === 'github' ? 'https://github.com' : 'https://git.example.org',
  clientId: 'id',
  clientSecret: 'secret',
}))

/** A testApp with users, projects and organizations to look at. */
export async function openPagesTestApp(): Promise<TestApp> {
  const deps = await openTestApp({ auth: { providers: PROVIDERS }, world: { engines: RUN_ENGINES } })
  const ada = await deps.world.user('ada')
  await ada.call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de', 'pl'] })
  await seedOrganizations(deps)
  return deps
}

/** Each page, by how a user reaches it. */
export const PAGES: Readonly<Record<string, Way>> = {
  welcome: (page, { services }) => page.goto(services.baseUrl),
  'sign-in': (page, { services }) => page.goto(`${services.baseUrl}/login?next=/account`),
  'link-of-another': async (page, deps) =>
    page.goto(deps.services.baseUrl + (await loginLink(deps, 'grace', { confirm: true }))),
  'link-used': (page, { services }) => page.goto(`${services.baseUrl}/login/link/svcl_1`),
  'not-found': (page, { services }) => page.goto(`${services.baseUrl}/nowhere`),
  home: async (page, deps) => page.goto(deps.services.baseUrl + (await loginLink(deps, 'ada'))),
  waiting: seenBy('ada', '/waiting'),
  account: seenBy('ada', '/account'),
  'new-passkey': seenBy('ada', '/account/passkeys/new?next=/'),
  apps: seenBy('ada', '/account/apps'),
  'device-without-code': seenBy('ada', '/device'),
  ...CONSENT_PAGES,
  ...APP_PAGES,
  ...ORGANIZATION_PAGES,
  ...TOKEN_PAGES,
  ...INVITATION_PAGES,
  ...OPERATOR_PAGES,
  ...AUDIT_PAGES,
  ...PROJECT_PAGES,
  ...STRING_PAGES,
  ...RUN_PAGES,
  ...WEBHOOK_PAGES,
  ...CHANGE_PAGES,
  ...GLOSSARY_PAGES,
  ...VOICE_PAGES,
  'unknown-redirect': async (page, { services }) => {
    const { id } = await keepClient(services)
    await page.goto(services.baseUrl + authorizePath({ id, redirect_uris: ['https://other.example/callback'] }))
    await page.getByText('https://other.example/callback').waitFor()
  },
  'device-result': async (page, deps) => {
    await CONSENT_PAGES['device-consent']?.(page, deps)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Device connected').waitFor()
  },
  'remove-identity': async (page, deps) => {
    const { baseUrl, store, newId, now } = deps.services
    await signInto(page, deps, 'octavia')
    await store.transaction(async tx => {
      const user_id = (await tx.users.by('handle', 'octavia'))?.id ?? ''
      const at = now().toISOString()
      const identity = { provider: 'github', issuer: 'https://github.com', subject: '1', login: 'octavia' } as const
      await tx.identities.insert({ id: newId(), user_id, ...identity, created_at: at, last_used_at: at })
    })
    await page.goto(`${baseUrl}/account`)
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByText('Remove your last sign-in method?').waitFor()
  },
}
