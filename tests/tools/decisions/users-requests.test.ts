import { beforeEach, describe, expect, it } from 'vitest'
import { listRefusals } from '../../../src/l10n/translation/refusals.ts'
import { findOwnRequest } from '../../../src/l10n/translation/request.ts'
import { have } from '../files/have.ts'
import { eachTeam, type Team, type Told } from '../team.ts'

/** What agents do must not end, or push out, what a user wants changed. */
const team = eachTeam({ a: 'Apple', b: 'Pear' })

beforeEach(() => team.submit(team.ada, 'a', 'Apfel'))

type Answer = Readonly<Record<string, unknown>>

const review = (by: Team['ada'], action: string, more: object = {}): Promise<Told> =>
  team.review(by, [{ key: 'a', locale: 'de', action, ...more }])
const request = (comment: string) => review(team.adaByHand, 'request_changes', { comment })
const requestByUser = () => request('Plural')
const requestByAgent = async () =>
  review(team.ada, 'request_changes', { comment: 'No', rev: (await team.unit('a')).rev })
/** The words of the request about the current source, newest first. */
const words = async (): Promise<readonly (string | undefined)[]> =>
  listRefusals(findOwnRequest(await team.unit('a'), await team.src('a'))).map(({ comment }) => comment)
const DE = 'locales/de.json'
const toFile = (texts: object): string => `${JSON.stringify(texts, null, 2)}\n`
const importDe = (texts: object, by = team.ada): Promise<Answer> => {
  team.world.pass(1000)
  const files = [{ path: DE, content: toFile(texts) }]
  return by.call('push_translations', { project: team.project, files })
}
/** @param texts those of the file that the caller has */
const pulled = async (texts?: object): Promise<unknown> => {
  const [file] = await team.files({ locales: ['de'], ...(texts !== undefined && have({ [DE]: toFile(texts) })) })
  return JSON.parse(file?.content ?? '{}')
}
const APFEL_IS_REFUSED = { refused: [{ code: 'changes_requested' }] }

describe('a request of a user', () => {
  it('stays however many translations agents refuse after it', async () => {
    await requestByUser()
    for (let n = 0; n < 12; n++) {
      await team.submit(team.ada, 'a', `Apfel ${n}`)
      await requestByAgent()
    }
    expect(await words()).toHaveLength(11)
    expect((await words()).at(-1)).toBe('Plural')
    expect(await team.submit(team.ada, 'a', 'Apfel')).toMatchObject(APFEL_IS_REFUSED)
  })

  it('stays however often the source string changes and agents request changes', async () => {
    await requestByUser()
    for (let n = 0; n < 7; n++) {
      await team.push({ a: `Apple ${n}`, b: 'Pear' })
      await team.submit(team.ada, 'a', `Apfel ${n}`)
      await requestByAgent()
    }
    await team.push({ a: 'Apple', b: 'Pear' })
    expect(await words()).toEqual(['Plural'])
    expect(await team.unit('a')).toMatchObject({ work: true, state: 'needs_review' })
    expect(await team.submit(team.ada, 'a', 'Apfel')).toMatchObject(APFEL_IS_REFUSED)
  })

  it('is not ended by an agent that approves the refused translation beside its own suggestion', async () => {
    await team.settings({ approve: 'anyone' })
    await team.submit(team.adaByHand, 'a', 'Birne')
    await requestByUser()
    expect(await team.submit(team.bob, 'a', 'Birnen')).toMatchObject({ suggested: 1 })
    expect(await review(team.bob, 'approve')).toMatchObject({ refused: [{ code: 'needs_person' }] })
    expect(await words()).toEqual(['Plural'])
  })

  it('can be settled by an agent that approves an answer, with approve: anyone', async () => {
    await team.settings({ approve: 'anyone' })
    await requestByUser()
    await team.submit(team.bob, 'a', 'Äpfel')
    expect(await review(team.bob, 'approve')).toMatchObject({ approved: 1 })
  })

  it('is only answered by a suggestion that an agent accepts', async () => {
    await team.note(team.adaByHand, 'a', { lock: true })
    await team.submit(team.bob, 'a', 'Äpfel')
    await team.note(team.adaByHand, 'a', { lock: false })
    await requestByUser()
    const [{ id } = { id: '' }] = (await team.unit('a')).suggestions
    const { rev } = await team.unit('a')
    expect(await review(team.ada, 'accept', { suggestion: id, rev })).toMatchObject({ accepted: 1 })
    expect(await words()).toEqual(['Plural'])
    expect(await team.unit('a')).toMatchObject({
      texts: [{ value: 'Äpfel' }],
      request: { answered_at: expect.anything() },
    })
    expect(await team.submit(team.ada, 'a', 'Apfel')).toMatchObject(APFEL_IS_REFUSED)
  })

  it('keeps agents from accepting a suggestion of the refused translation', async () => {
    await team.note(team.adaByHand, 'a', { lock: true })
    await team.submit(team.bob, 'a', 'Äpfel')
    await team.note(team.adaByHand, 'a', { lock: false })
    await team.submit(team.ada, 'a', 'Äpfel'.normalize('NFD'))
    await requestByUser()
    const { rev, suggestions } = await team.unit('a')
    const accept = { suggestion: suggestions[0]?.id, rev }
    expect(await review(team.ada, 'accept', accept)).toMatchObject({ refused: [{ code: 'needs_person' }] })
    expect(await review(team.adaByHand, 'accept', accept)).toMatchObject({ accepted: 1 })
  })

  it('cannot be reverted by an agent, but by a user', async () => {
    const { batch } = await request('Shorter')
    const project = team.project
    expect(await team.ada.call('revert_changes', { project, batch })).toMatchObject({
      reverted: 0,
      refused: { count: 1, first: [{ code: 'protected', why: 'A user requested changes of the translation.' }] },
    })
    expect((await team.unit('a')).request).toMatchObject({ comment: 'Shorter' })
    expect(await team.adaByHand.call('revert_changes', { project, batch })).toMatchObject({ reverted: 1 })
    expect(await team.unit('a')).not.toHaveProperty('request')
  })

  it('keeps the words of earlier requests about the same text', async () => {
    await request('Shorter')
    await request('And without an article')
    expect((await team.unit('a')).request).toMatchObject({
      comment: 'And without an article',
      earlier: [{ comment: 'Shorter', refused: { value: 'Apfel' } }],
    })
    await request('And without an article')
    expect((await team.unit('a')).request?.earlier).toHaveLength(1)
  })
})

describe('the import of a refused translation', () => {
  it.each(['Birnen', 'Äpfel', 'Äpfel'.normalize('NFD')])('keeps the project’s, for %j', async text => {
    await team.submit(team.ada, 'b', text.normalize('NFC'))
    await team.review(team.adaByHand, [{ key: 'b', locale: 'de', action: 'reject', comment: 'No' }])
    await importDe({ b: 'Birne' })
    expect(await importDe({ b: text })).toMatchObject({ kept: 1 })
    expect(await team.shown('b')).toBe('translated Birne')
    expect(await pulled()).toEqual({ a: 'Apfel', b: 'Birne' })
  })

  it('at once, with decomposed accents, leaves the request open', async () => {
    await team.submit(team.ada, 'b', 'Äpfel')
    await team.review(team.adaByHand, [{ key: 'b', locale: 'de', action: 'reject', comment: 'No' }])
    expect(await importDe({ b: 'Äpfel'.normalize('NFD') })).toMatchObject({ kept: 1 })
    expect(await team.unit('b')).toMatchObject({ state: 'untranslated', work: true, request: { comment: 'No' } })
    expect((await team.unit('b')).request).not.toHaveProperty('answered_at')
  })

  it('is not pulled after a rejection under export: approved', async () => {
    await team.settings({ export: 'approved' })
    await importDe({ b: 'Hi' }, team.adaByHand)
    await importDe({ b: 'Birne' })
    const { batch } = await team.review(team.adaByHand, [{ key: 'b', locale: 'de', action: 'reject', comment: 'No' }])
    expect(await team.shown('b')).toBe('translated Hi')
    expect([await pulled({ b: 'Birne' }), await pulled()]).toEqual([{}, {}])
    await team.revert(team.adaByHand, { batch })
    expect([await pulled({ b: 'Birne' }), await pulled()]).toEqual([{ b: 'Birne' }, {}])
  })
})

it('the revert of a rejection leaves the translation in the file that has it, under export: approved', async () => {
  await importDe({ a: 'Apfel' })
  await team.settings({ export: 'approved' })
  const both = async () => [await pulled({ a: 'Apfel' }), await pulled()]
  expect(await both()).toEqual([{ a: 'Apfel' }, {}])
  const { batch } = await review(team.adaByHand, 'reject', { comment: 'No' })
  expect(await both()).toEqual([{}, {}])
  await team.revert(team.adaByHand, { batch })
  expect(await both()).toEqual([{ a: 'Apfel' }, {}])
})

describe('the revert of a translation', () => {
  it('leaves the request of another branch, which is about another source, alone', async () => {
    const branch = 'f2'
    const named = { project: team.project, locale: 'de', branch }
    await team.push({ a: 'Apple', b: 'Pears' }, { branch })
    const { items } = await team.ada.call<{ items: readonly { src: string }[] }>('get_work', { ...named, keys: ['b'] })
    const rows = [{ key: 'b', src: items[0]?.src, text: 'Birnen' }]
    await team.ada.call('submit_translations', { ...named, items: rows })
    await team.review(team.adaByHand, [{ key: 'b', locale: 'de', action: 'reject', comment: 'No' }], { branch })
    const before = await workOf('b')
    expect(before).toMatchObject([{ key: 'b', text: 'Pear' }])
    expect(before[0]).not.toHaveProperty('request')
    const waiting = () => team.ada.call('get_work', { ...named, keys: ['b'] })
    expect(await waiting()).toMatchObject({ items: [{ request: { comment: 'No' } }] })
    const { batch } = await team.submit(team.ada, 'b', 'Birne')
    expect(await workOf('b')).toEqual([])
    expect(await team.revert(team.adaByHand, { batch })).toMatchObject({ reverted: 1 })
    expect(await workOf('b')).toEqual(before)
    expect(await waiting()).toMatchObject({ items: [{ request: { comment: 'No' } }] })
  })

  it('that only confirmed the one before a rejection has the request wait again', async () => {
    await team.submit(team.adaByHand, 'b', 'Birne')
    await team.submit(team.adaByHand, 'b', 'Birnen')
    const item = { key: 'b', locale: 'de', action: 'reject', comment: 'No', rev: (await team.unit('b')).rev }
    await team.review(team.adaByHand, [item])
    expect(await team.shown('b')).toBe('translated Birne')
    const before = await workOf('b')
    const { batch, ...answer } = await team.submit(team.ada, 'b', 'Birne')
    expect(answer).toMatchObject({ unchanged: 1 })
    expect(await workOf('b')).toEqual([])
    expect(await team.revert(team.adaByHand, { batch })).toMatchObject({ reverted: 1 })
    expect(await workOf('b')).toEqual(before)
  })

  it('that an accepted suggestion wrote counts the returned suggestion in a dry run, too', async () => {
    await team.submit(team.adaByHand, 'a', 'Birne')
    await team.submit(team.bob, 'a', 'Birnen')
    const { batch } = await review(team.adaByHand, 'accept', { suggestion: (await team.unit('a')).suggestions[0]?.id })
    const expected = { reverted: 1, suggestions_returned: 1 }
    expect(await team.revert(team.adaByHand, { batch, dry_run: true })).toMatchObject(expected)
    expect(await team.revert(team.adaByHand, { batch })).toMatchObject(expected)
  })
})

/** The rows of work of a string on the main branch, without their revisions. */
async function workOf(key: string): Promise<readonly unknown[]> {
  const { items } = await team.call<{ items: readonly (Answer & { key: string; rev?: number })[] }>('get_work', {
    locale: 'de',
  })
  return items.filter(one => one.key === key).map(one => ({ ...one, rev: undefined }))
}
