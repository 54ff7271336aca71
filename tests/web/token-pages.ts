import type { Page } from 'playwright-core'
import type { TestApp } from '../http/test-app.ts'
import { seenBy } from './organization-pages.ts'
import type { Way } from './signing-in.ts'

/** Long names of jobs and URLs, without a space for a line break. */
const NAME = 'ci_release_workflow_of_all_translations_of_every_project_each_night_at_half_past_three_o_clock_2026'
const NAMES = [
  NAME,
  'https://ci.example.org/acme/app/actions/workflows/release-of-all-translations.yml?branch=main',
  'W'.repeat(100),
]

/** Creates a token of this user, and returns its ID. */
async function made({ world }: TestApp, handle: string, args: object = {}): Promise<string> {
  const caller = await world.user(handle)
  const scopes = ['project:read', 'voice:read', 'glossary:read', 'members:read']
  const { id } = await caller.call<{ id: string }>('create_token', { name: NAME, scopes, ...args })
  return id
}

const inDays = ({ services }: TestApp, days: number): string =>
  new Date(services.now().getTime() + days * 86_400_000).toISOString()

/** The pages of account tokens, by how a user reaches them. */
export const TOKEN_PAGES: Readonly<Record<string, Way>> = {
  api: seenBy('ada', '/account/api'),
  'tokens-none': seenBy('newcomer', '/account/tokens'),
  tokens: async (page, deps) => {
    for (const name of NAMES) await made(deps, 'toby', { name, expires_at: inDays(deps, 1) })
    await made(deps, 'toby', { name: 'رمز الترجمة', expires_at: inDays(deps, 405) })
    await seenBy('toby', '/account/tokens')(page, deps)
  },
  'token-new': seenBy('ada', '/account/tokens/new?preset=read-only'),
  'token-new-refused': async (page, deps) => {
    await seenBy('ada', '/account/tokens/new')(page, deps)
    await page.getByLabel('Name', { exact: true }).fill(NAME)
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('alert').waitFor()
  },
  'token-review': review,
  'token-made': create,
  'token-regenerate': async (page, deps) => {
    const id = await made(deps, 'toby')
    await seenBy('toby', `/account/tokens/${id}/regenerate`)(page, deps)
  },
  'token-revoked': async (page, deps) => {
    const id = await made(deps, 'toby')
    await (await deps.world.user('toby')).call('revoke_token', { id })
    await seenBy('toby', `/account/tokens/${id}`)(page, deps)
    await page.getByText('is revoked').waitFor()
  },
  token: async (page, deps) => {
    const id = await made(deps, 'toby', { description: `${NAME}\n${NAME}` })
    await seenBy('toby', `/account/tokens/${id}`)(page, deps)
  },
  'organization-tokens': async (page, deps) => {
    for (const name of NAMES) {
      await made(deps, 'bob-of-a-handle-as-long-as-a-handle-is', { name, account: 'team' })
    }
    await seenBy('ada', '/o/team/tokens')(page, deps)
    await page.getByText('Revoke', { exact: true }).first().click()
    await page.getByRole('dialog').waitFor()
  },
  'organization-tokens-none': seenBy('ada', '/o/empty/tokens'),
}

async function fillIn(page: Page, deps: TestApp): Promise<void> {
  await seenBy('ada', '/account/tokens/new')(page, deps)
  await page.getByLabel('Name', { exact: true }).fill(NAME)
  await page.getByRole('radio', { name: 'Projects: Read' }).check()
}

async function create(page: Page, deps: TestApp): Promise<void> {
  await fillIn(page, deps)
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('Copy the token now.').waitFor()
}

async function review(page: Page, deps: TestApp): Promise<void> {
  await fillIn(page, deps)
  await page.getByRole('checkbox', { name: 'project:delete' }).check()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('Create this token?').waitFor()
}
