import { visit, type Way } from '../signing-in.ts'
import { seedStrings } from '../string-pages.ts'

const at =
  (tab: string, handle = 'ada'): Way =>
  async (page, deps) => {
    const { project } = await seedStrings(deps)
    await visit(page, deps, handle, `/p/${project}${tab}`)
  }

/** The overview, the files and the settings of a project, by how a user reaches them. */
export const PROJECT_PAGES: Readonly<Record<string, Way>> = {
  overview: at(''),
  files: at('/files'),
  'project-settings': at('/settings'),
  'overview-of-a-member': at('', 'carol'),
  'project-settings-refused': async (page, deps) => {
    await at('/settings')(page, deps)
    await page.getByLabel('New target locale').fill('not a locale')
    await page.getByRole('button', { name: 'Add locale' }).click()
    await page.getByRole('alert').waitFor()
  },
}
