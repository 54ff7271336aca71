import { beforeEach, describe, expect, it } from 'vitest'
import { runRechecks } from '../../../src/tools/recheck/run.ts'
import { eachLoop } from '../loop.ts'

const AT = 'de-AT'
const loop = eachLoop([AT, 'de', 'nl'])

beforeEach(() => setFallbacks({ [AT]: 'de', de: 'nl' }))

const setFallbacks = (fallbacks: object) => loop.call('update_project', { fallbacks })
const translate = (locale: string, texts: Readonly<Record<string, string>>) => loop.translate(texts, { locale })

const findingsOf = async (name: string, locale = AT): Promise<readonly string[]> =>
  (await loop.unit(name, locale)).texts.flatMap(({ findings }) => findings.map(({ id }) => id))

describe('checks', () => {
  const COPY = 'open the next page of this list'

  it('do not warn about a copy of the source that the fallback has as well', async () => {
    await loop.push({ a: COPY })
    await translate(AT, { a: COPY })
    expect(await findingsOf('a')).toEqual(['same_as_source'])
    await translate('de', { a: COPY })
    await runRechecks(loop.world.services)
    expect(await findingsOf('a')).toEqual([])
    expect(await findingsOf('a', 'de')).toEqual(['same_as_source'])
    await translate('de', { a: 'Die nächste Seite dieser Liste öffnen' })
    await runRechecks(loop.world.services)
    expect(await findingsOf('a')).toEqual(['same_as_source'])
  })

  it('do not warn about what other strings have where the fallback has the same translation', async () => {
    const [one, two] = ['Save the changes of this page now', 'Remove all the items from my list']
    await loop.push({ a: one, b: one, c: two })
    await translate('de', { a: 'Speichern Sie jetzt die Änderungen' })
    await translate(AT, { b: 'Sichern Sie jetzt die Änderungen', c: 'Speichern Sie jetzt die Änderungen' })
    await translate(AT, { a: 'Speichern Sie jetzt die Änderungen' })
    await runRechecks(loop.world.services)
    expect(await findingsOf('a')).toEqual([])
    expect([await findingsOf('b'), await findingsOf('c')]).toEqual([['inconsistent'], ['duplicate_translation']])
    await setFallbacks({})
    await runRechecks(loop.world.services)
    expect(await findingsOf('a')).toEqual(['duplicate_translation', 'inconsistent'])
  })

  it('compare an imported text with its fallback later, in the background', async () => {
    await loop.push({ a: COPY })
    await translate('de', { a: COPY })
    await translate(AT, { a: 'Weiter' })
    const files = [{ path: `locales/${AT}.json`, content: JSON.stringify({ a: COPY }) }]
    expect(await loop.call('push_translations', { files })).toMatchObject({ imported: 1 })
    await runRechecks(loop.world.services)
    expect(await findingsOf('a')).toEqual([])
  })

  it('use the terms of a fallback where the locale has none', async () => {
    await setFallbacks({ nl: 'de' })
    await loop.push({ a: 'Delete this file', b: 'Close this window' })
    await loop.ada.call('save_glossary', {
      target: loop.project,
      upsert: [
        { term: 'file', translations: { de: { translation: 'Datei' } } },
        { term: 'window', translations: { de: { translation: 'Fenster' }, nl: { translation: 'venster' } } },
      ],
    })
    const packet = await loop.call('get_work', { locale: 'nl' })
    expect(packet).toMatchObject({
      terms: [
        { term: 'file', translation: 'Datei' },
        { term: 'window', translation: 'venster' },
      ],
    })
    await translate('nl', { a: 'Dit bestand verwijderen', b: 'Dit venster sluiten' })
    expect([await findingsOf('a', 'nl'), await findingsOf('b', 'nl')]).toEqual([['glossary'], []])
    await setFallbacks({})
    await runRechecks(loop.world.services)
    expect(await findingsOf('a', 'nl')).toEqual([])
  })
})
