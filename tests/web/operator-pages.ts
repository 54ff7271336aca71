import type { Page } from 'playwright-core'
import type { TestApp } from '../http/test-app.ts'
import { suspendUser } from '../operator/at-machine.ts'
import { signInto } from './signing-in.ts'

type Way = (page: Page, deps: TestApp) => Promise<unknown>

/** A page of operators, as one of them sees it. */
const asOperator =
  (path: string): Way =>
  async (page, deps) => {
    await deps.world.person('mallory')
    await suspendUser(deps.services, 'mallory')
    await signInto(page, deps, 'operator-of-all', { operator: true })
    await page.goto(deps.services.baseUrl + path)
  }

/** The pages of those who operate the service, by how somebody comes to them. */
export const OPERATOR_PAGES: Readonly<Record<string, Way>> = {
  operator: async (page, deps) => {
    await asOperator('/operator')(page, deps)
    for (const handle of ['ada', 'closed']) await page.getByLabel(`Manage ${handle}`).click()
    await page.getByRole('button', { name: 'Suspend ada' }).waitFor()
  },
  'operator-limits-of-an-account': async (page, deps) => {
    await deps.world.setAccount('team', { limits: { projects: 50, strings: 1_000_000 } })
    await asOperator('/operator/accounts/team')(page, deps)
    await page.getByLabel('Source strings').fill('many')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('Nothing was changed yet').waitFor()
  },
  'operator-of-a-suspended-person': async (page, deps) => {
    await asOperator('/operator?starting_with=mal&kind=personal&changed=mallory&change=suspend')(page, deps)
    await page.getByText('mallory is suspended').waitFor()
    await page.getByLabel('Manage mallory').click()
    await page.getByRole('button', { name: 'Let mallory in again' }).waitFor()
  },
  'operator-who-signed-in-long-ago': async (page, deps) => {
    await asOperator('/operator?starting_with=zzz')(page, deps)
    await deps.services.store.transaction(async tx => {
      const user = await tx.users.by('handle', 'operator-of-all')
      const long = new Date(deps.services.now().getTime() - 3_600_000).toISOString()
      for (const session of await tx.sessions.list('user', user?.id ?? '')) {
        await tx.sessions.put({ ...session, authenticated_at: long })
      }
    })
    await page.reload()
    await page.getByText('A change needs a sign-in').waitFor()
  },
  'operator-pages-of-somebody-else': async (page, deps) => {
    await signInto(page, deps, 'ada')
    await page.goto(`${deps.services.baseUrl}/operator`)
    await page.getByText('Only operators of this server can do this').waitFor()
  },
}
