import type { TestApp } from '../../http/test-app.ts'
import { longestProject } from '../longest-project.ts'
import { visit, type Way } from '../signing-in.ts'
import { type ChangeScene, openChanges } from './scene.ts'

async function seed(deps: TestApp): Promise<ChangeScene> {
  const ada = await deps.world.user('ada')
  const project = longestProject('team', 'changes', deps.services.newId())
  const scene = await openChanges(deps, ada, project)
  await ada.call('save_glossary', {
    target: project,
    upsert: [{ term: 'plan', translations: { de: { translation: 'Abo', forbidden: ['Plan'] } } }],
  })
  const bea = await deps.world.user('carol')
  await scene.submit(bea, { choose: 'Wähle einen Plan und behalte alles, was du aufgebaut hast.' }, 'Shorten it')
  await scene.submit(ada, { files: { one: '{{count}} Datei wartet.', other: '{{count}} Dateien warten.' } })
  await scene.submit(ada, { files: { one: '{{count}} Datei wartet.', other: '{{count}} Dateien stehen an.' } })
  return scene
}

const at =
  (path: (scene: ChangeScene) => string, text: string, handle = 'ada'): Way =>
  async (page, deps) => {
    const scene = await seed(deps)
    await visit(page, deps, handle, `/p/${scene.project}/changes${path(scene)}`, text)
  }

/** The pages of changes, by how a user reaches them. */
export const CHANGE_PAGES: Readonly<Record<string, Way>> = {
  changes: at(() => '', 'Use informal address'),
  'changes-filtered-to-none': at(() => '?kind=run&since=2020-01-01', 'No changes match'),
  'changes-refused-filter': at(() => '?person=nobody', 'The filters are not valid'),
  'changes-of-a-reader': at(() => '', 'Use informal address', 'carol'),
  'change-batch': at(({ informal }) => `/${informal}`, 'emails/billing/invoice.json'),
  'change-batch-of-push': async (page, deps) => {
    await at(() => '?kind=push', 'Pushed source files')(page, deps)
    await page.locator('.batch a').first().click()
    await page.getByText('This batch changed no translations').waitFor()
  },
  'change-review': at(({ informal }) => `/${informal}/review`, 'Review this batch'),
}
