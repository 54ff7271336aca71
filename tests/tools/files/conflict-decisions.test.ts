import { describe, expect, it } from 'vitest'
import { type Answer, conflictsOf, eachConflictScene } from './conflict-scene.ts'

const { loop, importDe, pullDe, pulled, delivered, review, revert, counted, diverge } = eachConflictScene()

describe('a decision about a conflict', () => {
  for (const action of ['reject', 'accept']) {
    it(`is undone by a revert, after ${action}: the file is held again`, async () => {
      const [conflict] = conflictsOf(await diverge())
      const { id, suggestion } = conflict ?? {}
      const decided = await review({ id, action, suggestion })
      expect(decided.next).toContain(`To undo: revert_changes with batch ${decided.batch}.`)
      loop.world.pass(60_000)
      const since = loop.world.services.now().toISOString()
      const undone = await revert(decided.batch)
      expect(undone).toMatchObject({ reverted: action === 'accept' ? 1 : 0, suggestions_returned: 1 })
      expect(await loop.unit('a')).toMatchObject({ texts: [{ value: 'Projekt' }], suggestions: [{ id: suggestion }] })
      expect(await counted()).toBe(1)
      expect(await pulled({ changed_since: since })).toEqual({ a: 'Datei' })
      expect(await delivered({ changed_since: since })).toEqual({ a: 'Projekt' })
      expect(conflictsOf(await importDe({ a: 'Datei' }))).toMatchObject([{ suggestion }])
      // The revert is a batch itself.
      const again = await revert(undone.batch)
      expect(again).toMatchObject(action === 'accept' ? { reverted: 1 } : { suggestions_removed: 1 })
      expect((await loop.unit('a')).suggestions).toEqual([])
      const texts = { a: action === 'accept' ? 'Datei' : 'Projekt' }
      expect([await pulled(), await delivered()]).toEqual([texts, texts])
    })
  }

  it('stays by a revert that leaves the text as it is', async () => {
    const human = await loop.world.human('ada')
    await importDe({ a: 'Apfel' })
    await review({ key: 'a', action: 'approve' }, human)
    const [conflict] = conflictsOf(await importDe({ a: 'Datei' }))
    const { batch } = await review({ id: 'e1', action: 'accept', suggestion: conflict?.suggestion }, human)
    const accepted = await loop.unit('a')
    expect(await revert(batch)).toMatchObject({
      reverted: 0,
      refused: { count: 1, first: [{ code: 'protected' }] },
    })
    expect(await loop.unit('a')).toEqual(accepted)
    const undo = { project: loop.project, batch }
    const undone = await human.call<Answer>('revert_changes', undo)
    expect(undone).toMatchObject({ reverted: 1, suggestions_returned: 1 })
    const held = await loop.unit('a')
    expect(held).toMatchObject({ state: 'approved', texts: [{ value: 'Apfel' }], suggestions: [{ value: 'Datei' }] })
    for (const more of [{ dry_run: true }, {}]) {
      const again = await human.call<Answer>('revert_changes', { ...undo, batch: undone.batch, ...more })
      expect(again).toMatchObject({
        reverted: 0,
        refused: { count: 1, first: [{ code: 'rev_required', rev: held.rev }] },
      })
      expect(again).not.toHaveProperty('suggestions_removed')
      expect(await loop.unit('a')).toEqual(held)
    }
    expect([await pulled(), await delivered()]).toEqual([{ a: 'Datei' }, { a: 'Apfel' }])
  })

  it('brings back an ordinary suggestion if the file lost the text, or the branch is gone', async () => {
    await loop.push({ a: 'Apple', b: 'Bread {n}' }, { branch: 'feature' })
    for (const more of [{}, { branch: 'feature' }]) {
      const [conflict] = conflictsOf(await diverge(`Datei ${Object.keys(more).length}`, more))
      const { batch } = await review({ id: 'e1', action: 'reject', suggestion: conflict?.suggestion })
      if ('branch' in more) await loop.call('delete_branch', { branch: 'feature' })
      else await importDe({ b: 'Brot {n}' })
      await revert(batch)
      expect(await counted()).toBe(0)
      expect((await loop.unit('a')).suggestions.at(-1)).toMatchObject({ value: conflict?.theirs })
    }
  })
})

it('a suggestion of the text that is now current goes with the text, and comes back with its revert', async () => {
  const human = await loop.world.human('ada')
  await loop.translate({ a: 'Apfel' }, {}, human)
  await loop.translate({ a: 'Äpfel' })
  expect((await loop.unit('a')).suggestions).toMatchObject([{ value: 'Äpfel' }])
  const { batch } = await loop.translate({ a: 'Äpfel' }, {}, human)
  expect((await loop.unit('a')).suggestions).toEqual([])
  await human.call('revert_changes', { project: loop.project, batch })
  expect(await loop.unit('a')).toMatchObject({ texts: [{ value: 'Apfel' }], suggestions: [{ value: 'Äpfel' }] })
})

describe('why a text waits for a decision', () => {
  it('is that the project’s text is approved or locked', async () => {
    await importDe({ a: 'Apfel', b: 'Brot {n}' })
    const human = await loop.world.human('ada')
    await review({ key: 'a', action: 'approve' }, human)
    await human.call('annotate_entry', { project: loop.project, key: 'b', locale: 'de', lock: true })
    const answer = await importDe({ a: 'Datei', b: 'Datei {n}' })
    expect(conflictsOf(answer).map(({ key, why }) => [key, why])).toEqual([
      ['a', 'approved'],
      ['b', 'locked'],
    ])
    expect(await pulled()).toEqual({ a: 'Datei', b: 'Datei {n}' })
    expect(await delivered()).toEqual({ a: 'Apfel', b: 'Brot {n}' })
    expect(answer.next).toContain('Decide 2 conflicts first')
    expect(answer.next).toContain(
      "and action reject takes the project's text. Only a user can take the file's, on http://localhost:4050/p/ada/app/strings/e1?locale=de.",
    )
    const [approved, locked] = conflictsOf(answer)
    expect(await review({ id: approved?.id, action: 'accept', suggestion: approved?.suggestion })).toMatchObject({
      refused: [{ code: 'protected' }],
    })
    for (const { id, suggestion } of [approved, locked].flatMap(one => one ?? []))
      expect(await review({ id, action: 'reject', suggestion })).toMatchObject({ suggestions_rejected: 1 })
    expect(await pulled()).toEqual({ a: 'Apfel', b: 'Brot {n}' })
  })

  it('is that a user wrote the project’s text, until a user decides', async () => {
    const human = await loop.world.human('ada')
    await loop.translate({ a: 'Mensch' }, {}, human)
    const [conflict] = conflictsOf(await importDe({ a: 'Datei' }))
    expect(conflict).toMatchObject({ why: 'by_user', by: { kind: 'human', person: 'ada' } })
    expect(await review({ id: 'e1', action: 'accept', suggestion: conflict?.suggestion }, human)).toMatchObject({
      accepted: 1,
    })
    expect(await pulled()).toEqual({ a: 'Datei' })
  })
})

describe('what to do about a conflict', () => {
  const PAGE = 'http://localhost:4050/p/ada/app/strings/e1?locale=de'

  it('on a locked translation is that a user unlocks it first', async () => {
    const first = await diverge()
    const human = await loop.world.human('ada')
    await human.call('annotate_entry', { project: loop.project, key: 'a', locale: 'de', lock: true })
    for (const { next } of [await importDe({ a: 'Datei' }), await pullDe()]) {
      expect(next).toContain(`To take the file's, a user unlocks the translation on ${PAGE}, and saves it there.`)
      expect(next).not.toContain('action accept')
    }
    const item = { id: 'e1', action: 'accept', suggestion: conflictsOf(first)[0]?.suggestion }
    expect(await review(item)).toMatchObject({ refused: [{ code: 'locked' }] })
  })

  it('with an error in the file’s text is to correct it there, also after a pull', async () => {
    await loop.translate({ b: 'Brot {n}' })
    await importDe({ b: 'Brot {n}' })
    await loop.submit([{ key: 'b', text: 'Brote {n}', rev: (await loop.unit('b')).rev }])
    for (const { next } of [await importDe({ b: 'Brot' }), await pullDe()])
      expect(next).toContain("The file's has an error: correct it in the file, and push that again.")
  })
})

describe('a conflict and the source', () => {
  it('ends with the source of its text, and is open again when that returns', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    expect((await pullDe()).content).toBe('{\n  "a": "Projekt"\n}\n')
    expect([await delivered(), await counted()]).toEqual([{ a: 'Projekt' }, 0])
    await loop.push({ a: 'Apple', b: 'Bread {n}' })
    expect([await pulled(), await delivered(), await counted()]).toEqual([{ a: 'Datei' }, { a: 'Projekt' }, 1])
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    expect(await importDe({ a: 'Datei' })).toMatchObject({ kept: 1 })
    expect([await pulled(), await counted()]).toEqual([{ a: 'Projekt' }, 0])
  })

  it('holds no text of an earlier source where the policy delivers none', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    await loop.call('update_project_policy', { stale: 'omit' })
    expect([await pulled(), await delivered()]).toEqual([{}, {}])
  })

  it('is shown in the work that a reviewer asks for', async () => {
    await diverge()
    await review({ key: 'a', action: 'request_changes', comment: 'Shorter.' }, await loop.world.human('ada'))
    const { items, next } = await loop.work({ keys: ['a'] })
    expect(items).toMatchObject([{ in_file: 'Datei' }])
    expect(next).toContain('in_file is what somebody wrote in the file meanwhile: use it where it fits.')
  })

  it('does not return when the project’s text is carried over to the new source', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    await loop.call('annotate_entry', { key: 'a', locale: 'de', dismiss_stale: true })
    expect(await loop.unit('a')).toMatchObject({ stale: null, texts: [{ value: 'Projekt' }, { value: 'Projekt' }] })
    expect([await pulled(), await delivered(), await counted()]).toEqual([{ a: 'Projekt' }, { a: 'Projekt' }, 0])
  })

  it('follows a renamed key, in a pull and in a push of the file under its former key', async () => {
    await diverge()
    await loop.push({ moved: 'Apple', b: 'Bread {n}' })
    const both = async () => [await pulled(), await delivered()]
    expect(await both()).toEqual([{ moved: 'Datei' }, { moved: 'Projekt' }])
    await importDe({ a: 'Datei' })
    expect(await both()).toEqual([{ moved: 'Datei' }, { moved: 'Projekt' }])
    await importDe({ moved: 'Datei' })
    expect(await both()).toEqual([{ moved: 'Datei' }, { moved: 'Projekt' }])
  })
})
