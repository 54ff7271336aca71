import type { TestApp } from '../http/test-app.ts'
import { visit, type Way } from './signing-in.ts'

/** Difficult names: long and without a space, right-to-left, outside the first plane of Unicode. */
const PEOPLE = {
  ada: 'Ada Lovelace',
  'bob-of-a-handle-as-long-as-a-handle-is': 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrente-Meier',
  carol: 'محمد بن عبد الله الخوارزمي',
  dave: '🦜🏳️‍🌈👩‍👩‍👧‍👦 Dave 🧑‍🚀',
} as const

/** The data of the pages below. */
export async function seedOrganizations(deps: TestApp): Promise<void> {
  const { world } = deps
  const ada = await world.user('ada')
  for (const [handle, name] of Object.entries(PEOPLE)) {
    const caller = await world.user(handle)
    await caller.call('update_user', { name })
  }
  const [, bob, carol, dave] = Object.keys(PEOPLE) as [string, string, string, string]
  await world.organization('team', { ada: 'admin', [bob]: 'admin', [carol]: 'member', [dave]: 'member' })
  await ada.call('update_organization', {
    organization: 'team',
    name: 'The Association for the Translation of Names of Sixty Letters',
  })
  await ada.call('create_project', {
    project: 'team/appofanamethatisaslongasnamesofprojects4',
    source_locale: 'en',
    target_locales: ['de', 'pl', 'ja', 'ar', 'pt-BR', 'zh-Hant-TW', 'sr-Latn', 'uk'],
  })
  const crowd = Array.from({ length: 209 }, (_, index) => [`member-${index}`, 'member'] as const)
  await world.organization('crowd', { ada: 'admin', ...Object.fromEntries(crowd) })
  await world.organization('empty', { ada: 'admin' })
  await ada.call('update_organization', { organization: 'empty', name: 'W'.repeat(100) })
  await world.organization('closed', { ada: 'admin', carol: 'member' })
  await ada.call('update_organization', {
    organization: 'closed',
    name: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
  })
  await ada.call('set_organization_visibility', { organization: 'closed', public: true })
  await world.setAccount('closed', { has_access: false })
  await world.organization('gone', { ada: 'admin' })
  await ada.call('delete_organization', { organization: 'gone', confirm: 'gone' })
}

/** The page of a path, as this user sees it. */
export function seenBy(handle: string, path: string): Way {
  return async (page, deps) => {
    await visit(page, deps, handle, path)
  }
}

/** The pages of a user and of organizations, by how a user reaches them. */
export const ORGANIZATION_PAGES: Readonly<Record<string, Way>> = {
  'home-of-somebody-new': seenBy('newcomer', '/'),
  'account-refused': async (page, deps) => {
    await seenBy('ada', '/account')(page, deps)
    await page.getByLabel('Display name').fill('\u202e')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
  },
  'account-saved': async (page, deps) => {
    await seenBy('saver', '/account')(page, deps)
    await page.getByRole('button', { name: 'Make public' }).click()
    await page.getByRole('button', { name: 'Make saver public' }).click()
    await page.getByText('saver is now public').waitFor()
  },
  'menu-of-somebody-with-a-long-handle': async (page, deps) => {
    await seenBy('bob-of-a-handle-as-long-as-a-handle-is', '/o/team')(page, deps)
    await page.setViewportSize({ width: 390, height: 900 })
    await page.getByRole('button', { name: /: account menu$/ }).click()
    await page.getByRole('link', { name: 'Audit log' }).first().waitFor()
  },
  'organizations-none': seenBy('newcomer', '/account/organizations'),
  organizations: seenBy('ada', '/account/organizations?deleted=gone'),
  'organization-new': seenBy('newcomer', '/account/organizations/new'),
  'organization-new-refused': async (page, deps) => {
    await seenBy('newcomer', '/account/organizations/new')(page, deps)
    await page.getByLabel('Handle').fill('-Not a handle-')
    await page.getByLabel('Display name').fill('Ours')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByRole('alert').waitFor()
  },
  organization: seenBy('ada', '/o/team'),
  'organization-empty': seenBy('ada', '/o/empty'),
  'organization-that-only-reads': seenBy('carol', '/o/closed'),
  'organization-of-others': seenBy('newcomer', '/o/team'),
  members: async (page, deps) => {
    await seenBy('ada', '/o/team/members?changed=carol')(page, deps)
    await page.getByRole('button', { name: 'Remove carol' }).click()
    await page.getByRole('dialog', { name: 'Remove carol' }).waitFor()
  },
  'members-for-a-member': async (page, deps) => {
    await seenBy('carol', '/o/team/members')(page, deps)
    await page.getByRole('button', { name: 'Leave team' }).click()
    await page.getByRole('dialog', { name: 'Leave team' }).waitFor()
  },
  'members-of-a-crowd': async (page, deps) => {
    await seenBy('ada', '/o/crowd/members')(page, deps)
    await page.getByRole('link', { name: 'More members' }).click()
    await page.getByRole('link', { name: 'First members' }).waitFor()
  },
  'organization-settings': seenBy('ada', '/o/team/settings?done=name'),
  'organization-settings-refused': async (page, deps) => {
    await seenBy('ada', '/o/team/settings')(page, deps)
    await page.getByRole('button', { name: 'Transfer ownership' }).click()
    await page.getByLabel('New owner').selectOption('carol')
    await page.getByLabel('Type team to confirm').first().fill('teem')
    await page.getByRole('button', { name: 'Transfer team' }).click()
    await page.getByRole('alert').waitFor()
  },
  'organization-settings-for-a-member': seenBy('carol', '/o/team/settings'),
}
