import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountLimits } from '../../../src/config.ts'
import { digest } from '../../auth/policy/digest.ts'
import { eachLoop } from '../loop.ts'
import { refused } from '../world.ts'
import { usageOf } from './recount.ts'

/** The counted overhead of a record. */
const RECORD = 500

const loop = eachLoop(['de', 'fr'])
beforeEach(() => loop.push({ a: 'One', b: 'Two' }))

const usage = () => usageOf('ada', loop.world.services.store.read)
const grown = async (resource: 'bytes' | 'history', act: () => Promise<unknown>): Promise<number> => {
  const before = (await usage()).used[resource]
  await act()
  return (await usage()).used[resource] - before
}
const limit = (limits: Partial<AccountLimits>) => loop.world.setAccount('ada', { limits })
/** Sets the limit so that this much more fits. */
const leaveRoom = async (resource: 'bytes' | 'history', room: number) =>
  limit({ [resource]: (await usage()).used[resource] + room })

/** A call that must be rejected without a change. */
async function refusedWhole(act: () => Promise<unknown>) {
  const before = await digest(loop.world.services.store)
  const error = await refused(act())
  expect(error.code).toBe('quota_exceeded')
  expect(await digest(loop.world.services.store)).toEqual(before)
  return error
}

describe('the bytes of the translations of an account', () => {
  it('include those outside of target locales', async () => {
    expect(await grown('bytes', () => loop.translate({ a: 'Eins' }))).toBe(RECORD + 4)
    expect(await grown('bytes', () => loop.translate({ a: 'Die Eins' }))).toBe(4)
    expect(await grown('bytes', () => loop.translate({ a: 'Un' }, { locale: 'fr' }))).toBe(RECORD + 2)
    expect(await grown('bytes', () => loop.call('update_project', { remove_locales: ['fr'], confirm: true }))).toBe(0)
  })

  it('add up plural forms', async () => {
    await loop.push(
      'msgid ""\nmsgstr "Language: en\\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n',
      {},
      'locales/en.po',
    )
    const item = (await loop.work({ file: 'locales/en.po' })).items[0]
    const send = () =>
      loop.submit([{ id: item?.id ?? '', src: item?.src ?? '', forms: { one: '%d Datei', other: '%d Dateien' } }])
    expect(await grown('bytes', send)).toBe(RECORD + 8 + 10)
  })

  it('include current glossary terms and voices', async () => {
    const term = (translation: string) => () =>
      loop.ada.call('save_glossary', {
        target: 'ada',
        upsert: [{ term: 'one', translations: { de: { translation } } }],
      })
    expect(await grown('bytes', term('eins'))).toBe(RECORD + 3 + RECORD + 4)
    expect(await grown('bytes', term('e'))).toBe(-3)
    await leaveRoom('bytes', 2)
    await refusedWhole(term('eins'))
    await limit({})
    const voice = (guidelines: string, version: number) => () =>
      loop.ada.call('save_voice', { target: loop.project, voice: { guidelines }, base_version: version })
    expect(await grown('bytes', voice('Short.', 0))).toBe(RECORD + JSON.stringify({ guidelines: 'Short.' }).length)
    expect(await grown('bytes', voice('S.', 1))).toBe(-4)
    await leaveRoom('bytes', 3)
    await refusedWhole(voice('Short.', 2))
  })

  it('include translation memory', async () => {
    const tmx = `<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>House</seg></tuv><tuv xml:lang="de"><seg>Haus</seg></tuv></tu></body></tmx>`
    const remember = () => loop.call('import_memory', { files: [{ path: 'a.tmx', content: tmx }] })
    expect(await grown('bytes', remember)).toBeGreaterThan(RECORD)
    expect(await grown('bytes', remember)).toBe(0)
  })

  it('include file names, which stay when a file is removed', async () => {
    const push = () =>
      loop.call('push_source', { files: [{ path: 'b/en.json', content: '{}', target: 'b/{locale}.json' }] })
    expect(await grown('bytes', push)).toBe(RECORD + 2 + RECORD + 9)
    expect(await grown('bytes', () => loop.call('push_source', { files: [], removed: ['b/en.json'] }))).toBe(
      -RECORD - 2,
    )
  })

  it('are rejected beyond the limit, whichever call sends them', async () => {
    await leaveRoom('bytes', RECORD + 3)
    const { message, fix } = await refusedWhole(() => loop.translate({ a: 'Eins' }))
    expect(message).toMatch(
      /^ada: [\d.,]+ \w+ of [\d.,]+ \w+ of files and translations used\. This call would add 504 bytes\. Nothing was written\.$/,
    )
    expect(fix).toContain('send less. Or ask an operator to raise the limit of ada.')
    await refusedWhole(() => loop.call('annotate_entry', { key: 'a', comment: 'Four' }))
    await refusedWhole(() =>
      loop.call('push_translations', { files: [{ path: 'locales/de.json', content: '{"a":"Eins"}' }] }),
    )
    await loop.translate({ a: 'Ein' })
    await refusedWhole(() => loop.translate({ a: 'Eins' }))
    await loop.translate({ a: 'E' })
  })
})

describe('the history of an account', () => {
  it('grows with each translation, and with nothing else', async () => {
    const text = (value: string) => grown('history', () => loop.translate({ a: value }))
    // The revision, and the batch.
    expect(await text('Eins')).toBe(RECORD + 4 + RECORD)
    expect(await text('Zwei!')).toBe(RECORD + 5 + RECORD)
    expect(await text('Zwei!')).toBe(0)
    expect(await grown('history', () => loop.call('pull_translations'))).toBe(0)
  })

  it('includes former sources of entries', async () => {
    const push = (text: string) => loop.push({ a: text, b: 'Two' })
    const each = []
    for (const text of ['Two', 'Three', 'Four', 'Five', 'Six']) each.push(await grown('history', () => push(text)))
    expect(each).toEqual([RECORD, RECORD, RECORD, RECORD, RECORD + RECORD + 3])
  })

  it('includes versions of voices and glossaries, of the account and its projects', async () => {
    const voice = (target: string, version: number) =>
      loop.ada.call('save_voice', { target, voice: { tone: 'formal' }, base_version: version })
    const size = RECORD + JSON.stringify({ tone: 'formal' }).length
    expect(await grown('history', () => voice('ada', 0))).toBe(size)
    expect(await grown('history', () => voice('ada/app', 0))).toBe(size)
    const term = (target: string, name: string) =>
      loop.ada.call('save_glossary', { target, upsert: [{ term: name, translations: { de: { translation: 'x' } } }] })
    const first = await grown('history', () => term('ada', 'one'))
    expect(first).toBeGreaterThan(RECORD)
    expect(await grown('history', () => term('ada/app', 'two'))).toBe(first)
    await loop.ada.call('update_glossary_policy', { target: 'ada/app', agents_save: true })
    expect(await grown('history', () => term('ada/app', 'six'))).toBe(first)
    await leaveRoom('history', first - 1)
    await refusedWhole(() => term('ada', 'ten'))
    await leaveRoom('history', RECORD)
    await refusedWhole(() => loop.ada.call('restore_voice', { target: 'ada', version: 0 }))
  })

  it('beyond its limit rejects translations and reverts; reading and deleting work', async () => {
    const { batch } = await loop.translate({ a: 'Eins' })
    await leaveRoom('history', 2 * RECORD - 1)
    const { message, fix } = await refusedWhole(() => loop.translate({ b: 'Zwei' }))
    expect(message).toContain('of history used. This call would add 1,004 bytes.')
    expect(fix).toContain('Delete projects you no longer need: their history is deleted with them.')
    await refusedWhole(() => loop.call('revert_changes', { batch }))
    await loop.call('get_status')
    await loop.call('delete_project', { confirm: loop.project })
    expect((await usage()).used.history).toBe(0)
  })
})
