import { suspendUser } from '../operator/at-machine.ts'
import { signInto, visit, type Way } from './signing-in.ts'

/** An operator page, as an operator sees it. */
const asOperator =
  (path: string): Way =>
  async (page, deps) => {
    await deps.world.user('mallory')
    await suspendUser(deps.services, 'mallory')
    await signInto(page, deps, 'operator-of-all', { operator: true })
    await page.goto(deps.services.baseUrl + path)
  }

/** The operator pages, by how a user reaches them. */
export const OPERATOR_PAGES: Readonly<Record<string, Way>> = {
  operator: async (page, deps) => {
    await asOperator('/operator')(page, deps)
    await page.getByRole('link', { name: 'Manage ada' }).waitFor()
  },
  'operator-account-with-a-question': async (page, deps) => {
    await asOperator('/operator/accounts/ada')(page, deps)
    await page.getByRole('button', { name: 'Suspend ada' }).click()
    await page.getByRole('dialog', { name: 'Suspend ada?' }).waitFor()
  },
  'operator-sign-in-link': async (page, deps) => {
    await asOperator('/operator/sign-in-links?user=nobody-yet')(page, deps)
    await page.getByRole('button', { name: 'Create sign-in link' }).click()
    await page.getByText('The sign-in link was not created').waitFor()
  },
  'operator-sign-in-link-created': async (page, deps) => {
    await asOperator('/operator/sign-in-links?user=ada')(page, deps)
    await page.getByRole('button', { name: 'Create sign-in link' }).click()
    await page.getByText("It won't be shown again").waitFor()
  },
  'operator-limits-of-an-account': async (page, deps) => {
    await deps.world.setAccount('team', { limits: { projects: 500, strings: 1_000_000 } })
    await asOperator('/operator/accounts/team')(page, deps)
    await page.getByRole('textbox', { name: 'Source strings' }).fill('many')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('The limits were not saved').waitFor()
  },
  'operator-of-a-suspended-person': async (page, deps) => {
    await asOperator('/operator/accounts/mallory?changed=mallory&change=suspend')(page, deps)
    await page.getByText('mallory is suspended').waitFor()
    await page.getByRole('button', { name: 'Resume mallory' }).waitFor()
  },
  'operator-pages-of-somebody-else': async (page, deps) => {
    await visit(page, deps, 'ada', '/operator', 'Only operators of this server can do this.')
  },
}
