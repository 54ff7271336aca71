import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'
import { readPages } from '../read-pages.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de', 'ja'])

interface Entries {
  readonly entries: readonly { readonly key: string }[]
  readonly looked_at?: number
  readonly next_cursor?: string
}
const entries = (more: object): Promise<Entries> => loop.call('get_entries', more)

describe('a filter of several states, or of what is left', () => {
  beforeEach(async () => {
    await loop.push({ a: 'Apple', b: 'Bee', c: 'Cat', d: 'Dog' })
    await loop.translate({ a: 'Apfel', c: 'Katze' })
  })

  it.each([
    [{ locale: 'de', state: 'untranslated,translated' }, ['a', 'b', 'c', 'd']],
    [{ locale: 'de', state: 'approved,translated' }, ['a', 'c']],
    [{ locale: 'de', work: true }, ['b', 'd']],
    [{ locale: 'de', work: true, file: 'locales/en.json' }, ['b', 'd']],
    [{ locale: 'de', work: false }, ['a', 'c']],
  ])('%j finds each match once, in order, page by page', async (filter, wanted) => {
    const pages = await readPages(at => entries({ ...filter, limit: 1, ...at }))
    expect(pages.flatMap(page => page.entries.map(({ key }) => key))).toEqual(wanted)
  })

  it('searches only what matches, in all locales', async () => {
    const { entries: rows, looked_at } = await entries({ work: true })
    expect(rows).toHaveLength(6)
    expect(looked_at).toBe(6)
  })

  it('refuses an unknown state', async () => {
    expect((await refused(entries({ state: 'translated,done' }))).message).toContain('needs_review')
  })
})
