import type { Page } from 'playwright-core'
import type { House } from '../http/house.ts'
import { loginLink } from './jar.ts'

/** The pages of account tokens, by how a person comes to them. */
export const TOKEN_PAGES: Readonly<Record<string, (page: Page, house: House) => Promise<unknown>>> = {
  'no-tokens': async (page, house) => open(page, house, { person: 'lin', path: '/account/tokens' }),
  tokens: async (page, house) => {
    await makeTokens(house, 'mia')
    await open(page, house, { person: 'mia', path: '/account/tokens' })
    await page.getByText('expires within a week').waitFor()
  },
  'token-that-expires-soon': async (page, house) => {
    const { soon } = await makeTokens(house, 'noa')
    await open(page, house, { person: 'noa', path: `/account/tokens/${soon}?saved=1` })
    await page.getByText('Revoke this token').click()
  },
  'token-revoked': async (page, house) => {
    const { used } = await makeTokens(house, 'oda')
    await (await house.world.person('oda')).call('revoke_token', { id: used })
    await open(page, house, { person: 'oda', path: `/account/tokens/${used}` })
    await page.getByText('is revoked').waitFor()
  },
  'new-token': async (page, house) => {
    await makeOrganization(house, 'pia')
    await open(page, house, { person: 'pia', path: '/account/tokens/new?preset=pipeline' })
  },
  'new-token-with-faults': async (page, house) => {
    await open(page, house, { person: 'quy', path: '/account/tokens/new' })
    await page.getByRole('textbox', { name: 'Name' }).fill('x'.repeat(101))
    await page.getByLabel('On the day below').check()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByText('Nothing was made yet').waitFor()
  },
  'new-token-of-an-old-sign-in': async (page, house) => {
    await open(page, house, { person: 'ria', path: '/account/tokens/new' })
    house.world.pass(11 * 60_000)
    await page.getByRole('textbox', { name: 'Name' }).fill('janitor')
    await page.getByLabel('project:delete').check()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByText('Sign in again').waitFor()
  },
  'token-review': async (page, house) => review(page, house, 'sue'),
  'token-made': async (page, house) => {
    await review(page, house, 'tia')
    await page.getByRole('button', { name: 'Make the token' }).click()
    await page.getByText('You will not see it again').waitFor()
  },
  'token-made-before': async (page, house) => {
    await review(page, house, 'una')
    await page.getByRole('button', { name: 'Make the token' }).click()
    await page.reload()
    await page.getByText('This token is made already').waitFor()
  },
  'tokens-of-an-organization': async (page, house) => {
    const organization = await makeOrganization(house, 'vic')
    await makeTokens(house, 'vic', organization)
    await open(page, house, { person: 'vic', path: `/o/${organization}/tokens` })
    await page.getByText('Members made these').waitFor()
  },
  'no-tokens-of-an-organization': async (page, house) => {
    const organization = await makeOrganization(house, 'wes')
    await open(page, house, { person: 'wes', path: `/o/${organization}/tokens` })
  },
}

async function open(page: Page, house: House, { person, path }: { readonly person: string; readonly path: string }) {
  await page.goto(house.services.baseUrl + (await loginLink(house, person)))
  await page.goto(house.services.baseUrl + path)
}

async function review(page: Page, house: House, person: string): Promise<void> {
  await open(page, house, { person, path: '/account/tokens/new?preset=members' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Members of the design team, from the directory')
  await page.getByLabel('Description').fill('Runs each night.\nAsk the design team before you change it.')
  await page.getByLabel('project:delete').check()
  await page.getByLabel('Never').check()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('Make this token?').waitFor()
}

async function makeOrganization(house: House, person: string): Promise<string> {
  const handle = `team-of-${person}`
  if ((await house.services.store.read.accounts.by('handle', handle)) === undefined) {
    await house.world.organization(handle, { [person]: 'admin' })
  }
  return handle
}

/** One token that was used, one that expires soon, and one of a long name that may do everything. */
async function makeTokens(house: House, person: string, account?: string) {
  const owner = await house.world.person(person)
  const { store, now } = house.services
  const make = async (more: object): Promise<string> => {
    const asked = { name: 'ci', scopes: ['project:read', 'voice:read'], account, ...more }
    return (await owner.call<{ id: string }>('create_token', asked)).id
  }
  const used = await make({ description: 'Pulls translations before each release.' })
  const soon = await make({ name: 'nightly', expires_at: new Date(now().getTime() + 3 * 86_400_000).toISOString() })
  const name = 'A token of a long name that says all that it does, and for whom it does it, every single night'
  await make({ name, scopes: [...owner.principal.scopes], expires_at: '2031-01-01' })
  await store.transaction(async tx => {
    const token = await tx.tokens.get(used)
    if (token === undefined) throw new Error('no token was made')
    await tx.tokens.put({ ...token, last_used_at: now().toISOString(), address: '192.0.2.7', user_agent: 'curl/8.5.0' })
  })
  return { used, soon }
}
