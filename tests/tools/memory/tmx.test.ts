import { beforeEach, describe, expect, it } from 'vitest'
import { readTmx } from '../../../src/l10n/memory/tmx/read.ts'
import { eachTest } from '../../harness/each-test.ts'
import { refused } from '../world.ts'
import { openMemory } from './scene.ts'

const scene = eachTest(() => openMemory({ limits: { bytes: 20_000 } }))

beforeEach(() => scene.addProject('app'))

interface Variant {
  readonly source: string
  readonly target: string
  readonly key?: string
  readonly locale?: string
  readonly date?: string
}

const tmx = (...units: readonly Variant[]): string =>
  `<tmx version="1.4"><header srclang="en"/><body>${units
    .map(
      ({ source, target, key, locale = 'de', date }) =>
        `<tu${date === undefined ? '' : ` changedate="${date}"`}>${key === undefined ? '' : `<prop type="x-key">${key}</prop>`}` +
        `<tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="${locale}"><seg>${target}</seg></tuv></tu>`,
    )
    .join('')}</body></tmx>`

const load = (content: string, more: object = {}, by = scene.ada): Promise<Record<string, unknown>> =>
  by.call('import_memory', { project: 'acme/app', files: [{ path: 'old.tmx', content }], ...more })

interface Exported {
  readonly files: readonly { readonly path: string; readonly content: string }[]
  readonly units: number
}

const save = (more: object = {}, by = scene.ada): Promise<Exported> =>
  by.call('export_memory', { project: 'acme/app', ...more })

describe('import_memory', () => {
  it('says that a file has no translations', async () => {
    expect(await load(tmx())).toEqual({ next: 'No translations were found. Nothing was written.' })
  })

  it('adds units that every member finds, in all projects of the account', async () => {
    await scene.addProject('site')
    expect(await load(tmx({ source: 'Save the file', target: 'Datei sichern' }))).toEqual({
      added: 1,
      locales: { de: 1 },
      import: expect.any(String),
      next: 'The memory of acme has 1 new unit. Find them with search_memory and in get_work as like. delete_memory with import deletes them.',
    })
    expect(await scene.search('site', 'Save the files', scene.bob)).toEqual([
      {
        score: 92,
        source: 'Save the file',
        target: 'Datei sichern',
        imported: true,
        import: expect.any(String),
        at: '2027-03-01T12:00:00.000Z',
        diff: 'Save the [-file-]{+files+}',
      },
    ])
  })

  it('changes nothing when the same file is imported again', async () => {
    const file = tmx({ source: 'Save', target: 'Sichern' }, { source: 'Save', target: 'Speichern' })
    expect(await load(file)).toMatchObject({ added: 2 })
    const again = await load(file)
    expect(again).toEqual({ unchanged: 2, locales: { de: 2 }, next: expect.stringContaining('Nothing was written.') })
    expect(await scene.search('app', 'Save')).toHaveLength(2)
  })

  it('replaces a unit of the same source and key, unless it is newer', async () => {
    await load(tmx({ source: 'Save', target: 'Sichern', key: 'a', date: '20260201T000000Z' }))
    const older = tmx({ source: 'Save', target: 'Retten', key: 'a', date: '20260101T000000Z' })
    expect(await load(older)).toMatchObject({ older: 1 })
    const newer = tmx({ source: 'Save', target: 'Speichern', key: 'a', date: '20260301T000000Z' })
    expect(await load(newer)).toMatchObject({ changed: 1 })
    expect((await scene.search('app', 'Save')).map(({ target }) => target)).toEqual(['Speichern'])
  })

  it('takes the locale of a region for that of the project', async () => {
    expect(await load(tmx({ source: 'Save', target: 'Sichern', locale: 'de-DE' }))).toMatchObject({
      locales: { de: 1 },
    })
    expect(await load(tmx({ source: 'Save', target: 'Salvar', locale: 'pt-BR' }))).toMatchObject({
      locales: { 'pt-BR': 1 },
    })
  })

  it('counts the 50 locales with the most units', async () => {
    const letters = 'ABCDEFGHIJ'.split('')
    const regions = letters.flatMap(one => letters.map(other => `es-${one}${other}`))
    const locales = regions.filter(locale => Intl.getCanonicalLocales(locale)[0] === locale).slice(0, 60)
    const units = locales.map(locale => ({ source: 'Save', target: 'Guardar', locale }))
    const wide = await openMemory()
    await wide.addProject('app')
    const last = locales.at(-1) ?? ''
    const more = { source: 'Open', target: 'Abrir', locale: last }
    const answer = await load(tmx(...units, more), {}, wide.ada)
    expect(answer).toMatchObject({ added: 61, locales: { [last]: 2 }, more_locales: 10 })
    expect(Object.keys(answer['locales'] ?? {})).toHaveLength(50)
    const gone = await wide.ada.call('delete_memory', { project: 'acme/app', import: answer['import'] })
    expect(gone).toMatchObject({ deleted: 61, locales: { [last]: 2 }, more_locales: 10 })
    await wide.close()
  })

  it('writes nothing in a dry run', async () => {
    const dry = await load(tmx({ source: 'Save', target: 'Sichern' }), { dry_run: true })
    expect(dry).toMatchObject({ added: 1, dry_run: true })
    expect(await scene.search('app', 'Save')).toEqual([])
  })

  it('refuses a file beyond the quota, and writes nothing of it', async () => {
    const units = Array.from({ length: 50 }, (_, at) => ({ source: `Text ${at}`, target: `Text ${at}` }))
    const fault = await refused(load(tmx(...units)))
    expect([fault.code, fault.message]).toEqual(['quota_exceeded', expect.stringContaining('Nothing was written.')])
    expect(await scene.search('app', 'Text 1')).toEqual([])
    expect(await load(tmx(...units.slice(0, 20)))).toMatchObject({ added: 20 })
  })

  it('names line and column of a fault, and asks for an upload of a file without content', async () => {
    const fault = await refused(load('<tmx version="1.4"><header/><body><tu>'))
    expect([fault.code, fault.message]).toEqual([
      'invalid_input',
      expect.stringContaining('at 1:35: <tu> is not closed.'),
    ])
    const asked = await scene.ada.call('import_memory', { project: 'acme/app', files: [{ path: 'old.tmx' }] })
    expect(asked).toMatchObject({ uploads: [{ path: 'old.tmx', put: expect.stringContaining('/transfer/') }] })
  })
})

describe('delete_memory', () => {
  const remove = (id: unknown, more: object = {}, by = scene.ada): Promise<Record<string, unknown>> =>
    by.call('delete_memory', { project: 'acme/app', import: id, ...more })

  it('deletes what one import added or changed, and nothing else', async () => {
    const first = await load(tmx({ source: 'Save', target: 'Sichern', key: 'a' }, { source: 'Open', target: 'Auf' }))
    const second = await load(
      tmx({ source: 'Save', target: 'Speichern', key: 'a' }, { source: 'Quit', target: 'Ende' }),
    )
    expect((await scene.search('app', 'Quit')).map(row => row.import)).toEqual([second['import']])
    expect(await remove(second['import'], { dry_run: true })).toMatchObject({ deleted: 2, dry_run: true })
    expect(await scene.search('app', 'Save')).toHaveLength(1)
    expect(await remove(second['import'])).toEqual({
      deleted: 2,
      locales: { de: 2 },
      next: 'The memory of acme has 2 units less. To restore them, import the file again.',
    })
    expect([await scene.search('app', 'Save'), await scene.search('app', 'Quit')]).toEqual([[], []])
    expect(await scene.search('app', 'Open')).toMatchObject([{ target: 'Auf', import: first['import'] }])
  })

  it('frees the quota, and keeps the translations of projects', async () => {
    await scene.push('app', { save: 'Save' })
    await scene.translate('app', { save: 'Speichern' })
    const units = Array.from({ length: 25 }, (_, at) => ({ source: `Text ${at}`, target: `Text ${at}` }))
    const { import: id } = await load(tmx(...units))
    const others = tmx(...units.map(({ source }) => ({ source, target: 'Anders' })))
    expect((await refused(load(others))).code).toBe('quota_exceeded')
    await remove(id)
    expect(await load(others)).toMatchObject({ added: 25 })
    expect(await scene.search('app', 'Save')).toMatchObject([{ target: 'Speichern' }])
  })

  it('refuses an unknown import, that of another account, and those who may not write', async () => {
    const { import: id } = await load(tmx({ source: 'Save', target: 'Sichern' }))
    expect((await refused(remove('none'))).code).toBe('not_found')
    await scene.ada.call('create_project', { project: 'ada/copy', source_locale: 'en', target_locales: ['de'] })
    expect((await refused(remove(id, { project: 'ada/copy' }))).code).toBe('not_found')
    await scene.world.setAccount('acme', { public: true })
    expect((await refused(remove(id, {}, scene.cleo))).code).toBe('forbidden')
    expect(await scene.search('app', 'Save')).toHaveLength(1)
  })
})

describe('export_memory', () => {
  beforeEach(async () => {
    await scene.addProject('site')
    await scene.push('app', {
      first: 'One',
      save: 'Save & <b>go</b>',
      last: 'Two',
      items: '{n, plural, one {#} other {#}}',
    })
    await scene.translate('app', { save: 'Speichern & <b>los</b>' })
    await scene.translate('app', { save: 'Enregistrer & <b>go</b>' }, 'fr')
    await scene.push('site', { close: 'Close' })
    await scene.translate('site', { close: 'Schlie\u00dfen' })
    await load(tmx({ source: 'Old', target: 'Alt' }))
  })

  const sourcesOf = ({ files }: Exported): readonly string[] =>
    [...readTmx(files[0]?.content ?? '')].flat().map(({ source, targetLocale }) => `${source} ${targetLocale}`)

  it('writes all that a member finds, with its context', async () => {
    const all = await save()
    expect(sourcesOf(all)).toEqual(['Save & <b>go</b> de', 'Save & <b>go</b> fr', 'Close de', 'Old de'])
    expect(all.units).toBe(4)
    const [first] = [...readTmx(all.files[0]?.content ?? '')].flat()
    expect(first).toMatchObject({
      sourceLocale: 'en',
      source: 'Save & <b>go</b>',
      targetLocale: 'de',
      target: 'Speichern & <b>los</b>',
      project: 'app',
      file: 'locales/en.json',
      key: 'save',
      previous: 'One',
      next: 'Two',
      changedAt: '2027-03-01T12:00:00Z',
    })
  })

  it('writes one locale, or one project', async () => {
    expect(sourcesOf(await save({ locale: 'fr' }))).toEqual(['Save & <b>go</b> fr'])
    expect(sourcesOf(await save({ only_project: true }))).toHaveLength(2)
  })

  it('gives strangers of a public account the project alone', async () => {
    await scene.world.setAccount('acme', { public: true })
    expect(sourcesOf(await save({}, scene.cleo))).toEqual(['Save & <b>go</b> de', 'Save & <b>go</b> fr'])
  })

  it('adds nothing when it is imported into the same account', async () => {
    await scene.push('app', { day_one: '{{count}} day', day_other: '{{count}} days' }, { path: 'i18n/en.json' })
    await scene.ada.call('push_translations', {
      project: 'acme/app',
      files: [{ path: 'i18n/de.json', content: '{ "day_one": "{{count}} Tag", "day_other": "{{count}} Tage" }' }],
    })
    const before = await save()
    expect(before.units).toBe(6)
    const content = before.files[0]?.content ?? ''
    expect(await load(content)).toEqual({
      unchanged: 6,
      locales: { de: 5, fr: 1 },
      next: 'The memory of acme already has all of it. Nothing was written.',
    })
    expect((await save()).files).toEqual(before.files)
    expect(await load(content.replace('Speichern', 'Sichern'))).toMatchObject({ added: 1, unchanged: 5 })
  })

  it('can be imported into another account', async () => {
    const [file] = (await save()).files
    await scene.ada.call('create_project', { project: 'ada/copy', source_locale: 'en', target_locales: ['de'] })
    const files = [{ path: 'a.tmx', content: file?.content }]
    expect(await scene.ada.call('import_memory', { project: 'ada/copy', files })).toMatchObject({ added: 4 })
    const query = { project: 'ada/copy', locale: 'de', text: 'Close' }
    expect(await scene.ada.call('search_memory', query)).toMatchObject({
      found: [{ matches: [{ score: 100, target: 'Schlie\u00dfen', project: 'site', key: 'close', imported: true }] }],
    })
  })
})
