import { beforeEach, describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { found } from '../../tools/loop.ts'
import { ownCsrf } from '../own-csrf.ts'
import { useOwnAcme } from '../scene.ts'
import { visible } from '../visible.ts'
import { type ChangeScene, openChanges } from './scene.ts'

const scene = useOwnAcme()
let changes: ChangeScene
let path: string

beforeEach(async () => {
  const ada = await scene.testApp.world.user('ada')
  changes = await openChanges(scene.testApp, ada, `${scene.acme}/app`)
  path = `/p/${scene.acme}/app/changes/${changes.informal}`
})

/** The German translation of the greeting. */
async function greeting(): Promise<unknown> {
  const { read } = scene.testApp.services.store
  const { id } = found(await read.accounts.by('handle', scene.acme))
  const project = found(await read.projects.by('name', compoundKey(id, 'app')))
  const entry = found((await read.entries.list('key', compoundKey(project.id, 'greeting')))[0])
  return found(await read.translations.by('unit', compoundKey(entry.id, 'de'))).texts[0]?.value
}

describe('reverting a batch', () => {
  it('first says what it restores and what it leaves, and changes nothing', async () => {
    const ada = await scene.testApp.world.user('ada')
    await changes.submit(ada, { help: 'Antworte einfach.' })
    await scene.ada.get(path)
    const { status, text } = await scene.ada.post(`${path}/revert`, { action: 'preview' })
    expect(status).toBe(200)
    expect(visible(text)).toMatch(/Restores 5 translations whose change is still current/)
    expect(visible(text)).toMatch(/Leaves 1 translations that were changed again since/)
    expect(visible(text)).toContain('Revert 5 translations')
    expect(await greeting()).toBe('Hallo {first_name},')
  })

  it('restores the translations, and shows the new batch with its note', async () => {
    await scene.ada.get(path)
    await scene.ada.post(`${path}/revert`, { action: 'preview' })
    const done = await scene.ada.post(`${path}/revert`, { action: 'revert', note: 'Wrong address' })
    expect(done.path).toMatch(/\/changes\/[^/]+\?done=revert$/)
    expect(visible(done.text)).toContain('Batch reverted')
    expect(visible(done.text)).toContain('Wrong address')
    expect(done.text).toContain('<ins>Guten Tag</ins>')
    expect(await greeting()).toBe('Guten Tag {first_name},')
  })

  it('says when nothing is left to revert', async () => {
    await scene.ada.get(path)
    await scene.ada.post(`${path}/revert`, { action: 'preview' })
    await scene.ada.post(`${path}/revert`, { action: 'revert' })
    await scene.ada.get(path)
    const { text } = await scene.ada.post(`${path}/revert`, { action: 'preview' })
    expect(visible(text)).toContain('Nothing to revert')
    expect(text).not.toContain('value="revert"')
  })

  it('keeps a note that is not valid, with its error', async () => {
    await scene.ada.get(path)
    await scene.ada.post(`${path}/revert`, { action: 'preview' })
    const { status, text } = await scene.ada.post(`${path}/revert`, { action: 'revert', note: 'Hidden\u202Etext' })
    expect(status).toBe(400)
    expect(text).toContain('id="note-fault"')
    expect(text).toContain('Hidden\u202Etext')
    expect(await greeting()).toBe('Hallo {first_name},')
  })

  it('is for administrators, and for members of their own batches', async () => {
    const bea = await scene.signedIn('bea')
    const other = await bea.get(path)
    expect(other.text).not.toContain('Revert batch')
    const csrf = await ownCsrf(scene.testApp, bea, `${path}/revert`)
    for (const action of ['preview', 'revert']) {
      expect((await bea.post(`${path}/revert`, { action, csrf })).status, action).toBe(403)
    }
    const own = await changes.submit(await scene.testApp.world.user('bea'), { help: 'Antworte einfach.' })
    expect((await bea.get(path.replace(changes.informal, own))).text).toContain('Revert batch')
    const preview = await bea.post(`${path.replace(changes.informal, own)}/revert`, { action: 'preview' })
    expect(visible(preview.text)).toContain('Revert 1 translation')
  })

  it('refuses a form without its token, and leads GET to the batch', async () => {
    await scene.ada.get(path)
    expect((await scene.ada.post(`${path}/revert`, { action: 'revert', csrf: 'x' })).status).toBe(400)
    expect((await scene.ada.get(`${path}/revert`)).path).toBe(path)
    expect(await greeting()).toBe('Hallo {first_name},')
  })
})

describe('the form to review a batch', () => {
  it('creates a review of the batch and opens it', async () => {
    await scene.ada.get(`${path}/review`)
    const { location, headers, status } = await scene.ada.post(
      `${path}/review`,
      { title: 'Informal emails', goal: '2', note: 'Check pronouns' },
      { follow: false },
    )
    expect(status).toBe(303)
    const id = /\/review\/([^/]+)$/.exec(location ?? headers.location ?? '')?.[1] ?? ''
    const review = found(await scene.testApp.services.store.read.reviews.get(id))
    expect(review).toMatchObject({ title: 'Informal emails', goal: 2, note: 'Check pronouns', total: 6 })
    const batch = await scene.ada.get(path)
    expect(batch.text).toContain(`/review/${id}`)
    expect(visible(batch.text)).toContain('In review')
    expect(visible((await scene.ada.get(path.replace(/\/[^/]+$/, ''))).text)).toContain('In review')
  })

  it('keeps what was typed with the error under its field', async () => {
    const { status, text } = await scene.ada.sendForm(`${path}/review`, {
      title: 'A\u202Etitle',
      goal: '1',
      note: 'Kept',
    })
    expect(status).toBe(400)
    expect(text).toContain('id="title-fault"')
    expect(text).toContain('Kept')
    expect(text).toMatch(/value="1" checked/)
  })

  it('says that nothing is left to review', async () => {
    const formal = path.replace(changes.informal, changes.formal)
    const { status, text } = await scene.ada.sendForm(`${formal}/review`, { title: 'Formal', goal: '5' })
    expect(status).toBe(400)
    expect(visible(text)).toContain('The review was not created')
  })

  it('is for members who may write', async () => {
    await scene.testApp.world.setAccount(scene.acme, { public: true })
    const cleo = await scene.signedIn('cleo')
    expect((await cleo.get(`${path}/review`)).status).toBe(403)
    const bea = await scene.signedIn('bea')
    expect((await bea.get(`${path}/review`)).status).toBe(200)
  })
})
