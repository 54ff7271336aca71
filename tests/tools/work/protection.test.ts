import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, eachLoop, type Item } from '../loop.ts'
import { changeText, type TextChange } from './change-text.ts'

const loop = eachLoop()

beforeEach(() => loop.push({ a: 'Apple' }))

const make = (change: TextChange): Promise<void> => changeText(loop, change)

/** Another credential of the same user. */
const other = async (items: readonly Item[]): Promise<Answer> => {
  const { texts } = await loop.unit('a')
  const src = texts[0]?.src.slice(0, 8)
  const caller = await loop.agent()
  const sent = items.map(item => ({ src, ...item }))
  return caller.call('submit_translations', { project: loop.project, locale: 'de', items: sent })
}

describe('a protected translation', () => {
  it('is kept, and an agent’s text becomes a suggestion, once', async () => {
    await loop.translate({ a: 'Apfel' })
    await make({ kind: 'human' })
    const before = await loop.unit('a')
    const answer = await loop.translate({ a: 'Äpfelchen' })
    expect(answer).toMatchObject({
      accepted: 0,
      suggested: 1,
      refused: [{ code: 'protected', got: 'Apfel', key: 'a' }],
      batch: expect.any(String),
      protected: expect.stringContaining('only if an administrator of the account sets agents_replace'),
    })
    expect(answer.refused?.[0]?.['fix']).toMatch(
      /^Yours is kept as a suggestion\. A user can accept it at http:.*\/strings\//,
    )
    await loop.translate({ a: 'Äpfelchen' })
    await loop.submit([{ key: 'a', text: 'Äpfelchen', rev: before.rev }])
    const after = await loop.unit('a')
    expect(after.suggestions).toMatchObject([{ value: 'Äpfelchen', batch_id: answer.batch, origin: { kind: 'agent' } }])
    expect({ ...after, suggestions: [] }).toEqual(before)
    expect((await loop.pull()).content).toContain('"Apfel"')
  })

  it('that a filter selects is marked, unless the reader may replace it', async () => {
    await loop.push({ a: 'Apple', b: 'Costs 3 euros' })
    await loop.translate({ a: 'Apfel', b: 'Kostet 4 Euro' })
    const rows = async (by = loop.ada, more: object = { keys: ['a'] }) =>
      by.call<{ items: readonly object[]; next: string }>('get_work', { project: loop.project, locale: 'de', ...more })
    expect((await rows()).items[0]).not.toHaveProperty('protected')
    for (const [change, why] of [
      [{ kind: 'human' }, 'user'],
      [{ kind: 'import' }, 'import'],
      [{ kind: 'agent', state: 'approved' }, 'approved'],
    ] as const) {
      await make(change)
      const packet = await rows()
      expect(packet.items).toMatchObject([{ key: 'a', protected: why }])
      expect(packet.next).toContain('A text for a row with protected or locked becomes a suggestion')
    }
    expect((await rows(await loop.world.human('ada'))).items[0]).not.toHaveProperty('protected')
    await (await loop.world.human('ada')).call('update_project_policy', { project: loop.project, agents_replace: true })
    expect((await rows()).items[0]).not.toHaveProperty('protected')
    await loop.alter('b', () => ({ locked: true }))
    for (const branch of [undefined, 'feature']) {
      if (branch !== undefined) await loop.push({ b: 'Costs 3 euros' }, { branch })
      const locked = await rows(loop.ada, { finding: 'numbers', ...(branch !== undefined && { branch }) })
      expect(locked).toMatchObject({ items: [{ key: 'b', locked: true }], left: 1 })
      expect(locked.next).toContain('becomes a suggestion')
    }
  })

  it('that is locked is no work, so that an agent can finish', async () => {
    await loop.alter('a', () => ({ locked: true }))
    for (const branch of [undefined, 'feature']) {
      if (branch !== undefined) await loop.push({ a: 'Apple' }, { branch })
      const args = { project: loop.project, ...(branch !== undefined && { branch }) }
      expect(await loop.ada.call('get_work', { ...args, locale: 'de' })).toMatchObject({ items: [], left: 0 })
      expect(await loop.ada.call('get_status', args)).toMatchObject({ locales: [{ untranslated: 1, left: 0 }] })
    }
  })

  it('that is locked is always kept, even when its source changed', async () => {
    await loop.translate({ a: 'Apfel' })
    await loop.alter('a', () => ({ locked: true }))
    expect((await loop.translate({ a: 'x' })).refused).toMatchObject([
      { code: 'protected', why: 'The translation is locked.' },
    ])
    await loop.push({ a: 'Pear' })
    expect((await loop.translate({ a: 'Birne' })).refused).toMatchObject([{ code: 'protected' }])
    expect((await loop.unit('a')).texts).toMatchObject([{ value: 'Apfel' }])
  })

  it('creates no suggestion in a dry run', async () => {
    await loop.translate({ a: 'Apfel' })
    await make({ kind: 'human' })
    expect(await loop.translate({ a: 'x' }, { dry_run: true })).toMatchObject({ suggested: 1 })
    expect((await loop.unit('a')).suggestions).toEqual([])
  })
})

it('the translation of another agent is replaced only with its revision', async () => {
  await loop.translate({ a: 'Apfel' })
  const answer = await other([{ key: 'a', text: 'Äpfel' }])
  expect(answer.refused).toMatchObject([
    {
      code: 'rev_required',
      got: 'Apfel',
      rev: 1,
      fix: 'If yours is better, send it again with rev 1; else leave it out.',
      at: expect.stringMatching(/^2/),
    },
  ])
  expect((await other([{ key: 'a', text: 'Äpfel', rev: 7 }])).refused).toMatchObject([{ code: 'rev_required', rev: 1 }])
  expect(await other([{ key: 'a', text: 'Äpfel', rev: 1 }])).toMatchObject({ accepted: 1 })
  expect((await loop.submit([{ key: 'a', text: 'Apfel', rev: undefined }])).refused).toMatchObject([
    { code: 'rev_required', rev: 2, by: { kind: 'agent', person: 'ada', token: 'agent' } },
  ])
  expect((await loop.unit('a')).texts).toMatchObject([{ value: 'Äpfel', rev: 2 }])
})

describe('a user', () => {
  const human = async (text: string, more: object = {}): Promise<Answer> => {
    const src = (await loop.unit('a')).texts[0]?.src.slice(0, 8) ?? ''
    const ada = await loop.world.human('ada')
    const items = [{ key: 'a', src, text, ...more }]
    return ada.call('submit_translations', { project: loop.project, locale: 'de', items })
  }

  it('replaces any translation by its revision, and theirs is then protected', async () => {
    for (const change of [{}, { kind: 'import' }, { kind: 'human' }] as const) {
      await loop.translate({ a: `Apfel ${(await loop.unit('a')).rev}` })
      await make(change)
      await loop.alter('a', ({ texts }) => ({
        texts: texts.map(text => ({ ...text, origin: { ...text.origin, credential: 'token:of-another' } })),
      }))
      const { rev, texts } = await loop.unit('a')
      expect((await human(`Neu ${rev}`)).refused, JSON.stringify(change)).toMatchObject([
        { code: 'rev_required', got: texts[0]?.value, rev },
      ])
      expect((await human(`Neu ${rev}`, { rev: rev + 5 })).refused).toMatchObject([{ code: 'rev_required', rev }])
      expect(await human(`Neu ${rev}`, { rev })).toMatchObject({ accepted: 1 })
      expect(await loop.unit('a')).toMatchObject({ texts: [{ value: `Neu ${rev}`, origin: { kind: 'human' } }] })
      expect(await loop.translate({ a: 'Maschine' })).toMatchObject({ suggested: 1 })
      await make({ kind: 'agent' })
    }
  })

  it('cannot replace a locked translation', async () => {
    await loop.translate({ a: 'Apfel' })
    await loop.alter('a', () => ({ locked: true }))
    expect(await human('Äpfel', { rev: 1 })).toMatchObject({
      suggested: 1,
      refused: [{ code: 'protected', fix: expect.stringContaining('A user can unlock the string or accept it at ') }],
    })
  })
})

it('in a project that lets agents replace translations an agent replaces a user’s translation only with its revision', async () => {
  await loop.settings({ agents_replace: true })
  await loop.translate({ a: 'Apfel' })
  await make({ kind: 'human' })
  expect(await loop.submit([{ key: 'a', text: 'Äpfel', rev: undefined }])).toMatchObject({
    suggested: 1,
    refused: [{ code: 'protected', got: 'Apfel', rev: 1, fix: expect.stringContaining('with rev 1') }],
  })
  expect((await loop.submit([{ key: 'a', text: 'Äpfel', rev: 9 }])).refused).toMatchObject([
    { code: 'rev_required', rev: 1 },
  ])
  expect(await loop.submit([{ key: 'a', text: 'Äpfel', rev: 1 }])).toMatchObject({ accepted: 1 })
  expect(await loop.unit('a')).toMatchObject({ texts: [{ value: 'Äpfel', origin: { kind: 'agent' } }] })
})

it('an untranslatable entry is no work, whatever its translations', async () => {
  const { entry_id } = await loop.unit('a')
  const { store } = loop.world.services
  const entry = await store.read.entries.get(entry_id)
  if (entry === undefined) throw new Error('no entry')
  await store.transaction(tx => tx.entries.put({ ...entry, do_not_translate: true }))
  await loop.alter('a', () => ({}))
  await loop.push({ a: 'Apple' }, { branch: 'f' })
  for (const more of [{}, { branch: 'f' }]) {
    expect(await loop.work(more)).toMatchObject({ items: [], left: 0 })
    const status = await loop.call('get_status', more)
    expect(status).toMatchObject({ locales: [{ untranslated: 1, left: 0, words_left: 0 }] })
  }
})

it('an imported translation in review may be replaced by an agent, because its file marks it as unsure', async () => {
  await loop.translate({ a: 'Apfel' })
  await make({ kind: 'import', state: 'needs_review' })
  expect(await loop.work()).toMatchObject({
    left: 1,
    items: [{ key: 'a', before: { text: 'Apfel', why: 'needs_review' } }],
  })
  expect(await loop.translate({ a: 'Der Apfel' })).toMatchObject({ accepted: 1, left: { de: 0 } })
})
