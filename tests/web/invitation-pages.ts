import type { TestApp } from '../http/test-app.ts'
import { seenBy } from './organization-pages.ts'
import type { Way } from './signing-in.ts'

const NOTE = 'Für die Übersetzerin von Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenbescheiden-und-mehr'

/** Creates an invitation to the team, and returns the path of its link. */
async function invited({ world }: TestApp, args: object): Promise<string> {
  const ada = await world.user('ada')
  if ('user' in args) await world.user(String(args.user))
  const { url } = await ada.call<{ url: string }>('invite_member', { organization: 'team', ...args })
  return new URL(url).pathname
}

const sentTo =
  (handle: string | undefined, args: object): Way =>
  async (page, deps) => {
    const path = await invited(deps, args)
    if (handle !== undefined) await seenBy(handle, '/account')(page, deps)
    await page.goto(deps.services.baseUrl + path)
  }

/** The pages of invitations, by how a user reaches them. */
export const INVITATION_PAGES: Readonly<Record<string, Way>> = {
  'invite-signed-out': sentTo(undefined, { role: 'admin' }),
  invite: sentTo('ines', {}),
  'invite-of-a-member': sentTo('carol', {}),
  'invite-of-somebody-else': sentTo('ines', { user: 'isa' }),
  'invite-over': (page, { services }) => page.goto(`${services.baseUrl}/invite`),
  'my-invitations': async (page, deps) => {
    await invited(deps, { user: 'ivy', role: 'admin' })
    await seenBy('ivy', '/account/invitations')(page, deps)
  },
  'my-invitations-declined': async (page, deps) => {
    await sentTo('ida', {})(page, deps)
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByText('Invitation to team declined').waitFor()
  },
  'invitations-none': seenBy('ada', '/o/empty/invitations'),
  invitations: async (page, deps) => {
    await invited(deps, { note: NOTE })
    await invited(deps, { note: 'محمد بن عبد الله', role: 'admin' })
    await invited(deps, { user: 'igor', note: '🦜🏳️‍🌈' })
    await seenBy('ada', '/o/team/invitations')(page, deps)
    await page.getByRole('button', { name: 'Revoke invitation 1' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'invitations-for-a-member': seenBy('carol', '/o/team/invitations'),
  'invitation-made': async (page, deps) => {
    await seenBy('ada', '/o/team/invitations')(page, deps)
    await page.getByRole('radio', { name: 'Anyone with the link' }).check()
    await page.getByRole('button', { name: 'Create invitation' }).click()
    await page.getByText("It won't be shown again").waitFor()
  },
  'invitation-refused': async (page, deps) => {
    await seenBy('ada', '/o/team/invitations')(page, deps)
    await page.getByLabel('Username').fill('bob-of-a-handle-as-long-as-a-handle-is')
    await page.getByRole('button', { name: 'Create invitation' }).click()
    await page.getByRole('alert').waitFor()
  },
}
