import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'

const AT = 'de-AT'
const loop = eachLoop([AT, 'de', 'nl'])

beforeEach(() => setFallbacks({ [AT]: 'de', de: 'nl' }))

const setFallbacks = (fallbacks: object) => loop.call('update_project', { fallbacks })
const translate = (locale: string, texts: Readonly<Record<string, string>>) => loop.translate(texts, { locale })

interface Row {
  readonly key: string
  readonly fallback?: unknown
  readonly like?: unknown
}
const rows = async (more: object = {}): Promise<Readonly<Record<string, Row>>> => {
  const { items } = await loop.work<{ items: readonly Row[] }>({
    ...('locales' in more ? {} : { locale: AT }),
    ...more,
  })
  return Object.fromEntries(items.map(row => [row.key, row]))
}

describe('the rows of a packet', () => {
  beforeEach(async () => {
    await loop.push({ a: 'Save the page', b: 'Open the page', c: 'Stop' })
    await translate('de', { a: 'Die Seite speichern' })
    await translate('nl', { a: 'De pagina opslaan', b: 'De pagina openen' })
  })

  it('have the translation of the first fallback that has one', async () => {
    const { a, b, c } = await rows()
    expect(a?.fallback).toEqual({ locale: 'de', text: 'Die Seite speichern' })
    expect(b?.fallback).toEqual({ locale: 'nl', text: 'De pagina openen' })
    expect(c).not.toHaveProperty('fallback')
    expect((await rows({ locales: [AT, 'nl'], keys: ['a'] }))['a']?.fallback).toEqual({
      [AT]: { locale: 'de', text: 'Die Seite speichern' },
    })
  })

  it('have no translation of another source, and none in review', async () => {
    await loop.push({ a: 'Save this page', b: 'Open the page', c: 'Stop' })
    await loop.alter('b', ({ texts }) => ({ texts: texts.map(text => ({ ...text, state: 'needs_review' })) }), 'nl')
    const { a, b } = await rows()
    expect(a).not.toHaveProperty('fallback')
    expect(b).not.toHaveProperty('fallback')
  })

  it('offer translations of other strings into a fallback with its locale, and never with a score of 100', async () => {
    await loop.push({ a: 'Save the page', b: 'Open the page', c: 'Stop', d: 'Save the page', e: 'Save the pages' })
    const { a, d, e } = await rows({ keys: ['a', 'd', 'e'] })
    expect(a).not.toHaveProperty('like')
    expect(d?.like).toEqual([{ score: 99, text: 'Die Seite speichern', locale: 'de' }])
    expect(e?.like).toEqual([{ score: 92, source: 'Save the page', text: 'Die Seite speichern', locale: 'de' }])
  })
})
