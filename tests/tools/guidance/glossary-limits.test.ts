import { afterEach, describe, expect, it, vi } from 'vitest'
import { TermBook } from '../../../src/l10n/glossary/term-book.ts'
import { LogTable } from '../../../src/store/embedded/memory/log-table.ts'
import type { getGlossary } from '../../../src/tools/glossary/get-glossary.ts'
import type { AnswerOf } from '../answer.ts'
import { eachLoop, found } from '../loop.ts'
import { readPages } from '../read-pages.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de', 'fr'])
const get = (target: string, more = {}) =>
  loop.ada.call<AnswerOf<typeof getGlossary>>('get_glossary', { target, ...more })
const save = (target: string, more: object) => loop.ada.call('save_glossary', { target, ...more })
const words = (count: number, of: string) =>
  Array.from({ length: count }, (_, at) => `${of}${at} `.padEnd(199, 'x') + 'y')
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** A term that exceeds the current limit, as if it was saved before. */
async function keepLarge(term: string): Promise<void> {
  const { store, newId } = loop.world.services
  const account = found(await store.read.accounts.by('handle', 'ada'))
  const translations = Object.fromEntries(
    ['de', 'fr', 'es', 'it', 'pl', 'pt', 'nl', 'sv'].map(locale => [locale, { variants: words(50, locale) }]),
  )
  await store.transaction(async tx => {
    const record = {
      id: newId(),
      owner_id: account.id,
      term,
      kind: 'normal',
      case_sensitive: false,
      translations,
    } as const
    await tx.glossary_terms.insert({ ...record, version: 1 })
  })
}

afterEach(() => void vi.restoreAllMocks())

describe('the size of a glossary term', () => {
  const half = (locales: readonly string[]) => ({
    term: 'word',
    translations: Object.fromEntries(locales.map(locale => [locale, { variants: words(50, locale) }])),
  })

  it('is at most 64 kB over all calls', async () => {
    await save('ada', { upsert: [half(['de', 'fr', 'es', 'it'])] })
    const { code, message, fix } = await refused(save('ada', { upsert: [half(['pl', 'pt', 'nl', 'sv'])] }))
    expect({ code, message }).toEqual({
      code: 'invalid_input',
      message:
        'word would have 80004 bytes in all locales; the limit is 65536. Remove variants, forbidden words or locales, or clear some with [] and "".',
    })
    expect(fix).toContain('Nothing was written')
    expect(await get('ada')).toMatchObject({ version: 1 })
  })

  it('may be more in an old term, which can be read and shortened, and not extended', async () => {
    await keepLarge('old')
    expect(bytesOf((await get('ada', { max_bytes: 2000 })).terms)).toBeGreaterThan(80_000)
    const larger = { upsert: [{ term: 'old', definition: 'more' }] }
    expect((await refused(save('ada', larger))).message).toContain('old would have 80007 bytes')
    const smaller = { upsert: [{ term: 'old', translations: { sv: { variants: words(49, 'sv') } } }] }
    expect(await save('ada', smaller)).toMatchObject({ changed: 1 })
    expect(await save('ada', { remove: ['old'] })).toMatchObject({ removed: 1 })
  })
})

describe('an answer of get_glossary', () => {
  it('fits max_bytes with versions and notes, and continues with the next term', async () => {
    for (let at = 0; at < 22; at += 1) {
      const upsert = Array.from({ length: 3 }, (_, one) => ({
        term: `${'é'.repeat(150)} ${at} ${one}`,
        translations: { de: { variants: words(3, 'de') } },
      }))
      await save('ada/app', { upsert, note: 'ü'.repeat(900) })
    }
    const names: unknown[] = []
    for (const page of await readPages(at => get('ada/app', { max_bytes: 6000, limit: 200, ...at }))) {
      expect(bytesOf(page)).toBeLessThanOrEqual(6000)
      expect(page.terms.length).toBeGreaterThan(0)
      names.push(...page.terms.map(({ term }) => term))
    }
    expect(new Set(names).size).toBe(66)
    expect(names).toHaveLength(66)
    expect((await get('ada/app', { max_bytes: 60_000 })).versions).toHaveLength(8)
  })

  it('reads the notes of the versions once for each version', async () => {
    await save('ada', { upsert: [{ term: 'one' }] })
    const pages = vi.spyOn(LogTable.prototype, 'page')
    await Promise.all([get('ada'), get('ada')])
    await get('ada')
    expect(pages).toHaveBeenCalledTimes(1)
    await save('ada', { upsert: [{ term: 'two' }] })
    expect((await get('ada')).versions?.map(({ version }) => version)).toEqual([2, 1])
  })

  it('names 20 unknown terms, and counts the others', async () => {
    const remove = Array.from({ length: 23 }, (_, at) => `none ${at}`)
    expect(await save('ada', { remove })).toMatchObject({ not_there: remove.slice(0, 20), more_not_there: 3 })
  })
})

const work = () => loop.ada.call('get_work', { project: 'ada/app', locale: 'de' })

it('the terms of a project are indexed once for all calls, until a glossary changes', async () => {
  await save('ada', { upsert: [{ term: 'account', definition: 'x' }] })
  await save('ada/app', { upsert: [{ term: 'Widget', definition: 'y' }] })
  await loop.push({ a: 'Open your account', b: 'Widget' })
  const indexed = vi.spyOn(TermBook.prototype, 'buildIndex')
  const projectBooks = () => (indexed.mock.contexts as TermBook[]).filter(({ id }) => id !== undefined).length
  const packets = await Promise.all([work(), work(), work()])
  for (const packet of packets) expect(packet).toMatchObject({ terms: [{ term: 'account' }, { term: 'Widget' }] })
  await loop.ada.call('check_text', { project: 'ada/app', locale: 'de', source: 'Widget', text: 'x' })
  await loop.ada.call('get_project_context', { project: 'ada/app' })
  await loop.translate({ a: 'Konto öffnen' })
  expect(projectBooks()).toBe(1)
  await loop.ada.call('update_glossary_policy', { target: 'ada', forbidden_term: 'warning' })
  await save('ada/app', { remove: ['Widget'] })
  expect(await work()).not.toHaveProperty('terms')
  await work()
  expect(projectBooks()).toBe(2)
})

it('restoring a glossary reads the log before its transaction, and inside only after a concurrent save', async () => {
  await save('ada', { upsert: [{ term: 'one' }] })
  await save('ada', { upsert: [{ term: 'two' }] })
  const pages = vi.spyOn(LogTable.prototype, 'page')
  expect(await loop.ada.call('restore_glossary', { target: 'ada', version: 1 })).toMatchObject({ removed: 1 })
  const read = pages.mock.calls.map(([, , , { own }]) => own !== undefined)
  expect(read).toEqual([false])
})
