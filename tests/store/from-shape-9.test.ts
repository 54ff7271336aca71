import { describe, expect, it } from 'vitest'
import { compoundKey } from '../../src/store/records/define.ts'
import { expectedPulls, pullAgain, untilRechecked, useEarlierStore } from './earlier-store.ts'

const PATH = 'locales/en.json'
/** The source file of the main branch in the store; see tests/fixtures/stores/history.mjs. */
const SOURCE = {
  save: 'Save all',
  cancel: 'Cancel now',
  delete: 'Delete',
  remove: 'Remove all',
  renewed: 'Send it',
  open: 'Open for business',
}

describe('a data folder of the ninth shape', () => {
  const { store: before, dragoman } = useEarlierStore(9)

  const send = async (method: 'POST' | 'PUT', path: string, body: object): Promise<void> => {
    const response = await fetch(`${dragoman.url}/api/projects/mara/history/${path}`, {
      method,
      headers: { authorization: `Bearer ${before.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status, await response.text()).toBe(200)
  }
  const push = (source: object, more: object = {}): Promise<void> =>
    send('PUT', 'files', { files: [{ path: PATH, content: `${JSON.stringify(source, null, 2)}\n` }], ...more })
  const pullMain = async (locale: string): Promise<object> => {
    const pulled = await pullAgain(dragoman.url, before)
    return JSON.parse(pulled[`path=locales%2Fen.json&locale=${locale}&branch=main&include=all`] ?? '') as object
  }
  /** The string of a key, as the main branch lists it, with its German translation. */
  const find = async (key: string) => {
    const { read } = dragoman.services.store
    const account = await read.accounts.by('handle', 'mara')
    const project = await read.projects.by('name', compoundKey(account?.id ?? '', 'history'))
    const held = (await read.branch_files.list('branch', compoundKey(project?.id ?? '', 'main')))[0]
    const item = held?.items.find(one => one.key === key)
    const entry = await read.entries.get(item?.entry_id ?? '')
    return { item, entry, german: await read.translations.by('unit', compoundKey(entry?.id ?? '', 'de')) }
  }

  it('marks its strings and texts, which keep their sources', async () => {
    const { item, entry, german } = await find('save')
    expect(item).toMatchObject({ unlined: true })
    expect(entry).toMatchObject({ unlined: true, src: item?.src })
    expect(german?.texts).toMatchObject([{ value: 'Speichern', unlined: true }])
    expect(german?.texts[0]?.src).not.toBe(item?.src)
  })

  it('delivers the same after all translations were checked again', async () => {
    await untilRechecked(dragoman)
    expect(await pullAgain(dragoman.url, before)).toEqual(expectedPulls(before))
    expect((await find('save')).german?.texts).toMatchObject([{ unlined: true }])
  })

  it('delivers the same after a push of other strings', async () => {
    await push({ ...SOURCE, later: 'Later' })
    expect(await pullAgain(dragoman.url, before)).toEqual(expectedPulls(before))
  })

  it('takes the source of before into the line of a string that changes', async () => {
    const was = await find('save')
    await push({ ...SOURCE, save: 'Save everything' })
    const { item, entry } = await find('save')
    expect(item).toMatchObject({ earlier: [was.item?.src], unlined: true })
    expect(entry).toMatchObject({ earlier: [was.item?.src], unlined: true })
    expect(await pullMain('de')).toMatchObject({ save: 'Speichern' })
  })

  it('has no mark on a key that comes back as another string, nor delivers the text of the former one', async () => {
    expect(await pullMain('de')).toMatchObject({ open: 'Datei öffnen' })
    const { open: _open, ...rest } = SOURCE
    await push(rest, { confirm_removed: 1 })
    await push({ ...rest, open: 'Opening hours' })
    const { item, entry } = await find('open')
    expect(item).not.toHaveProperty('unlined')
    expect(entry).not.toHaveProperty('unlined')
    expect(await pullMain('de')).not.toHaveProperty('open')
    expect(await pullMain('pl')).not.toHaveProperty('open')
  })

  it('keeps the line of a key that comes back with its source', async () => {
    const { save: _save, ...rest } = SOURCE
    await push(rest, { confirm_removed: 1 })
    await push(SOURCE)
    expect((await find('save')).item).toMatchObject({ unlined: true })
    expect(await pullMain('de')).toMatchObject({ save: 'Speichern' })
  })

  it('has no mark on a text that is written anew, confirmed or approved', async () => {
    const { item } = await find('cancel')
    const rev = (await find('cancel')).german?.rev
    await send('POST', 'translations', {
      locale: 'de',
      items: [{ key: 'cancel', src: item?.src, rev, text: 'Jetzt abbrechen' }],
    })
    await send('POST', 'entries/annotate', { key: 'save', locale: 'de', dismiss_stale: true })
    const renewed = (await find('renewed')).german?.rev
    await send('POST', 'reviews', { locale: 'de', items: [{ key: 'renewed', rev: renewed, action: 'approve' }] })
    for (const [key, value] of [
      ['cancel', 'Jetzt abbrechen'],
      ['save', 'Speichern'],
      ['renewed', 'Abschicken'],
    ] as const) {
      const { entry, german } = await find(key)
      const [newest, ...others] = german?.texts ?? []
      expect(newest).toMatchObject({ value, src: entry?.src })
      expect(newest, key).not.toHaveProperty('unlined')
      expect(others.every(({ unlined }) => unlined === true)).toBe(true)
    }
  })
})
