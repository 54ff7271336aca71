import { beforeEach, describe, expect, it } from 'vitest'
import { CHECK_IDS, FINAL_CHECKS } from '../../../src/l10n/checks/registry.ts'
import { eachLoop, type Item } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop()

beforeEach(() => loop.push({ a: 'Press <b>Start</b>', b: 'Hello {name}', c: 'Cat', d: 'Costs 3 euros' }))

const WHY = 'German uses no bold type on this button.'
const OVERRIDE = { check: 'markup', why: WHY }
const send = (item: Item & Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {}) =>
  loop.submit([item], more)
const overridden = (more: object = {}) => send({ key: 'a', text: 'Drücke Start', override: OVERRIDE, ...more })

interface Row {
  readonly texts: {
    readonly de: { readonly state: string; readonly findings?: readonly { readonly override?: unknown }[] }
  }
}
const readRow = async (key = 'a') => (await loop.entries<Row>({ keys: [key] }))[0]?.texts.de

describe('a submission that overrides an error', () => {
  it('is named by the refusal', async () => {
    const way = expect.stringContaining('If a check is wrong about a text, send it with override {check, why}.')
    expect(await send({ key: 'a', text: 'Drücke Start' })).toMatchObject({ refused: [{ code: 'invalid' }], next: way })
    expect(await send({ key: 'b', text: 'Hallo' })).toMatchObject({ refused: [{ code: 'invalid' }], next: way })
    const ada = await loop.world.human('ada')
    expect(JSON.stringify(await loop.translate({ b: 'Hallo' }, {}, ada))).not.toContain('override')
  })

  it.each([
    ['as an object', OVERRIDE],
    ['as a list', [OVERRIDE, { check: 'urls', why: 'Not needed here.' }]],
  ])('given %s is stored for review with its reason, and not delivered', async (_name, override) => {
    await send({ key: 'a', text: 'Drücke <b>Start</b>' })
    const { rev } = await loop.unit('a')
    const answer = await send({ key: 'a', text: 'Drücke Start', rev, override })
    expect(answer).toMatchObject({ accepted: 1, overridden: 1 })
    expect(answer).not.toHaveProperty('refused')
    expect(answer.next).toMatch(/wait for a user at http/)
    expect((await loop.unit('a')).texts[0]).toMatchObject({
      value: 'Drücke Start',
      state: 'needs_review',
      unresolved: true,
      findings: expect.arrayContaining([expect.objectContaining({ id: 'markup', level: 'error' })]),
      ignores: [{ finding: 'markup', reason: WHY, by_agent: true }],
    })
    expect((await loop.pull()).content).toContain('Drücke <b>Start</b>')
    expect((await loop.pull({ include: 'all' })).content).not.toContain('Drücke Start')
  })

  it('leaves the string out of the work, and can be sent again without effect', async () => {
    await overridden()
    expect((await loop.work()).items.map(({ key }) => key)).toEqual(['b', 'c', 'd'])
    expect(await overridden()).toMatchObject({ accepted: 0, unchanged: 1 })
    expect((await send({ key: 'a', text: 'Drücke Start' })).refused).toMatchObject([{ code: 'invalid' }])
  })

  it('shows the reason in get_entries and get_review', async () => {
    await overridden()
    const text = await readRow()
    expect(text?.state).toBe('needs_review')
    expect(text?.findings?.[0]).toMatchObject({ id: 'markup', override: { reason: WHY, by: 'ada' } })
    const ada = await loop.world.human('ada')
    const { review } = await ada.call<{ review: { id: string } }>('create_review', {
      project: loop.project,
      waiting: true,
    })
    const shown = await ada.call<object>('get_review', { project: loop.project, review: review.id, part: 'must_see' })
    expect(JSON.stringify(shown)).toContain(`Its writer says: \\"${WHY}\\".`)
  })

  it('is approved by a user who ignores the error, and never by an agent', async () => {
    await overridden()
    const ada = await loop.world.human('ada')
    await ada.call('update_project_policy', { project: loop.project, approve: 'anyone' })
    const place = { project: loop.project, locale: 'de' }
    const { rev } = await loop.unit('a')
    const approval = { key: 'a', action: 'approve', rev }
    const byAgent = await loop.ada.call('review_translations', { ...place, items: [approval] })
    expect(byAgent).toMatchObject({ refused: [{ code: 'needs_person' }] })
    expect(await ada.call('review_translations', { ...place, items: [approval] })).toMatchObject({
      refused: [{ code: 'invalid' }],
    })
    await ada.call('annotate_entry', { ...place, key: 'a', ignore: { finding: 'markup', reason: 'Right.' } })
    await loop.ada.call('review_translations', { ...place, items: [approval] })
    expect((await loop.pull()).content).not.toContain('Drücke Start')
    await ada.call('review_translations', { ...place, items: [approval] })
    expect((await loop.pull()).content).toContain('Drücke Start')
  })

  it('never becomes memory, also of an equal string', async () => {
    await overridden()
    await loop.push({
      a: 'Press <b>Start</b>',
      b: 'Hello {name}',
      c: 'Cat',
      d: 'Costs 3 euros',
      again: 'Press <b>Start</b>',
    })
    const found = await loop.call<object>('search_memory', { locale: 'de', text: 'Press <b>Start</b>' })
    expect(JSON.stringify(found)).not.toContain('Drücke Start')
    const filled = await loop.push(
      { a: 'Press <b>Start</b>', x: 'Press <b>Start</b>' },
      { fill_from_memory: true },
      'x/en.json',
    )
    expect(filled).not.toHaveProperty('filled')
  })

  it('becomes a suggestion with the reason for a protected translation', async () => {
    const ada = await loop.world.human('ada')
    await loop.translate({ a: 'Drück <b>Start</b>' }, {}, ada)
    expect(await overridden()).toMatchObject({ suggested: 1 })
    expect((await loop.unit('a')).suggestions).toMatchObject([{ value: 'Drücke Start', why: `markup: ${WHY}` }])
  })

  it('does not cover the errors of other checks', async () => {
    await loop.push({ a: 'Press <b>Start</b>, {name}' }, { confirm_removed: 3 })
    const { refused: items } = await send({ key: 'a', text: 'Drücke Start', override: OVERRIDE })
    expect(items).toMatchObject([{ code: 'invalid', findings: [{ id: 'placeholders' }] }])
  })

  it('changes nothing for a text without an error', async () => {
    const answer = await send({ key: 'c', text: 'Katze', override: OVERRIDE })
    expect(answer).not.toHaveProperty('overridden')
    expect((await loop.unit('c')).texts[0]).toMatchObject({ state: 'translated' })
    expect((await loop.unit('c')).texts[0]).not.toHaveProperty('ignores')
  })

  it('also holds for an error whose level the project raised', async () => {
    const ada = await loop.world.human('ada')
    await ada.call('update_project_policy', { project: loop.project, levels: { numbers: 'error' } })
    const text = 'Kostet 4 Euro'
    expect((await send({ key: 'd', text })).refused).toMatchObject([{ code: 'invalid' }])
    const override = { check: 'numbers', why: 'The price differs there.' }
    expect(await send({ key: 'd', text, override })).toMatchObject({ accepted: 1, overridden: 1 })
  })
})

describe('an override', () => {
  it.each([
    ['of a check that is always right', { check: 'icu_syntax', why: 'It is right.' }, /can be overridden/],
    ['of a check that does not exist', { check: 'nonsense', why: 'It is right.' }, /can be overridden/],
    ['without a reason', { check: 'markup', why: '    ' }, /why/],
    ['with too long a reason', { check: 'markup', why: 'x'.repeat(501) }, /500/],
    ['with hidden characters', { check: 'markup', why: 'It is \u202eright.' }, /invisible/],
    ['with another field', { check: 'markup', why: 'It is right.', level: 'off' }, /level/],
  ])('%s is refused', async (_name, override, message) => {
    const error = await refused(send({ key: 'a', text: 'Drücke Start', override }))
    expect(error.code).toBe('invalid_input')
    expect(`${error.message} ${error.fix}`).toMatch(message)
    expect((await loop.unit('a')).texts).toEqual([])
  })

  it('is refused for what breaks files and applications', () => {
    expect(FINAL_CHECKS).toEqual([
      'empty',
      'icu_syntax',
      'fluent_syntax',
      'java_syntax',
      'vue_syntax',
      'plural_forms',
      'extra_plural_forms',
      'control_characters',
      'unsafe_html',
    ])
    expect(CHECK_IDS).toEqual(expect.arrayContaining([...FINAL_CHECKS]))
  })

  it('leaves broken syntax refused, whatever else it says', async () => {
    await loop.push({ a: '{n, plural, one {# cat} other {# cats}}' }, { confirm_removed: 3 })
    const item = {
      key: 'a',
      text: '{n, plural, one {# Katze} other {# Katzen}',
      override: { check: 'placeholders', why: 'It is right.' },
    }
    const { refused: items } = await send(item)
    expect(items).toMatchObject([{ code: 'invalid', findings: [{ id: 'icu_syntax' }] }])
    expect(items?.[0]?.['fix']).not.toContain('override')
  })
})
