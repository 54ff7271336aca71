import { beforeEach, describe, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { refused } from '../world.ts'
import { openMemory } from './scene.ts'

const scene = eachTest(openMemory)

beforeEach(async () => {
  await scene.addProject('app')
  await scene.addProject('site')
})

const idsOf = async (slug: string, ...keys: readonly string[]): Promise<readonly string[]> => {
  const { entries } = await scene.ada.call<{ entries: readonly { id: string }[] }>('get_entries', {
    project: `acme/${slug}`,
    keys,
  })
  return entries.map(({ id }) => id)
}

describe('search_memory', () => {
  it('finds a text that was translated in another project, as soon as it is written', async () => {
    await scene.push('app', { save: 'Save the file' })
    expect(await scene.search('site', 'Save the file')).toEqual([])
    await scene.translate('app', { save: 'Datei speichern' })
    expect(await scene.search('site', 'Save the file')).toEqual([
      {
        score: 100,
        source: 'Save the file',
        target: 'Datei speichern',
        project: 'acme/app',
        id: expect.any(String),
        file: 'locales/en.json',
        key: 'save',
        state: 'translated',
        at: expect.any(String),
      },
    ])
    expect(await scene.search('site', { text: 'Save the file', locale: 'fr' })).toEqual([])
  })

  it('finds similar texts with what differs', async () => {
    await scene.push('app', { a: 'Delete 10 files', b: 'Save the file' })
    await scene.translate('app', { a: '10 Dateien l\u00f6schen', b: 'Datei speichern' })
    expect(await scene.search('site', 'Delete 20 files')).toMatchObject([
      { score: 91, target: '10 Dateien l\u00f6schen', differs: ['numbers'], diff: 'Delete [-10-]{+20+} files' },
    ])
    expect(await scene.search('site', { text: 'Delete 20 files', min_score: 95 })).toEqual([])
    expect(await scene.search('site', { text: 'Save a file', min_score: 60 })).toMatchObject([{ key: 'b' }])
  })

  it('ignores white space and the composition of characters', async () => {
    await scene.push('app', { a: 'Cafe\u0301  is\nopen ' })
    await scene.translate('app', { a: 'Das Caf\u00e9 ist offen' })
    expect(await scene.search('site', 'Caf\u00e9 is open')).toMatchObject([{ score: 100 }])
  })

  it('gives 101 for the same key, and for the same neighbors', async () => {
    await scene.push('app', { first: 'One', open: 'Open', last: 'Two' })
    await scene.translate('app', { open: '\u00d6ffnen' })
    await scene.push('site', { open: 'Open', a: 'One', other: 'Open', b: 'Two', alone: 'Open' })
    const scores = async (key: string): Promise<readonly number[]> =>
      (await scene.search('site', { ids: await idsOf('site', key) })).map(({ score }) => score)
    expect(await scores('open')).toEqual([101])
    expect(await scores('other')).toEqual([101])
    expect(await scores('alone')).toEqual([100])
  })

  it('lists better scores first, then the own project, then approved translations, and counts uses', async () => {
    await scene.push('app', { a: 'Open', b: 'Open', c: 'Opens' })
    await scene.push('site', { x: 'Open' })
    await scene.translate('app', { a: 'Offen', b: 'Offen', c: '\u00d6ffnet' })
    await scene.translate('site', { x: '\u00d6ffnen' })
    const found = await scene.search('site', 'Open')
    expect(found.map(({ target, score, uses }) => [target, score, uses])).toEqual([
      ['\u00d6ffnen', 100, undefined],
      ['Offen', 100, 2],
      ['\u00d6ffnet', 80, undefined],
    ])
    expect(await scene.search('site', { text: 'Open', limit: 1 })).toHaveLength(1)
  })

  it('never finds a translation in review, with an error, or of the string itself', async () => {
    await scene.push('app', { a: 'Hello {name}', b: 'Open' })
    await scene.translate('app', { b: '\u00d6ffnen' })
    const [own = ''] = await idsOf('app', 'b')
    expect(await scene.search('app', { ids: [own] })).toEqual([])
    const request = {
      project: 'acme/app',
      locale: 'de',
      items: [{ id: own, action: 'request_changes', comment: 'No', rev: 1 }],
    }
    await scene.byHand.call('review_translations', request)
    expect(await scene.search('site', 'Open')).toEqual([])
  })

  it('keeps what left the source, and pairs an old source with its own translation', async () => {
    await scene.push('app', { a: 'Open the door', b: 'Close' })
    await scene.translate('app', { a: 'T\u00fcr \u00f6ffnen', b: 'Schlie\u00dfen' })
    await scene.push('app', { a: 'Paint the wall' }, { confirm_removed: 1 })
    expect(await scene.search('site', 'Close')).toMatchObject([{ score: 100, target: 'Schlie\u00dfen' }])
    expect(await scene.search('site', 'Open the door')).toMatchObject([{ score: 100, target: 'T\u00fcr \u00f6ffnen' }])
    expect(await scene.search('site', 'Paint the wall')).toEqual([])
  })

  it('forgets a translation that a revert takes back', async () => {
    await scene.push('app', { a: 'Open' })
    const { batch } = (await scene.translate('app', { a: '\u00d6ffnen' })) as { batch: string }
    expect(await scene.search('site', 'Open')).toHaveLength(1)
    await scene.byHand.call('revert_changes', { project: 'acme/app', batch })
    expect(await scene.search('site', 'Open')).toEqual([])
  })

  it('says which IDs it does not know, and wants text or ids', async () => {
    const { found } = await scene.ada.call<{ found: readonly object[] }>('search_memory', {
      project: 'acme/app',
      locale: 'de',
      ids: ['nope'],
    })
    expect(found).toEqual([{ id: 'nope', matches: [], why: expect.any(String) }])
    const query = { project: 'acme/app', locale: 'de' }
    expect((await refused(scene.ada.call('search_memory', query))).message).toBe('text is missing.')
    const both = { ...query, text: 'a', ids: ['b'] }
    expect((await refused(scene.ada.call('search_memory', both))).message).toBe('text and ids are both given.')
  })
})
