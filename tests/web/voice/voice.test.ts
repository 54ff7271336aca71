import { beforeEach, describe, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { useOwnAcme } from '../scene.ts'
import { openStrings } from '../string-scene.ts'
import { visible } from '../visible.ts'

const scene = useOwnAcme()
const ada = scene.agent
let path: string

const VOICE = {
  tone: 'formal',
  guidelines: 'Address readers formally.',
  cultural_notes: { AT: 'Jänner' },
  overrides: { pl: { formality: 'informal' } },
} as const

type Found = { readonly version: number; readonly voice: unknown }
const saved = async (target = strings.project): Promise<Found> => {
  return ada.call('get_voice', { target })
}

const strings = eachTest(() =>
  openStrings(scene.testApp, ada, `${scene.acme}/app`, { hi: 'Hi', bye: 'Bye' }, ['de', 'pl']),
)
beforeEach(async () => {
  await ada.call('save_voice', { target: scene.acme, voice: { target_audience: 'Shop owners' } })
  await ada.call('save_voice', { target: strings.project, voice: VOICE, note: 'First voice' })
  path = `/p/${scene.acme}/app/voice`
})

/** The fields of the form as it opens. */
const FIELDS = {
  tone: 'formal',
  formality: '',
  target_audience: '',
  guidelines: 'Address readers formally.',
  description: '',
  target_countries: '',
  note_country: ['AT', ''],
  note_text: ['Jänner', ''],
}

describe('the voice of a project', () => {
  it('is shown with what it inherits, its overrides and its versions', async () => {
    const { status, text } = await scene.ada.get(path)
    expect(status).toBe(200)
    expect(text).toContain('<option value="formal" selected>')
    expect(text).toContain('Address readers formally.')
    expect(visible(text)).toContain('Inherited: Shop owners')
    expect(visible(text)).toContain('Polski pl')
    expect(visible(text)).toMatch(/Version 1 Current ada · .* First voice/)
  })

  it('is saved at once when it concerns no translation', async () => {
    const done = await scene.ada.sendForm(path, { ...FIELDS, tone: 'casual', note: 'Less stiff', action: 'check' })
    expect(done.path).toBe(`${path}?done=save`)
    expect(visible(done.text)).toContain('Voice saved')
    expect(await saved()).toMatchObject({ version: 2, voice: { ...VOICE, tone: 'casual' } })
  })

  it('first says how many translations have an earlier voice', async () => {
    await strings.submit(ada, 'hi', 'Guten Tag')
    await strings.submit(ada, 'bye', 'Auf Wiedersehen')
    await scene.ada.get(path)
    const fields = { ...FIELDS, tone: 'casual', target_countries: 'de, at' }
    const asked = await scene.ada.post(path, { ...fields, action: 'check' })
    expect(asked.status).toBe(200)
    expect(visible(asked.text)).toContain('This affects 2 translations')
    expect(asked.text).toContain('<option value="casual" selected>')
    expect((await saved()).version).toBe(1)
    await scene.ada.post(path, { ...fields, action: 'save' })
    expect(await saved()).toMatchObject({ version: 2, voice: { tone: 'casual', target_countries: ['DE', 'AT'] } })
  })

  it('says when nothing changed', async () => {
    expect(visible((await scene.ada.sendForm(path, { ...FIELDS, action: 'check' })).text)).toContain(
      'already like this',
    )
    expect((await saved()).version).toBe(1)
  })

  it('gets an override for a locale, which can be removed', async () => {
    await scene.ada.sendForm(`${path}?locale=de`, {
      formality: 'informal',
      append: 'on',
      guidelines: 'Du',
      action: 'check',
    })
    const overrides = { de: { formality: 'informal', guidelines: 'Du', append: true }, pl: VOICE.overrides.pl }
    expect(await saved()).toMatchObject({ voice: { ...VOICE, overrides } })
    const done = await scene.ada.sendForm(`${path}?locale=de`, { action: 'check_remove' })
    expect(visible(done.text)).toContain('Override removed')
    expect((await saved()).voice).toEqual(VOICE)
  })

  it('keeps what was typed with the error', async () => {
    await scene.ada.get(path)
    for (const change of [{ target_countries: 'Atlantis' }, { guidelines: 'x'.repeat(70_000) }, { note: 'A\u202Eb' }]) {
      const { status, text } = await scene.ada.post(path, { ...FIELDS, ...change, action: 'check' })
      expect(status).toBe(400)
      expect(visible(text)).toContain('The voice was not saved')
      expect(text).toContain(Object.values(change)[0] ?? '')
      expect(text).toContain('-fault"')
    }
    expect((await saved()).version).toBe(1)
  })

  it('shows a newer version beside what was typed before it replaces that', async () => {
    await scene.ada.get(path)
    const theirs = { ...VOICE, guidelines: 'Address readers as friends.' }
    await ada.call('save_voice', { target: strings.project, voice: theirs, base_version: 1 })
    const asked = await scene.ada.post(path, { ...FIELDS, guidelines: 'Address readers as guests.', action: 'save' })
    expect(asked.status).toBe(409)
    const words = visible(asked.text)
    expect(words).toContain('A newer version was saved meanwhile By ada')
    expect(asked.text).toContain('<del>friends</del>')
    expect(asked.text).toContain('<ins>guests</ins>')
    expect(words).toMatch(/Save mine .*Keep the newer one/)
    expect(words).not.toMatch(/get_voice|base_version/)
    expect((await saved()).version).toBe(2)
    await scene.ada.post(path, { ...FIELDS, guidelines: 'Address readers as guests.', action: 'check' })
    expect(await saved()).toMatchObject({ version: 3, voice: { guidelines: 'Address readers as guests.' } })
  })

  it('keeps the version that the form showed after another refusal', async () => {
    await scene.ada.get(path)
    await ada.call('save_voice', { target: strings.project, voice: { tone: 'playful' }, base_version: 1 })
    const refused = await scene.ada.post(path, { ...FIELDS, target_countries: 'Atlantis', action: 'check' })
    expect(refused.status).toBe(400)
    expect((await scene.ada.post(path, { ...FIELDS, action: 'save' })).status).toBe(409)
  })

  it('is saved when meanwhile only another part of it was', async () => {
    await scene.ada.get(path)
    const overrides = { pl: { formality: 'very_formal' } }
    await ada.call('save_voice', { target: strings.project, voice: { ...VOICE, overrides }, base_version: 1 })
    await scene.ada.post(path, { ...FIELDS, tone: 'casual', action: 'save' })
    expect(await saved()).toMatchObject({ version: 3, voice: { ...VOICE, tone: 'casual', overrides } })
  })

  it('is that of the account on another tab', async () => {
    const page = `${path}?of=account`
    expect((await scene.ada.get(page)).text).toContain('value="Shop owners"')
    await scene.ada.post(page, { target_audience: 'Shop owners and their staff', action: 'check' })
    expect(await saved(scene.acme)).toMatchObject({ voice: { target_audience: 'Shop owners and their staff' } })
  })
})

it('versions of a voice show what changed by words, and are restored by administrators', async () => {
  const voice = { tone: 'casual', guidelines: 'Address readers directly.' }
  await ada.call('save_voice', { target: strings.project, voice, base_version: 1 })
  const second = await scene.ada.get(`${path}/versions/2`)
  // Each text has its own direction, whatever that of the page.
  expect(second.text).toContain('<span dir="auto">Address readers <del>formally</del>')
  expect(second.text).toContain('<ins>directly</ins>')
  expect(visible(second.text)).toContain('pl: Formality')
  const bea = await scene.signedIn('bea')
  expect((await bea.get(`${path}/versions/1`)).text).not.toContain('Restore this version')
  await strings.submit(ada, 'hi', 'Hallo')
  const asked = await scene.ada.sendForm(`${path}/versions/1`, { action: 'check' })
  expect(visible(asked.text)).toContain('This affects 1 translation')
  const done = await scene.ada.post(`${path}/versions/1`, { action: 'restore' })
  expect(visible(done.text)).toContain('Version restored')
  expect(await saved()).toMatchObject({ version: 3, voice: VOICE })
  expect((await scene.ada.get(`${path}/versions/99`)).status).toBe(404)
})

describe('who sees a voice', () => {
  it('members change it, and read it without access', async () => {
    const bea = await scene.signedIn('bea')
    const { text } = await bea.get(path)
    expect(text).toContain('Save voice')
    await scene.testApp.world.setAccount(scene.acme, { has_access: false })
    expect(visible((await bea.get(path)).text)).toContain('You can view this voice')
    expect((await bea.post(path, { ...FIELDS, action: 'save' })).status).toBe(403)
  })

  it('strangers read that of a public project, without versions', async () => {
    const cleo = await scene.signedIn('cleo')
    expect((await cleo.get(path)).status).toBe(404)
    await scene.testApp.world.setAccount(scene.acme, { public: true })
    const { status, text } = await cleo.get(path)
    expect(status).toBe(200)
    expect(visible(text)).toContain('You can view this voice')
    for (const hidden of ['Version 1', 'First voice', 'Save voice']) expect(text).not.toContain(hidden)
    expect((await cleo.get(`${path}/versions/1`)).status).toBe(404)
  })
})
