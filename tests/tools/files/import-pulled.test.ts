import { afterEach, describe, expect, it } from 'vitest'
import { type Loop, openLoop } from '../loop.ts'

let loop: Loop

afterEach(() => loop.close())

/** Imports what a pull gives, byte for byte. */
const importPulled = async (): Promise<Record<string, unknown>> => {
  const { path, content } = await loop.pull()
  return loop.importFile(path, content)
}
const told = (answer: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => !['batch', 'next'].includes(name)))
/** Submits the only translation in the work. */
const translate = async (value: object): Promise<void> => {
  const { items } = await loop.work()
  expect(items).toHaveLength(1)
  const sent = items.map(({ id, src }) => ({ id, src, ...value }))
  expect(await loop.submit(sent)).toMatchObject({ accepted: 1 })
}
const po = (messages: string): string => `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n${messages}`
const pushPo = (messages: string) => loop.push(po(messages), {}, 'po/en.po')
const cats = 'msgid "%d cat"\nmsgid_plural "%d cats"\nmsgstr[0] ""\nmsgstr[1] ""\n'

describe('an import of a pulled file', () => {
  it('changes nothing where PO repeats one text for the forms of a newer source', async () => {
    loop = await openLoop(['de'])
    await pushPo('msgid "file"\nmsgstr ""\n')
    await translate({ text: 'Datei' })
    await pushPo('msgid "file"\nmsgid_plural "files"\nmsgstr[0] ""\nmsgstr[1] ""\n')
    expect((await loop.pull()).content).toContain('msgstr[1] "Datei"')
    expect(told(await importPulled())).toEqual({ unchanged: 1, left: { de: 1 } })
    expect(told(await importPulled())).toEqual({ unchanged: 1, left: { de: 1 } })
    expect((await loop.pull()).stale).toBe(1)
    await translate({ forms: { one: 'Datei', other: 'Dateien' } })
  })

  it('changes nothing where a newer source of i18next has forms, for which the text is left out', async () => {
    loop = await openLoop(['de'])
    const plural = { x_one: '{{count}} x', x_other: '{{count}} xs' }
    await loop.push({ ...plural, cat: 'Cat' })
    await loop.submit([
      { key: 'x', forms: { one: '{{count}} x', other: '{{count}} xe' } },
      { key: 'cat', text: 'Katze' },
    ])
    await loop.push({ ...plural, cat_one: '{{count}} cat', cat_other: '{{count}} cats' })
    const before = await loop.unit('cat')
    expect(told(await importPulled())).toEqual({ unchanged: 1, missing: 1, left: { de: 1 } })
    expect(await loop.unit('cat')).toEqual(before)
    expect(before).toMatchObject({ stale: { reason: 'source_changed' }, texts: [{ value: 'Katze' }] })
  })

  for (const [locale, places] of [
    ['pl', ['one', 'few', 'many']],
    ['ja', ['other']],
  ] as const) {
    it(`changes nothing where a translation has forms that PO cannot store for ${locale}`, async () => {
      loop = await openLoop([locale])
      await pushPo(cats)
      const all = ['zero', 'one', 'two', 'few', 'many', 'other']
      await translate({ forms: Object.fromEntries(all.map(form => [form, `%d ${form}`])) })
      const { path, content } = await loop.pull()
      expect(content.match(/%d \w+(?="$)/gm)?.slice(2)).toEqual(places.map(form => `%d ${form}`))
      expect(told(await importPulled())).toEqual({ unchanged: 1, left: { [locale]: 0 } })
      expect(told(await importPulled())).toEqual({ unchanged: 1, left: { [locale]: 0 } })
      const edited = content.replace(`%d ${places[0]}`, '%d!')
      expect(told(await loop.importFile(path, edited))).toEqual({ imported: 1, left: { [locale]: 0 } })
    })
  }
})
