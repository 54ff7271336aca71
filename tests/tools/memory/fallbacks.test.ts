import { beforeEach, describe, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { openMemory } from './scene.ts'

const scene = eachTest(openMemory)

const AT = 'de-AT'

beforeEach(async () => {
  await scene.addProject('app', { target_locales: [AT, 'de', 'fr'] })
  await scene.ada.call('update_project', { project: 'acme/app', fallbacks: { [AT]: 'de', de: 'fr' } })
  await scene.push('app', { save: 'Save the file', exit: 'Exit' })
})

const search = (what: object) => scene.search('app', { locale: AT, ...what })
const save = { text: 'Save the file' }

describe('search_memory', () => {
  it('offers translations into a fallback with its locale and a score of 99 at most', async () => {
    await scene.translate('app', { save: 'Datei speichern' })
    expect(await search(save)).toEqual([
      {
        score: 99,
        source: 'Save the file',
        target: 'Datei speichern',
        locale: 'de',
        project: 'acme/app',
        id: expect.any(String),
        file: 'locales/en.json',
        key: 'save',
        state: 'translated',
        at: expect.any(String),
      },
    ])
    expect(await search({ text: 'Save the files' })).toMatchObject([
      { score: 92, locale: 'de', diff: 'Save the [-file-]{+files+}' },
    ])
    expect(await search({ ...save, min_score: 100 })).toEqual([])
    expect(await scene.search('app', { locale: 'fr', ...save })).toEqual([])
  })

  it('offers the translation of the string itself', async () => {
    await scene.translate('app', { save: 'Datei speichern' })
    const { entries } = await scene.ada.call<{ entries: readonly { id: string }[] }>('get_entries', {
      project: 'acme/app',
      keys: ['save'],
    })
    expect(await search({ ids: entries.map(({ id }) => id) })).toMatchObject([{ score: 99, locale: 'de' }])
  })

  it('has those of the locale first, and equal ones once', async () => {
    await scene.addProject('site', { target_locales: [AT, 'de'] })
    await scene.push('site', { x: 'Save the file', y: 'Save the file' })
    await scene.translate('site', { x: 'Datei sichern' }, AT)
    await scene.translate('site', { x: 'Datei sichern', y: 'Datei speichern' }, 'de')
    expect((await search(save)).map(({ score, target }) => [score, target])).toEqual([
      [100, 'Datei sichern'],
      [99, 'Datei speichern'],
    ])
  })

  it('goes on to the next fallback if the nearest has none, with imported units', async () => {
    await scene.translate('app', { save: 'Enregistrer le fichier' }, 'fr')
    expect(await search(save)).toMatchObject([{ score: 99, locale: 'fr' }])
    const tmx = `<?xml version="1.0"?><tmx version="1.4"><header srclang="en" datatype="plaintext" segtype="block" adminlang="en" o-tmf="x" creationtool="x" creationtoolversion="1"/><body><tu><tuv xml:lang="en"><seg>Save the file</seg></tuv><tuv xml:lang="de"><seg>Datei speichern</seg></tuv></tu></body></tmx>`
    await scene.ada.call('import_memory', { project: 'acme/app', files: [{ path: 'old.tmx', content: tmx }] })
    expect(await search(save)).toMatchObject([{ score: 99, locale: 'de', imported: true }])
  })
})

it('a push fills in nothing from a fallback', async () => {
  const texts = { keep: 'Save the file', leave: 'Exit' }
  await scene.addProject('site', { target_locales: ['de'] })
  await scene.push('site', texts)
  await scene.translate('site', { keep: 'Datei speichern', leave: 'Beenden' })
  const pushed = await scene.push('app', texts, { fill_from_memory: true, path: 'web/en.json' })
  expect(pushed.filled).toEqual({ de: 2 })
})

it('a push copies the translations of another file instead of filling them in, for its own locales only', async () => {
  await scene.translate('app', { save: 'Datei speichern', exit: 'Beenden' })
  const texts = { save: 'Save the file', exit: 'Exit' }
  const pushed = await scene.push('app', texts, { fill_from_memory: true, path: 'web/en.json' })
  expect(pushed).not.toHaveProperty('filled')
  const call = { project: 'acme/app', file: 'web/en.json' }
  expect(await scene.ada.call('get_entries', { ...call, locale: 'de' })).toMatchObject({
    entries: [{ text: 'Datei speichern' }, { text: 'Beenden' }],
  })
  expect(await scene.ada.call('get_entries', { ...call, locale: AT, state: 'untranslated' })).toMatchObject({
    entries: [{ key: 'save' }, { key: 'exit' }],
  })
})
