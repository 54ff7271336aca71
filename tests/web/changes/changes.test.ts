import { beforeEach, describe, expect, it } from 'vitest'
import { openJar } from '../jar.ts'
import { useOwnAcme } from '../scene.ts'
import { visible } from '../visible.ts'
import { type ChangeScene, NOTE, openChanges } from './scene.ts'

const scene = useOwnAcme()
let changes: ChangeScene
let path: string

beforeEach(async () => {
  const ada = await scene.testApp.world.user('ada')
  changes = await openChanges(scene.testApp, ada, `${scene.acme}/app`)
  path = `/p/${scene.acme}/app/changes`
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
    const ada = await scene.testApp.world.user('ada')
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
    const ada = await scene.testApp.world.user('ada')
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
    const ada = await scene.testApp.world.user('ada')
    await changes.submit(ada, { files: { one: '{{count}} Datei wartet.', other: '{{count}} Dateien warten.' } })
    const batch = await changes.submit(ada, {
      files: { one: '{{count}} Datei wartet.', other: '{{count}} Dateien stehen an.' },
    })
    const { text } = await scene.ada.get(`${path}/${batch}`)
    expect(visible(text)).toMatch(/one {{count}} Datei wartet\. other − Removed: {{count}} Dateien warten \./)
    expect(text).toContain('<ins>stehen an</ins>')
  })

  it('shows findings beside the change', async () => {
    const ada = await scene.testApp.world.user('ada')
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
    const ada = await scene.testApp.world.user('ada')
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
    const ada = await scene.testApp.world.user('ada')
    await ada.call('create_project', { project: `${scene.acme}/other`, source_locale: 'en', target_locales: ['de'] })
    expect((await scene.ada.get(`/p/${scene.acme}/other/changes/${changes.informal}`)).status).toBe(404)
    expect((await scene.ada.get(`${path}/nothing`)).status).toBe(404)
    expect((await scene.ada.get(`${path}/${changes.informal}?cursor=x`)).status).toBe(400)
  })
})
