import type { TestApp } from '../../http/test-app.ts'
import { longestProject } from '../longest-project.ts'
import { visit, type Way } from '../signing-in.ts'
import { openStrings } from '../string-scene.ts'

/** A project with a translation of its second voice, and a voice of its account. */
async function seedVoice(deps: TestApp): Promise<string> {
  const ada = await deps.world.user('ada')
  const project = longestProject('team', 'voice', deps.services.newId())
  const scene = await openStrings(deps, ada, project, { hi: 'Hi', bye: 'Bye' }, ['de', 'ar'])
  const { version } = (await ada.call('get_voice', { target: 'team' })) as { readonly version: number }
  await ada.call('save_voice', {
    target: 'team',
    voice: { tone: 'neutral', target_audience: 'People who run a small shop' },
    base_version: version,
  })
  await ada.call('save_voice', { target: project, voice: { tone: 'formal', guidelines: 'Address readers formally.' } })
  await ada.call('save_voice', {
    target: project,
    voice: {
      tone: 'casual',
      guidelines: 'Address readers directly.\nKeep buttons short.',
      target_countries: ['DE', 'AT'],
      cultural_notes: { AT: 'Use “Jänner” for January.' },
      overrides: { de: { formality: 'informal' } },
    },
    base_version: 1,
    note: 'Informal address, as decided in May',
  })
  await scene.submit(ada, 'hi', 'Hallo')
  await scene.submit(ada, 'bye', 'Tschüss')
  return project
}

const at =
  (path: string, text: string, handle = 'ada'): Way =>
  async (page, deps) => {
    const project = await seedVoice(deps)
    await visit(page, deps, handle, `/p/${project}/voice${path}`, text)
  }

/** The pages of voices, by how a user reaches them. */
export const VOICE_PAGES: Readonly<Record<string, Way>> = {
  voice: at('', 'Address readers directly'),
  'voice-of-account': at('?of=account', 'All projects of team'),
  'voice-override': at('?locale=de', 'Override for'),
  'voice-of-a-reader': async (page, deps) => {
    const project = await seedVoice(deps)
    await deps.world.setAccount('team', { has_access: false })
    await visit(page, deps, 'carol', `/p/${project}/voice`, 'You can view this voice')
    await deps.world.setAccount('team', { has_access: true })
  },
  'voice-with-impact': async (page, deps) => {
    await at('', 'Address readers directly')(page, deps)
    await page.getByLabel('Tone').selectOption('playful')
    await page.getByRole('button', { name: 'Save voice' }).click()
    await page.getByText('This affects 2 translations').waitFor()
  },
  'voice-conflict': async (page, deps) => {
    const project = await seedVoice(deps)
    await visit(page, deps, 'ada', `/p/${project}/voice`)
    const ada = await deps.world.user('ada')
    await ada.call('save_voice', {
      target: project,
      voice: { guidelines: 'Address readers politely.' },
      base_version: 2,
    })
    await page.getByLabel('Tone').selectOption('playful')
    await page.getByRole('button', { name: 'Save voice' }).click()
    await page.getByRole('alert').waitFor()
  },
  'voice-version': at('/versions/1', 'Changed fields'),
}
