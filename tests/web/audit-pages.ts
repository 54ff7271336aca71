import { connect } from '../auth/oauth/granted.ts'
import type { TestApp } from '../http/test-app.ts'
import { longestProject } from './longest-project.ts'
import { seenBy } from './organization-pages.ts'
import { signInto, type Way } from './signing-in.ts'

/** Events by a token, an app, a command and a browser, of one's own and of an organization. */
async function beBusy({ services, world }: TestApp): Promise<void> {
  const ada = await world.user('ada')
  const { token } = await ada.call<{ token: string }>('create_token', {
    name: 'release of the application on every Tuesday',
    scopes: ['user:write', 'project:write', 'project:admin', 'project:delete'],
  })
  const byToken = await world.bearer(token)
  await byToken.call('update_user', { name: 'Ada, Countess of Lovelace' })
  const project = longestProject('team', 'audited', services.newId())
  await byToken.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
  await byToken.call('update_project_policy', { project, review: 'required', levels: { max_length: 'off' } })
  const wish = { scopes: ['project:write'], clientName: 'An app \u202e of a name' } as const
  const app = await connect(services, 'ada', { ...wish, resources: [`${world.services.baseUrl}/mcp`] })
  await (await world.bearer(app.token)).call('update_project', { project, add_locales: ['pl', 'ar'] })
  await byToken.call('delete_project', { project, confirm: project })
}

const busy =
  (way: Way): Way =>
  async (page, deps) => {
    await beBusy(deps)
    await way(page, deps)
  }

/** The pages of the audit log, by how a user reaches them. */
export const AUDIT_PAGES: Readonly<Record<string, Way>> = {
  audit: busy(seenBy('ada', '/account/audit')),
  'audit-filtered': busy(seenBy('ada', '/account/audit?action=update_project_policy&target=team%2F*')),
  'audit-more-filters': async (page, deps) => {
    await busy(seenBy('ada', '/account/audit?surface=rest'))(page, deps)
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('dialog', { name: 'Filters' }).waitFor()
  },
  'audit-without-a-match': seenBy('ada', '/account/audit?action=restore&since=2001-01-01'),
  'audit-of-an-organization': busy(seenBy('ada', '/o/team/audit')),
  'audit-of-an-organization-without-events': seenBy('ada', '/o/empty/audit'),
  'audit-of-an-organization-for-a-member': seenBy('carol', '/o/team/audit'),
  'audit-of-the-service': async (page, deps) => {
    await beBusy(deps)
    await signInto(page, deps, 'operator-of-all', { operator: true })
    await page.goto(`${deps.services.baseUrl}/operator/audit?account=team`)
    await page.getByRole('textbox', { name: 'Account' }).waitFor()
    await page.locator('.event summary').first().click()
    await page.getByText('Request ID').first().waitFor()
  },
}
