import type { Page } from 'playwright-core'
import type { House } from '../http/house.ts'
import { suspendUser } from '../operator/at-machine.ts'
import { signInto } from './signing-in.ts'

type Way = (page: Page, house: House) => Promise<unknown>

/** A page of operators, as one of them sees it. */
const asOperator =
  (path: string): Way =>
  async (page, house) => {
    await house.world.person('mallory')
    await suspendUser(house.services, 'mallory')
    await signInto(page, house, 'operator-of-all', { operator: true })
    await page.goto(house.services.baseUrl + path)
  }

/** The pages of those who operate the service, by how somebody comes to them. */
export const OPERATOR_PAGES: Readonly<Record<string, Way>> = {
  operator: async (page, house) => {
    await asOperator('/operator')(page, house)
    for (const handle of ['ada', 'closed']) await page.getByLabel(`Manage ${handle}`).click()
    await page.getByRole('button', { name: 'Suspend ada' }).waitFor()
  },
  'operator-limits-of-an-account': async (page, house) => {
    await house.world.setAccount('team', { limits: { projects: 50, strings: 1_000_000 } })
    await asOperator('/operator/accounts/team')(page, house)
    await page.getByLabel('Source strings').fill('many')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('Nothing was changed yet').waitFor()
  },
  'operator-of-a-suspended-person': async (page, house) => {
    await asOperator('/operator?starting_with=mal&kind=personal&changed=mallory&change=suspend')(page, house)
    await page.getByText('mallory is suspended').waitFor()
    await page.getByLabel('Manage mallory').click()
    await page.getByRole('button', { name: 'Let mallory in again' }).waitFor()
  },
  'operator-who-signed-in-long-ago': async (page, house) => {
    await asOperator('/operator?starting_with=zzz')(page, house)
    await house.services.store.transaction(async tx => {
      const user = await tx.users.by('handle', 'operator-of-all')
      const long = new Date(house.services.now().getTime() - 3_600_000).toISOString()
      for (const session of await tx.sessions.list('user', user?.id ?? '')) {
        await tx.sessions.put({ ...session, authenticated_at: long })
      }
    })
    await page.reload()
    await page.getByText('A change needs a sign-in').waitFor()
  },
  'operator-pages-of-somebody-else': async (page, house) => {
    await signInto(page, house, 'ada')
    await page.goto(`${house.services.baseUrl}/operator`)
    await page.getByText('This is for those who operate the service').waitFor()
  },
}
