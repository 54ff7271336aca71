import { beforeEach, describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { eachTest } from '../../harness/each-test.ts'
import { found } from '../../tools/loop.ts'
import { openJar } from '../jar.ts'
import { ownCsrf } from '../own-csrf.ts'
import { useOwnAcme } from '../scene.ts'
import { visible } from '../visible.ts'
import { NOTE, openChanges } from './scene.ts'

const scene = useOwnAcme()
const ada = scene.agent
let path: string
let batchPath: string

const changes = eachTest(() => openChanges(scene.testApp, ada, `${scene.acme}/app`))
beforeEach(async () => {
  path = `/p/${scene.acme}/app/changes`
  batchPath = `${path}/${changes.informal}`
})

const read = async (page: string) => visible((await scene.ada.get(page)).text)

describe('the changes of a project', () => {
  it('are listed as batches with title, author, locales and counts', async () => {
    const { status, text } = await scene.ada.get(path)
    expect(status).toBe(200)
    const words = visible(text)
    expect(words).toMatch(/Use informal address in billing emails a ada via test\/1 .* Deutsch de 1 new 5 replaced/)
    expect(words).toMatch(/Saved translations a ada via test\/1 .* 5 new/)
    expect(words).toMatch(/Pushed source files .* 7 added/)
    expect(text).toContain(`href="${path}/${changes.informal}"`)
  })

  it('say why there are none yet', async () => {
    await ada.call('create_project', { project: `${scene.acme}/new`, source_locale: 'en', target_locales: ['de'] })
    expect(await read(`/p/${scene.acme}/new/changes`)).toContain('No changes yet')
  })

  it('are filtered by kind, person, client, token, locale and time in the address', async () => {
    expect(await read(`${path}?kind=push`)).not.toContain('Use informal address')
    expect(await read(`${path}?person=ada&client=test&locale=de`)).toContain('Use informal address')
    for (const query of ['kind=run', 'locale=ar', 'until=2020-01-01', 'since=2999-01-01', 'client=other']) {
      expect(await read(`${path}?${query}`), query).toContain('No changes match')
    }
  })

  it('name a filter that is not valid, and keep it', async () => {
    for (const [query, message] of [
      ['person=nobody', 'no member or change of nobody'],
      ['token=t_0', 'no token or change of a token'],
      ['locale=xx-nothing', 'xx-nothing'],
      ['since=yesterday', 'not a date'],
    ] as const) {
      const { status, text } = await scene.ada.get(`${path}?${query}`)
      expect(status, query).toBe(400)
      expect(visible(text)).toContain('The filters are not valid')
      expect(visible(text)).toContain(message)
      if (query === 'person=nobody') expect(text).toContain('value="nobody"')
    }
  })

  it('continue on the next page', async () => {
    for (let n = 0; n < 26; n += 1) await changes.submit(ada, { help: `Antworte ${n}.` }, `Change ${n}`)
    const first = await scene.ada.get(path)
    expect(visible(first.text)).toContain('Change 25')
    expect(visible(first.text)).not.toContain('Change 0 ')
    const next = /href="([^"]+)" rel="next"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(await read(next)).toContain('Change 0 ')
  })

  it('have no authors, notes or links to strings for strangers of a public project', async () => {
    await scene.testApp.world.setAccount(scene.acme, { public: true })
    const cleo = await scene.signedIn('cleo')
    const list = await cleo.get(path)
    expect(list.status).toBe(200)
    expect(visible(list.text)).toContain('An agent')
    const batch = await cleo.get(`${path}/${changes.informal}`)
    expect(visible(batch.text)).toContain('Deine Rechnung')
    for (const { text } of [list, batch]) {
      for (const hidden of ['Use informal', 'possessives', 'via test', '/strings/', 'Revert batch', 'name="person"']) {
        expect(text, hidden).not.toContain(hidden)
      }
    }
    expect((await cleo.get(`${path}?person=ada`)).status).toBe(403)
  })

  it('are not found by strangers, and ask others to sign in', async () => {
    const cleo = await scene.signedIn('cleo')
    for (const page of [path, `${path}/${changes.informal}`]) expect((await cleo.get(page)).status).toBe(404)
    const nobody = openJar(scene.testApp.url)
    expect((await nobody.get(path)).path).toContain('/login?')
  })
})

describe('a batch', () => {
  it('shows its note, and each change as a diff by file', async () => {
    const { text } = await scene.ada.get(`${path}/${changes.informal}`)
    const words = visible(text)
    expect(words).toContain('Use informal address in billing emails')
    expect(words).toContain(NOTE.split('\n')[1])
    expect(words).toContain('6 translations in 2 files')
    expect(words).toMatch(/emails\/billing\/invoice\.json 1 new, 3 replaced/)
    expect(text).toContain('<del>Guten Tag</del> <bdi class="ph" dir="ltr">{first_name}</bdi>,')
    expect(text).toContain('<ins>Hallo</ins> <bdi')
    expect(words).toMatch(/help de Reply to this email if you need help\. \+ Added: Antworte/)
    expect(text).toMatch(/href="\/p\/[^"]+\/strings\/[^"]+\?locale=de"/)
  })

  it('is filtered by new, replaced and findings', async () => {
    const page = `${path}/${changes.informal}`
    const added = await read(`${page}?show=new`)
    expect(added).toContain('Antworte')
    expect(added).not.toContain('Hallo')
    const replaced = await read(`${page}?show=replaced`)
    expect(replaced).toContain('Hallo')
    expect(replaced).not.toContain('Antworte')
    expect(await read(`${page}?show=findings`)).toContain('No changes match')
    expect((await scene.ada.get(page)).text).toContain(
      '<span class="zero">Findings <span class="tally">0</span></span>',
    )
  })

  it('shows plural forms one by one', async () => {
    await changes.submit(ada, { files: { one: '{{count}} Datei wartet.', other: '{{count}} Dateien warten.' } })
    const batch = await changes.submit(ada, {
      files: { one: '{{count}} Datei wartet.', other: '{{count}} Dateien stehen an.' },
    })
    const { text } = await scene.ada.get(`${path}/${batch}`)
    expect(visible(text)).toMatch(/one {{count}} Datei wartet\. other − Removed: {{count}} Dateien warten \./)
    expect(text).toContain('<ins>stehen an</ins>')
  })

  it('shows findings beside the change', async () => {
    await ada.call('save_glossary', {
      target: changes.project,
      upsert: [{ term: 'plan', translations: { de: { translation: 'Tarif' } } }],
    })
    const batch = await changes.submit(ada, { choose: 'Wähle etwas aus.' })
    const { text } = await scene.ada.get(`${path}/${batch}?show=findings`)
    expect(visible(text)).toContain('Findings 1')
    expect(text).toMatch(/class="change-finding warning".*Tarif/)
  })

  it('says what was replaced since', async () => {
    expect(await read(`${path}/${changes.formal}`)).toContain('Replaced since')
  })

  it('continues a long file on pages of its own', async () => {
    const keys = Array.from({ length: 40 }, (_, n) => `key${n + 10}`)
    const long = await openChanges(scene.testApp, ada, `${scene.acme}/long`, {
      'en.json': Object.fromEntries(keys.map(key => [key, `Text of ${key}`])),
    })
    const batch = await long.submit(ada, Object.fromEntries(keys.map(key => [key, `Wort von ${key}`])))
    const page = `/p/${scene.acme}/long/changes/${batch}`
    const first = await scene.ada.get(page)
    expect(visible(first.text)).toContain('Show 34 more changes')
    expect(visible(first.text)).not.toContain('key16 ')
    const second = await read(`${page}?file=en.json&from=6`)
    expect(second).toContain('key16 ')
    expect(second).toContain('Show 10 more changes')
    expect(second).toContain('Show earlier changes')
    expect(await read(`${page}?file=en.json&from=30`)).toContain('key49 ')
  })

  it('of a push has no translations', async () => {
    const list = await scene.ada.get(`${path}?kind=push`)
    const push = /href="([^"]+\/changes\/[^"?]+)"/.exec(list.text)?.[1] ?? ''
    expect(await read(push)).toContain('This batch changed no translations')
  })

  it('is not found in another project, or with a damaged address', async () => {
    await ada.call('create_project', { project: `${scene.acme}/other`, source_locale: 'en', target_locales: ['de'] })
    expect((await scene.ada.get(`/p/${scene.acme}/other/changes/${changes.informal}`)).status).toBe(404)
    expect((await scene.ada.get(`${path}/nothing`)).status).toBe(404)
    expect((await scene.ada.get(`${path}/${changes.informal}?cursor=x`)).status).toBe(400)
  })
})

/** The German translation of the greeting. */
async function greeting(): Promise<unknown> {
  const store = scene.testApp.services.store.read
  const { id } = found(await store.accounts.by('handle', scene.acme))
  const project = found(await store.projects.by('name', compoundKey(id, 'app')))
  const entry = found((await store.entries.list('key', compoundKey(project.id, 'greeting')))[0])
  return found(await store.translations.by('unit', compoundKey(entry.id, 'de'))).texts[0]?.value
}

describe('reverting a batch', () => {
  const preview = async () => {
    await scene.ada.get(batchPath)
    return scene.ada.post(`${batchPath}/revert`, { action: 'preview' })
  }

  it('first says what it restores and what it leaves, and changes nothing', async () => {
    await changes.submit(ada, { help: 'Antworte einfach.' })
    const { status, text } = await preview()
    expect(status).toBe(200)
    expect(visible(text)).toMatch(/Restores 5 translations whose change is still current/)
    expect(visible(text)).toMatch(/Leaves 1 translations that were changed again since/)
    expect(visible(text)).toContain('Revert 5 translations')
    expect((await scene.ada.get(`${batchPath}/revert`)).path).toBe(batchPath)
    expect(await greeting()).toBe('Hallo {first_name},')
  })

  it('restores the translations, and shows the new batch with its note', async () => {
    await preview()
    const done = await scene.ada.post(`${batchPath}/revert`, { action: 'revert', note: 'Wrong address' })
    expect(done.path).toMatch(/\/changes\/[^/]+\?done=revert$/)
    expect(visible(done.text)).toContain('Batch reverted')
    expect(visible(done.text)).toContain('Wrong address')
    expect(done.text).toContain('<ins>Guten Tag</ins>')
    expect(await greeting()).toBe('Guten Tag {first_name},')
  })

  it('says when nothing is left to revert', async () => {
    await preview()
    await scene.ada.post(`${batchPath}/revert`, { action: 'revert' })
    const { text } = await preview()
    expect(visible(text)).toContain('Nothing to revert')
    expect(text).not.toContain('value="revert"')
  })

  it('keeps a note that is not valid, with its error', async () => {
    await preview()
    const { status, text } = await scene.ada.post(`${batchPath}/revert`, { action: 'revert', note: 'Hidden\u202Etext' })
    expect(status).toBe(400)
    expect(text).toContain('id="note-fault"')
    expect(text).toContain('Hidden\u202Etext')
    expect(await greeting()).toBe('Hallo {first_name},')
  })

  it('is for administrators, and for members of their own batches', async () => {
    const bea = await scene.signedIn('bea')
    const other = await bea.get(batchPath)
    expect(other.text).not.toContain('Revert batch')
    const csrf = await ownCsrf(scene.testApp, bea, `${batchPath}/revert`)
    for (const action of ['preview', 'revert']) {
      expect((await bea.post(`${batchPath}/revert`, { action, csrf })).status, action).toBe(403)
    }
    const own = await changes.submit(await scene.testApp.world.user('bea'), { help: 'Antworte einfach.' })
    expect((await bea.get(batchPath.replace(changes.informal, own))).text).toContain('Revert batch')
    const asked = await bea.post(`${batchPath.replace(changes.informal, own)}/revert`, { action: 'preview' })
    expect(visible(asked.text)).toContain('Revert 1 translation')
  })
})

describe('the form to review a batch', () => {
  it('creates a review of the batch and opens it', async () => {
    await scene.ada.get(`${batchPath}/review`)
    const { location, headers, status } = await scene.ada.post(
      `${batchPath}/review`,
      { title: 'Informal emails', goal: '2', note: 'Check pronouns' },
      { follow: false },
    )
    expect(status).toBe(303)
    const id = /\/review\/([^/]+)$/.exec(location ?? headers.location ?? '')?.[1] ?? ''
    const review = found(await scene.testApp.services.store.read.reviews.get(id))
    expect(review).toMatchObject({ title: 'Informal emails', goal: 2, note: 'Check pronouns', total: 6 })
    const shown = await scene.ada.get(batchPath)
    expect(shown.text).toContain(`/review/${id}`)
    expect(visible(shown.text)).toContain('In review')
    expect(visible((await scene.ada.get(batchPath.replace(/\/[^/]+$/, ''))).text)).toContain('In review')
  })

  it('keeps what was typed with the error under its field', async () => {
    const { status, text } = await scene.ada.sendForm(`${batchPath}/review`, {
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
    const formal = batchPath.replace(changes.informal, changes.formal)
    const { status, text } = await scene.ada.sendForm(`${formal}/review`, { title: 'Formal', goal: '5' })
    expect(status).toBe(400)
    expect(visible(text)).toContain('The review was not created')
  })

  it('is for members who may write', async () => {
    await scene.testApp.world.setAccount(scene.acme, { public: true })
    const cleo = await scene.signedIn('cleo')
    expect((await cleo.get(`${batchPath}/review`)).status).toBe(403)
    const bea = await scene.signedIn('bea')
    expect((await bea.get(`${batchPath}/review`)).status).toBe(200)
  })
})
