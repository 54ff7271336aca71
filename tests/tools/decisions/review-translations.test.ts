import { describe, expect, it } from 'vitest'
import { type Caller, eachTeam } from '../team.ts'

const team = eachTeam()

const commentsOn = async (name: string) => {
  const { entry_id } = await team.unit(name)
  return team.world.services.store.read.comments.list('entry', entry_id)
}
/** A suggestion of bob's program for a translation that ada wrote by hand. */
const suggested = async (text = 'Äpfelchen'): Promise<string> => {
  if ((await team.unit('a')).texts.length === 0) await team.submit(team.adaByHand, 'a', 'Apfel')
  await team.submit(team.bob, 'a', text)
  return (await team.unit('a')).suggestions.at(-1)?.id ?? ''
}
const faults = (told: { refused?: readonly Readonly<Record<string, unknown>>[] }) =>
  told.refused?.map(({ code }) => code)

it('a review with many errors lists 20 errors, and counts the others', async () => {
  const items = Array.from({ length: 50 }, (_, at) => ({ key: `none${at}`, action: 'approve' }))
  const answer = await team.review(team.adaByHand, items)
  expect(faults(answer)).toEqual(Array<string>(20).fill('unknown_key'))
  expect(answer).toMatchObject({ more_refused: 30, next: expect.stringContaining('repeat the call') })
})

describe('approving', () => {
  it('is for users, and keeps the writer of the translation', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    const byProgram = await team.review(team.ada, [{ key: 'a', action: 'approve' }])
    expect(byProgram.refused).toMatchObject([{ key: 'a', locale: 'de', action: 'approve', code: 'needs_person' }])
    expect(byProgram).not.toHaveProperty('batch')
    const answer = await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }])
    expect(answer).toEqual({
      approved: 1,
      batch: expect.any(String),
      left: { de: 1 },
      next: expect.stringContaining('get_work'),
    })
    expect((await team.unit('a')).texts).toMatchObject([
      { value: 'Apfel', state: 'approved', rev: 2, origin: { kind: 'agent' } },
    ])
    expect(await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }])).toMatchObject({ unchanged: 1 })
  })

  it('is for programs too if the policy allows it, but never for locked translations', async () => {
    await team.settings({ approve: 'anyone' })
    await team.submit(team.ada, 'a', 'Apfel')
    await team.alter('a', () => ({ locked: true }))
    expect(faults(await team.review(team.bob, [{ key: 'a', action: 'approve' }]))).toEqual(['locked'])
    await team.alter('a', () => ({ locked: false }))
    expect(await team.review(team.bob, [{ key: 'a', action: 'approve' }])).toMatchObject({ approved: 1 })
  })

  it('needs a second user if the policy says so, whichever program wrote the translation', async () => {
    await team.settings({ four_eyes: true })
    await team.submit(team.ada, 'a', 'Apfel')
    expect(faults(await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }]))).toEqual(['own_text'])
    expect(await team.review(team.bobByHand, [{ key: 'a', action: 'approve' }])).toMatchObject({ approved: 1 })
  })

  it('checks the given revision', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    await team.submit(team.ada, 'a', 'Der Apfel')
    const { refused: [fault] = [] } = await team.review(team.adaByHand, [{ key: 'a', action: 'approve', rev: 1 }])
    expect(fault).toMatchObject({ code: 'rev_required', rev: 2, got: 'Der Apfel' })
    expect(await team.review(team.adaByHand, [{ key: 'a', action: 'approve', rev: 2 }])).toMatchObject({ approved: 1 })
  })

  it('rejects a translation with an error until a user ignores the error', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    const finding = { id: 'markup', level: 'error' as const, message: 'A tag is open.' }
    await team.alter('a', ({ texts }) => ({ texts: texts.map(text => ({ ...text, findings: [finding] })) }))
    const { refused: [fault] = [] } = await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }])
    expect(fault).toMatchObject({ code: 'invalid', why: 'A tag is open.' })
    await team.note(team.adaByHand, 'a', { ignore: { finding: 'markup', reason: 'as in the source' } })
    expect(await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }])).toMatchObject({ approved: 1 })
  })

  it('of a stale translation must be explicit, and moves it to the current source', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    await team.push({ a: 'An apple', b: 'Hello {name}' })
    const { refused: [fault] = [] } = await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }])
    expect(fault).toMatchObject({ code: 'stale', fix: expect.stringContaining('stale: true') })
    expect(await team.review(team.adaByHand, [{ key: 'a', action: 'approve', stale: true }])).toMatchObject({
      approved: 1,
    })
    expect(await team.unit('a')).toMatchObject({
      state: 'approved',
      stale: null,
      texts: [{ value: 'Apfel' }, { state: 'translated' }],
    })
  })

  it('of a stale translation with wrong placeholders is rejected', async () => {
    await team.submit(team.ada, 'b', 'Hallo {name}')
    await team.push({ a: 'Apple', b: 'Hello {first}' })
    const answer = await team.review(team.adaByHand, [{ key: 'b', action: 'approve', stale: true }])
    expect(answer.refused).toMatchObject([{ code: 'invalid', why: expect.stringContaining('{first}') }])
  })

  it('of a user’s stale translation is for administrators’ programs only', async () => {
    await team.settings({ approve: 'anyone' })
    await team.submit(team.bobByHand, 'a', 'Apfel')
    await team.push({ a: 'An apple', b: 'Hello {name}' })
    const items = [{ key: 'a', action: 'approve', stale: true }]
    expect(faults(await team.review(team.bob, items))).toEqual(['protected'])
    expect(await team.review(team.ada, items)).toMatchObject({ approved: 1 })
  })

  it('by two programs at once works once', async () => {
    await team.settings({ approve: 'anyone' })
    await team.submit(team.ada, 'a', 'Apfel')
    const answers = await Promise.all(
      [team.ada, team.bob].map(by => team.review(by, [{ key: 'a', action: 'approve', rev: 1 }])),
    )
    expect(answers.map(({ approved, unchanged }) => [approved, unchanged])).toEqual([
      [1, undefined],
      [undefined, 1],
    ])
    expect((await team.unit('a')).rev).toBe(2)
  })
})

describe('requesting changes', () => {
  it('returns the translation with a required comment', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    expect(faults(await team.review(team.bob, [{ key: 'a', action: 'request_changes' }]))).toEqual(['invalid'])
    const answer = await team.review(team.bob, [{ key: 'a', action: 'request_changes', comment: 'Too short.' }])
    expect(answer).toMatchObject({ changes_requested: 1 })
    expect(await team.shown('a')).toBe('needs_review Apfel')
    expect(await commentsOn('a')).toMatchObject([
      { kind: 'request_changes', text: 'Too short.', locale: 'de', batch_id: answer.batch },
    ])
  })

  it('of a translation in review adds the request and the comment', async () => {
    await team.settings({ review: 'required' })
    await team.submit(team.ada, 'a', 'Apfel')
    await team.review(team.bob, [{ key: 'a', action: 'request_changes', comment: 'No.' }])
    expect(await team.unit('a')).toMatchObject({
      rev: 2,
      state: 'needs_review',
      request: { kind: 'changes_requested', comment: 'No.', refused: { value: 'Apfel', rev: 1 } },
    })
    expect(await commentsOn('a')).toHaveLength(1)
  })

  it('by a program is rejected for a user’s or approved translation', async () => {
    await team.submit(team.bobByHand, 'a', 'Apfel')
    const item = { key: 'a', action: 'request_changes', comment: 'No.' }
    expect(faults(await team.review(team.ada, [item]))).toEqual(['protected'])
    expect(await team.review(team.adaByHand, [item])).toMatchObject({ changes_requested: 1 })
    expect(await commentsOn('a')).toHaveLength(1)
  })
})

describe('rejecting a translation', () => {
  it('restores the previous translation, or none', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    await team.submit(team.ada, 'a', 'Der Apfel')
    await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }])
    expect(await team.review(team.adaByHand, [{ key: 'a', action: 'reject', comment: 'No article.' }])).toMatchObject({
      rejected: 1,
    })
    expect(await team.shown('a')).toBe('translated Apfel')
    expect((await team.review(team.bob, [{ key: 'a', action: 'reject' }])).refused).toMatchObject([
      { code: 'rev_required', got: 'Apfel', rev: 4 },
    ])
    expect(await team.review(team.bob, [{ key: 'a', action: 'reject', rev: 4 }])).toMatchObject({
      rejected: 1,
      left: { de: 2 },
    })
    expect(await team.unit('a')).toMatchObject({ state: 'untranslated', work: true, rev: 5, texts: [] })
    expect(faults(await team.review(team.bob, [{ key: 'a', action: 'reject' }]))).toEqual(['no_text'])
    expect(await commentsOn('a')).toMatchObject([{ kind: 'comment', text: 'No article.' }])
  })

  it('restores a translation for another source as stale', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    await team.push({ a: 'An apple', b: 'Hello {name}' })
    await team.submit(team.ada, 'a', 'Ein Apfel')
    await team.review(team.bob, [{ key: 'a', action: 'reject' }])
    expect(await team.unit('a')).toMatchObject({ state: 'translated', work: true, stale: { reason: 'source_changed' } })
    expect(faults(await team.review(team.bob, [{ key: 'a', action: 'reject' }]))).toEqual(['stale'])
    expect(await team.review(team.bob, [{ key: 'a', action: 'reject', stale: true, rev: 1 }])).toMatchObject({
      rejected: 1,
    })
    expect(await team.unit('a')).toMatchObject({ state: 'untranslated', stale: null, texts: [] })
  })

  it('by a program is rejected for users’, approved, imported and locked translations', async () => {
    await team.submit(team.bobByHand, 'a', 'Apfel')
    expect(faults(await team.review(team.ada, [{ key: 'a', action: 'reject' }]))).toEqual(['protected'])
    await team.alter('a', () => ({ locked: true }))
    expect(faults(await team.review(team.adaByHand, [{ key: 'a', action: 'reject' }]))).toEqual(['locked'])
    expect(await team.shown('a')).toBe('translated Apfel')
  })
})

describe('a suggestion', () => {
  it('can be accepted by a user: it replaces the translation, and keeps its writer', async () => {
    const suggestion = await suggested()
    expect(faults(await team.review(team.ada, [{ key: 'a', action: 'accept', suggestion }]))).toEqual(['protected'])
    const answer = await team.review(team.adaByHand, [{ key: 'a', action: 'accept' }])
    expect(answer).toMatchObject({ accepted: 1 })
    const { texts, suggestions } = await team.unit('a')
    expect(texts).toMatchObject([{ value: 'Äpfelchen', state: 'translated', origin: { kind: 'agent' } }])
    expect(texts[0]?.origin.user_id).toBe(team.bob.principal.user.id)
    expect(suggestions).toEqual([])
  })

  it('is named by its ID if there are several, and includes those with the same text', async () => {
    const first = await suggested()
    const other = await team.token(team.ada, 'second')
    await team.submit(other, 'a', 'Ein Apfel')
    await team.alter('a', ({ suggestions: [one, two] }) =>
      one && two ? { suggestions: [one, two, { ...one, id: 'twin' }] } : {},
    )
    const { refused: [fault] = [] } = await team.review(team.adaByHand, [{ key: 'a', action: 'accept' }])
    expect(fault).toMatchObject({ code: 'ambiguous_suggestion', fix: expect.stringContaining(first) })
    expect(faults(await team.review(team.adaByHand, [{ key: 'a', action: 'accept', suggestion: 'x' }]))).toEqual([
      'unknown_suggestion',
    ])
    await team.review(team.adaByHand, [{ key: 'a', action: 'accept', suggestion: first }])
    expect((await team.unit('a')).suggestions).toMatchObject([{ value: 'Ein Apfel' }])
  })

  it('for another source than the branch has is rejected', async () => {
    const suggestion = await suggested()
    await team.push({ a: 'An apple', b: 'Hello {name}' })
    expect(faults(await team.review(team.adaByHand, [{ key: 'a', action: 'accept', suggestion }]))).toEqual([
      'source_changed',
    ])
  })

  it('can be rejected by a user, or withdrawn by its writer, and the translation stays', async () => {
    const one = await suggested()
    expect(faults(await team.review(team.ada, [{ key: 'a', action: 'reject', suggestion: one }]))).toEqual([
      'protected',
    ])
    expect(await team.review(team.bob, [{ key: 'a', action: 'reject', suggestion: one }])).toMatchObject({
      suggestions_rejected: 1,
    })
    const two = await suggested('Obst')
    expect(await team.review(team.adaByHand, [{ key: 'a', action: 'reject', suggestion: two }])).toMatchObject({
      suggestions_rejected: 1,
    })
    expect(await team.unit('a')).toMatchObject({ rev: 1, suggestions: [], texts: [{ value: 'Apfel' }] })
  })

  it('can be decided by programs that may replace such translations, or waits for a required review', async () => {
    const suggestion = await suggested()
    await team.settings({ agents_replace: true, review: 'required' })
    expect(await team.review(team.ada, [{ key: 'a', action: 'accept', suggestion }])).toMatchObject({ accepted: 1 })
    expect(await team.shown('a')).toBe('needs_review Äpfelchen')
  })

  it('for a locked translation waits until it is unlocked', async () => {
    const suggestion = await suggested()
    await team.alter('a', () => ({ locked: true }))
    expect(faults(await team.review(team.adaByHand, [{ key: 'a', action: 'accept', suggestion }]))).toEqual(['locked'])
  })
})

describe('a review', () => {
  it('applies valid items, reports the others with a fix, and creates one batch', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    const answer = await team.review(
      team.adaByHand,
      [
        { key: 'a', action: 'approve' },
        { key: 'b', action: 'approve' },
        { key: 'aa', action: 'reject' },
        { key: 'a', action: 'approve', locale: 'tlh' },
      ],
      { note: 'First look' },
    )
    expect(answer).toMatchObject({
      approved: 1,
      refused: [
        { key: 'b', code: 'no_text' },
        { key: 'aa', code: 'unknown_key' },
        { key: 'a', code: 'unknown_locale', fix: expect.stringContaining('de') },
      ],
    })
    const batch = await team.world.services.store.read.batches.get(answer.batch)
    expect(batch).toMatchObject({
      kind: 'review',
      note: 'First look',
      counts: { approved: 1, refused: 3 },
      origin: { kind: 'human' },
    })
  })

  it('in a dry run writes nothing and returns the same', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    const suggestion = await suggestedOver()
    const before = [await team.unit('a'), await team.record()]
    const items = [
      { key: 'a', action: 'accept', suggestion, comment: 'Better.' },
      { key: 'a', action: 'approve' },
    ]
    const { batch: _, next: __, ...trial } = await team.review(team.adaByHand, items, { dry_run: true })
    expect(trial).toEqual({ accepted: 1, approved: 1, dry_run: true, left: { de: 1 } })
    expect([await team.unit('a'), await team.record()]).toEqual(before)
    expect(await commentsOn('a')).toEqual([])
    expect(await team.review(team.adaByHand, items)).toMatchObject({ accepted: 1, approved: 1, left: { de: 1 } })
    expect(await team.shown('a')).toBe('approved Äpfelchen')
  })
})

/** A suggestion over an approved translation. */
async function suggestedOver(by: Caller = team.bob): Promise<string> {
  await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }])
  await team.submit(by, 'a', 'Äpfelchen')
  return (await team.unit('a')).suggestions[0]?.id ?? ''
}
