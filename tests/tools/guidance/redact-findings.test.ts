import { beforeEach, describe, expect, it } from 'vitest'
import { ALL_SCOPES } from '../../../src/auth/policy/scopes.ts'
import { type Answer, eachLoop, type Loop } from '../loop.ts'
import { refused } from '../world.ts'

const BLIND = ALL_SCOPES.filter(scope => scope !== 'glossary:read')
const WORDS = /Widget|Dingsbums|Badword|Secretword|Klotz/
const UNTOLD = 'The translation breaks a glossary term. The scope glossary:read is needed to see which.'
const FIX = 'Send it with a token that has this scope: the answer then says what to write.'

const loop = eachLoop()
let blind: Loop['ada']

beforeEach(async () => {
  await loop.push({ a: 'The part', b: 'Secretword', c: 'A' })
  await loop.ada.call('save_glossary', {
    target: loop.project,
    upsert: [
      { term: 'part', translations: { de: { translation: 'Dingsbums', forbidden: ['Klotz'] } } },
      { term: 'Secretword', kind: 'do_not_translate' },
    ],
  })
  blind = await loop.world.user('ada', BLIND)
})

const items = async () => {
  const { items: rows } = await loop.work()
  const src = (name: string) => rows.find(({ key }) => key === name)?.src
  return [
    { key: 'a', src: src('a'), text: 'Der Klotz' },
    { key: 'b', src: src('b'), text: 'Anders' },
  ]
}
const submit = async (by: Loop['ada'], more: object = {}) =>
  by.call<Answer>('submit_translations', { project: loop.project, locale: 'de', items: await items(), ...more })
const warnOnly = () =>
  loop.ada.call('update_glossary_policy', {
    target: loop.project,
    forbidden_term: 'warning',
    do_not_translate: 'warning',
  })

describe('a glossary finding', () => {
  it('is shown to a writer who may read the glossary', async () => {
    const { refused: faults } = await submit(loop.ada)
    expect(faults).toMatchObject([
      { why: 'Klotz is forbidden for part.', fix: 'Write Dingsbums instead of Klotz.' },
      { why: 'Secretword occurs once in the source but not at all here.' },
    ])
  })

  it('is redacted in an error for other writers', async () => {
    for (const more of [{ dry_run: true }, {}]) {
      const { refused: faults } = await submit(blind, more)
      expect(faults).toMatchObject([
        { key: 'a', code: 'invalid', why: UNTOLD, fix: FIX, findings: [{ id: 'forbidden_term' }] },
        { key: 'b', code: 'invalid', why: UNTOLD, fix: FIX, findings: [{ id: 'do_not_translate' }] },
      ])
      expect(faults?.map(({ findings }) => findings)).toEqual([
        [{ id: 'forbidden_term' }],
        [{ id: 'do_not_translate' }],
      ])
      expect(JSON.stringify(faults)).not.toMatch(WORDS)
    }
  })

  it('is redacted beside other errors, which are shown', async () => {
    const [first] = await items()
    const { refused: faults } = await submit(blind, { items: [{ ...first, text: 'Der Klotz\u0007' }] })
    expect(faults).toMatchObject([
      {
        why: 'The text has 2 errors.',
        findings: [
          { id: 'forbidden_term', message: UNTOLD, fix: FIX },
          { id: 'control_characters', at: 9, message: expect.any(String) as string },
        ],
      },
    ])
    expect(JSON.stringify(faults)).not.toMatch(WORDS)
  })

  it('is redacted in a warning, and stored completely for authorized readers', async () => {
    await warnOnly()
    const { accepted, warnings } = await submit(blind)
    expect(accepted).toBe(2)
    expect(warnings).toEqual({ count: 2, first: [`e1 de: ${UNTOLD}`, `e2 de: ${UNTOLD}`] })
    const { texts } = await loop.unit('a')
    expect(texts).toMatchObject([{ findings: [{ message: 'Klotz is forbidden for part.' }] }])
  })

  it('is redacted in a review, an annotation and an import', async () => {
    await warnOnly()
    await submit(loop.ada)
    await loop.ada.call('update_glossary_policy', {
      target: loop.project,
      forbidden_term: 'error',
      do_not_translate: 'error',
    })
    await loop.call('update_project_policy', { approve: 'anyone' })
    await loop.push({ a: 'This part', b: 'Secretword!', c: 'A' })
    const { project } = loop
    const review = { project, locale: 'de', items: [{ key: 'a', action: 'approve', stale: true }] }
    expect(await blind.call('review_translations', review)).toMatchObject({
      refused: [{ code: 'invalid', why: UNTOLD }],
    })
    const still = { project, key: 'b', locale: 'de', dismiss_stale: true }
    const fault = await refused(blind.call('annotate_entry', still))
    expect(fault.message).toContain(UNTOLD)
    const file = { path: 'locales/de.json', content: JSON.stringify({ a: 'Ein Klotz', b: 'Wieder', c: 'Klotz' }) }
    const told = await blind.call('push_translations', { project, files: [file], dry_run: true })
    expect(told).toMatchObject({ findings: [{ first: [{ message: UNTOLD }] }, { first: [{ message: UNTOLD }] }] })
    expect(JSON.stringify([fault.message, told])).not.toMatch(WORDS)
    expect((await refused(loop.ada.call('annotate_entry', still))).message).toContain('Secretword')
  })

  it('is redacted for suggestions and existing translations', async () => {
    const { project } = loop
    await warnOnly()
    await submit(loop.ada)
    await loop.ada.call('update_glossary_policy', { target: project, forbidden_term: 'error' })
    await loop.alter('a', ({ texts }) => {
      const level = 'error' as const
      const marked = texts.map(text => ({ ...text, findings: text.findings.map(one => ({ ...one, level })) }))
      const suggestions = texts.map(({ src, origin, at }) => {
        return { id: 's1', value: 'Noch ein Klotz', src, origin, at, batch_id: 'b1' }
      })
      return { texts: marked, suggestions }
    })
    await loop.ada.call('update_project_policy', { project, approve: 'anyone' })
    for (const action of ['approve', 'accept']) {
      const told = await blind.call('review_translations', { project, locale: 'de', items: [{ key: 'a', action }] })
      expect(told, action).toMatchObject({ refused: [{ code: 'invalid', why: UNTOLD }] })
    }
  })

  it('is redacted in glossary changes for callers without read access', async () => {
    await loop.translate({ c: 'Ein Badword' })
    const change = { target: loop.project, upsert: [{ term: 'Badword', kind: 'forbidden' }], dry_run: true }
    const breaks = async (by: Loop['ada']) => (await by.call<{ breaks: object }>('save_glossary', change)).breaks
    expect(await breaks(loop.ada)).toMatchObject({ count: 1, first: [{ why: 'Badword is forbidden.' }] })
    expect(await breaks(blind)).toMatchObject({ count: 1, first: [{ key: 'c', why: UNTOLD }] })
  })
})

it('a finding about an untranslatable entry is shown to everyone', async () => {
  const { services } = loop.world
  const { entry_id } = await loop.unit('c')
  await services.store.transaction(async tx => {
    const entry = await tx.entries.get(entry_id)
    if (entry !== undefined) await tx.entries.put({ ...entry, do_not_translate: true })
  })
  const { src } = (await services.store.read.entries.get(entry_id)) ?? {}
  const item = { key: 'c', src: src?.slice(0, 8), text: 'Anders' }
  expect((await submit(blind, { items: [item] })).refused).toMatchObject([{ fix: 'Copy the source.' }])
})
