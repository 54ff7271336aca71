import { describe, expect, it } from 'vitest'
import { refused } from '../world.ts'
import { numbered, openReviewScene, type ReviewScene } from './scene.ts'

let scene: ReviewScene

/** A review of the agent's translations of some strings. */
async function reviewed(content: Readonly<Record<string, string>> = numbered(12)) {
  scene = await openReviewScene(content)
  const { batch } = await scene.submitAll()
  const review = await scene.create({ batch })
  const items = await scene.items(review.id)
  const key = (name: string) => items.find(item => item.key === name)?.n ?? 0
  return { id: review.id, review, items, numberOf: key }
}

const decideError = (id: string, more: object, by = scene.bobByHand) =>
  refused(by.call('decide_review', { project: 'acme/app', review: id, ...more }))

describe('verdicts', () => {
  it('are counted by part, replaced by a later one, and undone', async () => {
    const { id, items } = await reviewed(numbered(100))
    const [first] = items.filter(({ part }) => part === 'sample')
    const n = first?.n ?? 0
    expect((await scene.decide(id, { verdicts: [{ n: 1, verdict: 'good' }] })).review.must_see).toMatchObject({
      decided: 1,
      groups: [{ decided: 1 }],
    })
    const major = { n, verdict: 'major', reason: 'meaning', comment: 'It says the opposite.' }
    const { review } = await scene.decide(id, { verdicts: [major] })
    expect(review.sample).toMatchObject({ read: 1, good: 0, major: 1, unread: 98 })
    expect(review.readers).toEqual([{ by: { kind: 'human', person: 'bob' }, read: 2 }])
    const replaced = await scene.decide(id, { verdicts: [{ n, verdict: 'good' }] }, scene.adaByHand)
    expect(replaced.review.sample).toMatchObject({ read: 1, good: 1, major: 0 })
    expect(replaced.review.readers.map(({ read }) => read)).toEqual([1, 1])
    expect((await scene.items(id, { n }))[0]?.verdict).toMatchObject({ verdict: 'good', by: { person: 'ada' } })
    const undone = await scene.decide(id, { verdicts: [{ n, verdict: 'undo' }] })
    expect(undone.review.sample).toMatchObject({ read: 0, unread: 99 })
    expect((await scene.items(id, { n }))[0]).not.toHaveProperty('verdict')
    const skipped = await scene.decide(id, { verdicts: [{ n, verdict: 'skip' }] })
    expect(skipped.review.sample).toMatchObject({ read: 0, skipped: 1 })
    expect((await scene.items(id, { undecided: true, part: 'sample', limit: 1 }))[0]?.n).toBe(n)
  })

  it('of another user leave a trace in the audit log, however they are removed', async () => {
    const { id } = await reviewed()
    const major = { n: 1, verdict: 'major' }
    await scene.decide(id, { verdicts: [major] })
    await scene.decide(id, { verdicts: [{ n: 1, verdict: 'undo' }] }, scene.adaByHand)
    await scene.decide(id, { verdicts: [major] })
    await scene.decide(id, { take_out: [{ n: 1 }] }, scene.adaByHand)
    const { events } = await scene.ada.call<{ events: { action: string; detail: Record<string, unknown> }[] }>(
      'list_organization_audit_events',
      { organization: 'acme' },
    )
    const told = events.filter(({ action }) => action === 'decide_review').map(({ detail }) => detail)
    expect(told.map(({ replaced, taken_out }) => ({ replaced, taken_out }))).toEqual([
      { replaced: 1, taken_out: 1 },
      {},
      { replaced: 1 },
      {},
    ])
  })

  it('with a fix write more copies than the store reads at once', async () => {
    const names = Array.from({ length: 1001 }, (_, at) => `s${at}`)
    scene = await openReviewScene(Object.fromEntries(names.map(name => [name, 'Save'])))
    const { batch } = await scene.call<{ batch: string }>('push_translations', {
      files: [
        { path: 'locales/de.json', content: JSON.stringify(Object.fromEntries(names.map(name => [name, 'Retten']))) },
      ],
    })
    const { id, distinct } = await scene.create({ batch })
    expect(distinct).toBe(1)
    const fix = { n: 1, verdict: 'minor', message: 'Speichern' }
    expect(await scene.decide(id, { verdicts: [fix] })).not.toHaveProperty('refused')
    expect([await scene.shown('s0'), await scene.shown('s1000')]).toEqual([
      'translated Speichern',
      'translated Speichern',
    ])
  })

  it('with a fix write the translation of the reader, and its copies', async () => {
    scene = await openReviewScene({ a: 'Save', b: 'Save' })
    const { batch } = await scene.submitAll(scene.ada, { a: 'Retten', b: 'Retten' })
    const { id } = await scene.create({ batch })
    const verdict = { n: 1, verdict: 'major', reason: 'meaning', message: 'Speichern' }
    const answer = await scene.decide(id, { verdicts: [verdict] })
    expect(answer).not.toHaveProperty('refused')
    expect(await scene.shown('a')).toBe('translated Speichern')
    expect(await scene.shown('b')).toBe('translated Speichern')
    expect((await scene.unit('a')).texts[0]?.origin).toMatchObject({ kind: 'human' })
    const [item] = await scene.items(id)
    expect(item).toMatchObject({ message: 'Retten', changed: 'Speichern', verdict: { verdict: 'major', fixed: true } })
  })

  it('with a fix keep its white space, and say whose line endings changed', async () => {
    scene = await openReviewScene({ a: 'Status: ', b: 'One\nTwo' })
    const { batch } = await scene.submitAll(scene.ada, { a: 'Stand: ', b: 'A\nB' })
    const { id } = await scene.create({ batch })
    const fixes: Readonly<Record<string, string>> = { a: 'Zustand:', b: 'Eins\r\nZwei' }
    const items = await scene.items(id)
    const verdicts = items.map(({ n, key }) => ({ n, verdict: 'minor', message: fixes[key] }))
    expect(await scene.decide(id, { verdicts })).toMatchObject({
      repairs: { line_endings: [items.find(({ key }) => key === 'b')?.id + ' de'] },
    })
    expect(await scene.shown('a')).toBe('translated Zustand:')
    expect(await scene.shown('b')).toBe('translated Eins\nZwei')
  })

  it('are refused one by one, with a fix', async () => {
    const { id } = await reviewed({ a: 'Hello {name}', b: 'Pear' })
    const all = await scene.items(id)
    const n = all.find(({ key }) => key === 'b')?.n
    const { refused: told, review } = await scene.decide(id, {
      verdicts: [
        { n: 99, verdict: 'good' },
        { n, verdict: 'good', message: 'Birne' },
        { n, verdict: 'major', message: 'Birne {count}' },
      ],
    })
    expect(told?.map(({ code }) => code)).toEqual(['unknown_item', 'invalid', 'invalid'])
    expect(review.must_see.decided).toBe(0)
  })

  it('are not for authors under the four-eyes policy', async () => {
    const { id } = await reviewed()
    await scene.settings({ four_eyes: true })
    const own = await scene.decide(id, { verdicts: [{ n: 1, verdict: 'good' }] }, scene.adaByHand)
    expect(own.refused).toMatchObject([{ n: 1, code: 'own_text' }])
    expect((await scene.decide(id, { verdicts: [{ n: 1, verdict: 'good' }] })).refused).toBeUndefined()
  })

  it('are for people, unless agents may approve', async () => {
    const { id } = await reviewed()
    const error = await decideError(id, { verdicts: [{ n: 1, verdict: 'good' }] }, scene.bob)
    expect(error).toMatchObject({ code: 'forbidden' })
    expect(error.fix).toContain(`http://localhost:4050/p/acme/app/review/${id}`)
    await scene.settings({ approve: 'anyone' })
    await scene.decide(id, { verdicts: [{ n: 1, verdict: 'good' }] }, scene.bob)
    expect((await scene.get(id)).must_see.decided).toBe(1)
  })
})

describe('what is to be read', () => {
  it('can only grow', async () => {
    const { id, review } = await reviewed(numbered(300))
    expect(review.sample.size).toBeLessThan(150)
    const { n } = (await scene.items(id, { part: 'rest', limit: 1 }))[0] ?? {}
    await scene.decide(id, { verdicts: [{ n, verdict: 'good' }] })
    expect((await scene.get(id)).sample.read).toBe(0)
    const raised = await scene.decide(id, { goal: 2 })
    expect(raised.review.goal).toBe(2)
    expect(raised.review.sample.size).toBeGreaterThan(review.sample.size)
    expect(raised.review.sample.read).toBe(1)
    expect(await decideError(id, { goal: 5 })).toMatchObject({ field: 'goal' })
    expect(await decideError(id, { sample: 3 })).toMatchObject({ field: 'sample' })
    expect((await scene.decide(id, { sample: 290 })).review.sample.size).toBe(290)
  })

  it('loses must-see items only by name or reason', async () => {
    const { id } = await reviewed()
    const { refused: told } = await scene.decide(id, { take_out: [{ n: 3 }] })
    expect(told).toMatchObject([{ n: 3, code: 'not_must_see' }])
    const { review } = await scene.decide(id, { take_out: [{ reason: 'first_in_file' }] })
    expect(review.must_see).toMatchObject({ taken_out: 1, groups: [{ taken_out: 1 }] })
    expect((await scene.items(id, { n: 1 }))[0]).toMatchObject({ taken_out: true })
    const error = await decideError(id, { take_out: [{ reason: 'eror' }] })
    expect(error).toMatchObject({ code: 'invalid_input', message: expect.stringMatching(/error.*first_in_file/) })
  })
})

describe('accepting', () => {
  it('approves good and unread translations with their copies, and leaves faults and what was taken out', async () => {
    const { id, items } = await reviewed({ ...numbered(12), copy: 'Sentence number 3 of the file' })
    const faulty = items.find(({ part, key }) => part === 'sample' && key !== 's3')?.key ?? ''
    await scene.readAll(id, { [faulty]: { verdict: 'minor', reason: 'style' } })
    const { review, batch } = await scene.decide(id, { end: 'accept' })
    expect(review).toMatchObject({
      state: 'accepted',
      ended: { end: 'accepted', batch, counts: { approved: 12, kept: 1 } },
    })
    expect(review).not.toHaveProperty('ends')
    expect(await scene.shown(faulty)).toMatch(/^translated/)
    expect(await scene.shown('s3')).toMatch(/^approved/)
    const changes = await scene.changes({ batch })
    expect(changes['of']).toMatchObject({ kind: 'review', counts: { approved: 12 } })
  })

  it('needs every must-see item and the sample', async () => {
    const { id, items } = await reviewed()
    expect(await decideError(id, { end: 'accept' })).toMatchObject({
      code: 'conflict',
      message: '1 must-see translation is undecided.',
    })
    await scene.decide(id, { take_out: [{ n: 1 }] })
    expect((await decideError(id, { end: 'accept' })).message).toMatch(/of the sample must still be read/)
    const sample = items.filter(({ part }) => part === 'sample')
    await scene.decide(id, { verdicts: sample.map(({ n }) => ({ n, verdict: 'good' })) })
    const { review } = await scene.decide(id, { end: 'accept' })
    expect(review.ended?.counts).toMatchObject({ approved: 11, kept: 1 })
  })

  it('needs a reason when majors miss the goal', async () => {
    const { id, items } = await reviewed(numbered(100))
    const wrong = items.filter(({ part }) => part === 'sample').slice(0, 2)
    await scene.readAll(id, Object.fromEntries(wrong.map(({ key }) => [key, { verdict: 'major' }])))
    const view = await scene.get(id)
    expect(view.ends?.accept.needs_reason).toBe(true)
    const error = await decideError(id, { end: 'accept' })
    expect(error).toMatchObject({ code: 'conflict', field: 'why' })
    expect(error.fix).toContain(`Read ${view.sample.more_needed} more`)
    const { review } = await scene.decide(id, { end: 'accept', why: 'Launch is today.' })
    expect(review.ended).toMatchObject({ reason: 'Launch is today.', counts: { approved: 98 } })
  })

  it('leaves what was changed since, and what has errors', async () => {
    scene = await openReviewScene({ a: 'Apple', b: 'Hello {name}', c: 'Pear' })
    const submitted = await scene.submitAll(scene.ada, { b: 'Hallo {name}' })
    const { id } = await scene.create({ batch: submitted.batch })
    await scene.alter('b', ({ texts }) => ({
      texts: texts.map(text => ({ ...text, findings: [{ id: 'placeholders', level: 'error', message: 'Missing.' }] })),
    }))
    await scene.submit(scene.bob, 'c', 'Birnchen')
    await scene.readAll(id)
    expect(await scene.get(id)).toMatchObject({ changed: 1, ends: { accept: { approves: 1, leaves: 2 } } })
    const { review, refused: told } = await scene.decide(id, { end: 'accept' })
    expect(review).toMatchObject({ changed: 1, ended: { counts: { approved: 1, refused: 1 } } })
    expect(told).toMatchObject([{ key: 'b', code: 'invalid' }])
    expect(await scene.shown('c')).toBe('translated Birnchen')
  })

  it('ends a review once', async () => {
    const { id } = await reviewed({ a: 'Apple' })
    await scene.readAll(id)
    await scene.decide(id, { end: 'accept' })
    expect(await decideError(id, { end: 'return', why: 'Too late.' })).toMatchObject({ code: 'conflict' })
    expect(await decideError(id, { verdicts: [{ n: 1, verdict: 'good' }] })).toMatchObject({ code: 'conflict' })
  })
})

describe('returning', () => {
  it('makes faults work with reasons, and reopens the rest', async () => {
    const { id, numberOf } = await reviewed({ a: 'Apple', b: 'Pear', c: 'Plum' })
    const verdict = { n: numberOf('b'), verdict: 'major', reason: 'meaning', comment: 'It is a fruit.' }
    await scene.decide(id, { verdicts: [verdict] })
    const { review } = await scene.decide(id, { end: 'return', why: 'Look at fruit again.' })
    expect(review).toMatchObject({ state: 'returned', ended: { counts: { changes_requested: 1, reopened: 2 } } })
    expect(await scene.shown('a')).toMatch(/^needs_review/)
    const work = await scene.call('get_work', { locale: 'de' })
    expect(JSON.stringify(work)).toContain('Major fault (meaning): It is a fruit.')
    expect(JSON.stringify(work)).toContain('Look at fruit again.')
  })

  it('needs a fault or a reason', async () => {
    const { id } = await reviewed({ a: 'Apple' })
    expect(await decideError(id, { end: 'return' })).toMatchObject({ code: 'invalid_input', field: 'why' })
  })
})

describe('reverting', () => {
  it('restores what was there before, where it is still current', async () => {
    scene = await openReviewScene({ a: 'Apple', b: 'Pear', c: 'Plum' })
    await scene.submit(scene.ada, 'a', 'Apfel')
    const { batch } = await scene.submitAll(scene.ada, { a: 'Äpfel', b: 'Birne', c: 'Pflaume' })
    const { id } = await scene.create({ batch })
    await scene.submit(scene.bob, 'c', 'Zwetschge')
    expect((await scene.get(id)).ends?.revert).toEqual({ restores: 1, clears: 1 })
    const answer = await scene.decide(id, { end: 'revert' }, scene.adaByHand)
    expect(answer.review).toMatchObject({ state: 'reverted', changed: 1, ended: { counts: { reverted: 2 } } })
    expect(await scene.shown('a')).toBe('translated Apfel')
    expect(await scene.shown('b')).toBe('untranslated')
    expect(await scene.shown('c')).toBe('translated Zwetschge')
  })

  it('is for administrators even if none of them is current any more', async () => {
    const { id } = await reviewed({ a: 'Apple' })
    await scene.submit(scene.ada, 'a', 'Apfel')
    expect((await scene.get(id)).changed).toBe(1)
    expect(await decideError(id, { end: 'revert' })).toMatchObject({ code: 'forbidden' })
  })
})
