import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { type Loop, openLoop, type Pulled } from '../loop.ts'

type Answer = Readonly<Record<string, unknown>> & { readonly next: string; readonly batch?: string }

interface Conflict {
  readonly id: string
  readonly key: string
  readonly locale: string
  readonly why: string
  readonly ours?: string
  readonly theirs: string
  readonly error?: string
  readonly suggestion?: string
  readonly by?: { readonly kind: string; readonly person?: string }
}

let loop: Loop

beforeEach(async () => {
  loop = await openLoop(['de'])
  await loop.push({ a: 'Apple', b: 'Bread {n}' })
})
afterEach(() => loop.close())

const DE = 'locales/de.json'
const importDe = (texts: object, more: object = {}, by = loop.ada): Promise<Answer> =>
  by.call('push_translations', {
    project: loop.project,
    files: [{ path: DE, content: `${JSON.stringify(texts, null, 2)}\n` }],
    ...more,
  })
const conflictsOf = (answer: Answer): readonly Conflict[] =>
  (answer['conflicts'] as { first: readonly Conflict[] } | undefined)?.first ?? []
const pullDe = (more: Readonly<Record<string, unknown>> = {}) =>
  loop.pull(more) as Promise<Pulled & { readonly next: string; readonly conflicts?: number }>
const pulled = async (more: Readonly<Record<string, unknown>> = {}): Promise<unknown> =>
  JSON.parse((await pullDe(more)).content)
const review = (item: object, by = loop.ada): Promise<Answer> =>
  by.call('review_translations', { project: loop.project, locale: 'de', items: [item] })
/** How many conflicts the main branch has, by the index. */
const counted = async (): Promise<number> =>
  loop.world.services.store.read.translations.count('conflict', compoundKey((await loop.record()).id, 'de', 'main'))

/** The file and the project have the same text; then an agent changes the project, and a user the file. */
async function diverge(theirs = 'Datei', more: object = {}): Promise<Answer> {
  await loop.submit([{ key: 'a', text: 'Apfel' }])
  await importDe({ a: 'Apfel' }, more)
  await loop.submit([{ key: 'a', text: 'Projekt', rev: (await loop.unit('a')).rev }])
  return importDe({ a: theirs }, more)
}

describe('a text that changed in the file and in the project', () => {
  it('is named with both texts, what to do about it, and who wrote the project’s', async () => {
    const answer = await diverge()
    const [conflict] = conflictsOf(answer)
    expect(answer).toMatchObject({ missing: 1, conflicts: { count: 1 } })
    expect(conflict).toEqual({
      id: 'e1',
      key: 'a',
      locale: 'de',
      why: 'both_changed',
      ours: 'Projekt',
      theirs: 'Datei',
      suggestion: expect.any(String),
      by: { kind: 'agent', person: 'ada' },
    })
    expect(answer.next).toBe(
      `Decide the conflict of "a" (de) first; until then, pulls keep the text of the file. review_translations with locale de, id e1, suggestion ${conflict?.suggestion} and action accept takes the text of the file, reject the project's. Call get_work with locale de: 1 string is left.`,
    )
    expect((await loop.unit('a')).suggestions).toMatchObject([
      { value: 'Datei', conflict: true, branches: ['main'], origin: { kind: 'import' } },
    ])
    expect(await counted()).toBe(1)
  })

  it('stays in the file, and every pull says so', async () => {
    await diverge()
    const { conflicts, next, exported, content } = await pullDe()
    expect(JSON.parse(content)).toEqual({ a: 'Datei' })
    expect([conflicts, exported]).toEqual([1, 1])
    expect(next).toMatch(/^Decide the conflict of "a" \(de\) first; until then, pulls keep the text of the file\. /)
    const answer = await loop.ada.call('pull_translations', { project: loop.project })
    const suggestion = (await loop.unit('a')).suggestions[0]?.id
    expect(answer).toMatchObject({
      conflicts: { count: 1, first: [{ id: 'e1', key: 'a', locale: 'de', suggestion }] },
    })
    for (const include of ['approved', 'all']) expect(await pulled({ include })).toEqual({ a: 'Datei' })
  })

  it('is named again by each push of the file, which changes nothing', async () => {
    const first = await diverge()
    const before = await loop.unit('a')
    loop.world.pass(1000)
    const again = await importDe({ a: 'Datei' })
    expect(again['conflicts']).toEqual(first['conflicts'])
    expect(again).not.toHaveProperty('batch')
    expect(again.next).toMatch(/^Nothing was written\. Decide the conflict/)
    expect(await loop.unit('a')).toEqual(before)
  })

  it('is the project’s text after it was accepted', async () => {
    const [conflict] = conflictsOf(await diverge())
    const { id, suggestion } = conflict ?? {}
    expect(await review({ id, action: 'accept', suggestion })).toMatchObject({ accepted: 1 })
    expect(await loop.unit('a')).toMatchObject({ texts: [{ value: 'Datei' }], suggestions: [] })
    expect(await pulled()).toEqual({ a: 'Datei' })
    expect(await counted()).toBe(0)
    expect(await importDe({ a: 'Datei' })).toMatchObject({ unchanged: 1 })
  })

  it('is replaced by the next pull after it was rejected, and does not come back', async () => {
    const [conflict] = conflictsOf(await diverge())
    loop.world.pass(60_000)
    const since = loop.world.services.now().toISOString()
    const { id, suggestion } = conflict ?? {}
    expect(await review({ id, action: 'reject', suggestion })).toMatchObject({ suggestions_rejected: 1 })
    expect(await pulled({ changed_since: since })).toEqual({ a: 'Projekt' })
    expect(await counted()).toBe(0)
    const again = await importDe({ a: 'Datei' })
    expect(again).toMatchObject({ kept: 1 })
    expect(again).not.toHaveProperty('conflicts')
    expect((await loop.unit('a')).suggestions).toEqual([])
    expect(await pulled()).toEqual({ a: 'Projekt' })
  })

  it('conflicts anew when the file changes after the rejection', async () => {
    const [conflict] = conflictsOf(await diverge())
    await review({ id: 'e1', action: 'reject', suggestion: conflict?.suggestion })
    expect(conflictsOf(await importDe({ a: 'Datei zwei' }))).toMatchObject([{ theirs: 'Datei zwei' }])
    expect(await pulled()).toEqual({ a: 'Datei zwei' })
  })

  it('gives way to the newest text of the file', async () => {
    await diverge()
    expect(conflictsOf(await importDe({ a: 'Datei zwei' }))).toMatchObject([{ theirs: 'Datei zwei' }])
    expect((await loop.unit('a')).suggestions).toMatchObject([{ value: 'Datei zwei' }])
    expect(await pulled()).toEqual({ a: 'Datei zwei' })
  })

  it('ends when the file agrees with the project', async () => {
    await diverge()
    expect(await importDe({ a: 'Projekt' })).toMatchObject({ unchanged: 1, batch: expect.any(String) })
    expect((await loop.unit('a')).suggestions).toEqual([])
    expect(await counted()).toBe(0)
  })

  it('ends when the project agrees with the file', async () => {
    await diverge()
    const human = await loop.world.human('ada')
    const { rev, texts } = await loop.unit('a')
    const items = [{ key: 'a', src: texts[0]?.src.slice(0, 8), text: 'Datei', rev }]
    await human.call('submit_translations', { project: loop.project, locale: 'de', items })
    expect(await pullDe()).not.toHaveProperty('conflicts')
    expect(await counted()).toBe(0)
    expect(await importDe({ a: 'Datei' })).toMatchObject({ unchanged: 1 })
    expect((await loop.unit('a')).suggestions).toEqual([])
  })

  it('remains a suggestion when the file has the older text again, or no text', async () => {
    for (const file of [{ a: 'Apfel' }, { b: 'Brot {n}' }]) {
      await diverge(`Datei ${Object.keys(file).join()}`)
      await importDe(file)
      const { suggestions } = await loop.unit('a')
      expect(suggestions.at(-1)).toMatchObject({ value: `Datei ${Object.keys(file).join()}` })
      for (const one of suggestions) expect(one).not.toHaveProperty('conflict')
      expect(await counted()).toBe(0)
    }
  })

  it('goes in when the project’s text is withdrawn', async () => {
    await diverge()
    const human = await loop.world.human('ada')
    for (let n = 0; n < 3; n++) await review({ id: 'e1', action: 'reject' }, human)
    expect(await loop.unit('a')).toMatchObject({ state: 'untranslated' })
    expect(await pulled()).toEqual({ a: 'Datei' })
    expect(await importDe({ a: 'Datei' })).toMatchObject({ imported: 1 })
    expect(await loop.unit('a')).toMatchObject({ texts: [{ value: 'Datei' }], suggestions: [] })
  })

  it('ends with the revert of its import', async () => {
    const { batch } = await diverge()
    expect(await loop.ada.call('revert_changes', { project: loop.project, batch })).toMatchObject({
      suggestions_removed: 1,
    })
    expect(await pulled()).toEqual({ a: 'Projekt' })
  })
})

describe('a decision about a conflict', () => {
  const revert = (batch: string | undefined) => loop.ada.call('revert_changes', { project: loop.project, batch })

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
      expect(conflictsOf(await importDe({ a: 'Datei' }))).toMatchObject([{ suggestion }])
      // The revert is a batch itself.
      const again = await revert((undone as Answer).batch)
      expect(again).toMatchObject(action === 'accept' ? { reverted: 1 } : { suggestions_removed: 1 })
      expect((await loop.unit('a')).suggestions).toEqual([])
      expect(await pulled()).toEqual({ a: action === 'accept' ? 'Datei' : 'Projekt' })
    })
  }

  it('brings back an ordinary suggestion if the file has another text since', async () => {
    const [conflict] = conflictsOf(await diverge())
    const { batch } = await review({ id: 'e1', action: 'reject', suggestion: conflict?.suggestion })
    await importDe({ a: 'Datei zwei' })
    await revert(batch)
    expect(await pulled()).toEqual({ a: 'Datei zwei' })
    const { suggestions } = await loop.unit('a')
    expect(suggestions.map(({ value, conflict: isConflict }) => [value, isConflict])).toEqual([
      ['Datei zwei', true],
      ['Datei', undefined],
    ])
  })

  it('brings back an ordinary suggestion if the file lost the text, or the branch is gone', async () => {
    await loop.push({ a: 'Apple', b: 'Bread {n}' }, { branch: 'feature' })
    for (const more of [{}, { branch: 'feature' }]) {
      const [conflict] = conflictsOf(await diverge(`Datei ${Object.keys(more).length}`, more))
      const { batch } = await review({ id: 'e1', action: 'reject', suggestion: conflict?.suggestion })
      if ('branch' in more) await loop.ada.call('delete_branch', { project: loop.project, branch: 'feature' })
      else await importDe({ b: 'Brot {n}' })
      await revert(batch)
      expect(await counted()).toBe(0)
      expect((await loop.unit('a')).suggestions.at(-1)).toMatchObject({ value: conflict?.theirs })
    }
  })
})

describe('a suggestion of the text that is now current', () => {
  it('goes with the text, and comes back with its revert', async () => {
    const human = await loop.world.human('ada')
    const { items } = await loop.ada.call<{ items: { src: string }[] }>('get_work', {
      project: loop.project,
      locale: 'de',
    })
    const submit = async (text: string, by = human) => {
      const { rev } = await loop.unit('a').catch(() => ({ rev: 0 }))
      const item = { key: 'a', src: items[0]?.src, text, ...(rev > 0 && { rev }) }
      return by.call<Answer>('submit_translations', { project: loop.project, locale: 'de', items: [item] })
    }
    await submit('Apfel')
    await submit('Äpfel', loop.ada)
    expect((await loop.unit('a')).suggestions).toMatchObject([{ value: 'Äpfel' }])
    const { batch } = await submit('Äpfel')
    expect((await loop.unit('a')).suggestions).toEqual([])
    await human.call('revert_changes', { project: loop.project, batch })
    expect(await loop.unit('a')).toMatchObject({ texts: [{ value: 'Apfel' }], suggestions: [{ value: 'Äpfel' }] })
  })

  it('goes with an import of the text', async () => {
    await importDe({ a: 'Apfel' })
    const human = await loop.world.human('ada')
    await review({ key: 'a', action: 'approve' }, human)
    await loop.submit([{ key: 'a', text: 'Äpfel' }])
    expect((await loop.unit('a')).suggestions).toMatchObject([{ value: 'Äpfel' }])
    await review({ key: 'a', action: 'request_changes', comment: 'Plural' }, human)
    expect(await importDe({ a: 'Äpfel' })).toMatchObject({ imported: 1 })
    expect((await loop.unit('a')).suggestions).toEqual([])
  })
})

describe('why a text waits for a decision', () => {
  it('is that the project’s text is approved or locked', async () => {
    await importDe({ a: 'Apfel', b: 'Brot {n}' })
    const human = await loop.world.human('ada')
    await review({ key: 'a', action: 'approve' }, human)
    await loop.ada.call('annotate_entry', { project: loop.project, key: 'b', locale: 'de', lock: true })
    const answer = await importDe({ a: 'Datei', b: 'Datei {n}' })
    expect(conflictsOf(answer).map(({ key, why }) => [key, why])).toEqual([
      ['a', 'approved'],
      ['b', 'locked'],
    ])
    expect(await pulled()).toEqual({ a: 'Datei', b: 'Datei {n}' })
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
    const { src } = (
      await loop.ada.call<{ items: { src: string }[] }>('get_work', { project: loop.project, locale: 'de' })
    ).items[0] ?? { src: '' }
    const items = [{ key: 'a', src, text: 'Mensch' }]
    await human.call('submit_translations', { project: loop.project, locale: 'de', items })
    const [conflict] = conflictsOf(await importDe({ a: 'Datei' }))
    expect(conflict).toMatchObject({ why: 'by_user', by: { kind: 'human', person: 'ada' } })
    expect(await review({ id: 'e1', action: 'accept', suggestion: conflict?.suggestion }, human)).toMatchObject({
      accepted: 1,
    })
    expect(await pulled()).toEqual({ a: 'Datei' })
  })

  it('includes an error of the file’s text, which then cannot be accepted', async () => {
    await loop.submit([{ key: 'b', text: 'Brot {n}' }])
    await importDe({ b: 'Brot {n}' })
    await loop.submit([{ key: 'b', text: 'Brote {n}', rev: (await loop.unit('b')).rev }])
    const answer = await importDe({ b: 'Brot' })
    expect(conflictsOf(answer)).toMatchObject([{ error: expect.stringContaining('{n}') }])
    expect(answer.next).not.toContain('action accept')
  })
})

describe('what to do about a conflict', () => {
  const PAGE = 'http://localhost:4050/p/ada/app/strings/e1?locale=de'

  it('on a locked translation is that a user unlocks it first', async () => {
    const first = await diverge()
    await loop.ada.call('annotate_entry', { project: loop.project, key: 'a', locale: 'de', lock: true })
    for (const { next } of [await importDe({ a: 'Datei' }), await pullDe()]) {
      expect(next).toContain(`To take the file's, a user unlocks the translation on ${PAGE}, and saves it there.`)
      expect(next).not.toContain('action accept')
    }
    const item = { id: 'e1', action: 'accept', suggestion: conflictsOf(first)[0]?.suggestion }
    expect(await review(item)).toMatchObject({ refused: [{ code: 'locked' }] })
  })

  it('about another source string is to send the text of the file for this one', async () => {
    const first = await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    const item = { id: 'e1', action: 'accept', suggestion: conflictsOf(first)[0]?.suggestion }
    expect(await review(item)).toMatchObject({ refused: [{ code: 'source_changed' }] })
    for (const { next } of [await importDe({ a: 'Datei' }), await pullDe()])
      expect(next).toContain("It is about another source string: to take the file's, send it with submit_translations.")
    expect(await loop.submit([{ key: 'a', text: 'Datei' }])).toMatchObject({ accepted: 1 })
    expect([await pulled(), await counted()]).toEqual([{ a: 'Datei' }, 0])
  })

  it('about another source string, with a protected translation, is that a user saves it', async () => {
    await importDe({ a: 'Apfel' })
    const human = await loop.world.human('ada')
    await review({ key: 'a', action: 'approve' }, human)
    await importDe({ a: 'Datei' })
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    await human.call('annotate_entry', { project: loop.project, key: 'a', locale: 'de', dismiss_stale: true })
    const { next } = await pullDe()
    expect(next).toContain(`It is about another source string: to take the file's, a user saves it on ${PAGE}.`)
    expect(await loop.submit([{ key: 'a', text: 'Datei' }])).toMatchObject({ suggested: 1 })
  })

  it('with an error in the file’s text is to correct it there, also after a pull', async () => {
    await loop.submit([{ key: 'b', text: 'Brot {n}' }])
    await importDe({ b: 'Brot {n}' })
    await loop.submit([{ key: 'b', text: 'Brote {n}', rev: (await loop.unit('b')).rev }])
    for (const { next } of [await importDe({ b: 'Brot' }), await pullDe()])
      expect(next).toContain("The file's has an error: correct it in the file, and push that again.")
  })
})

describe('a dry run', () => {
  it('names conflicts without a suggestion, and keeps none', async () => {
    await diverge('Apfel')
    const answer = await importDe({ a: 'Datei' }, { dry_run: true })
    const [conflict] = conflictsOf(answer)
    expect(conflict).toMatchObject({ key: 'a', theirs: 'Datei' })
    expect(conflict).not.toHaveProperty('suggestion')
    expect(answer.next).toBe(
      'Nothing was written. Decide the conflict of "a" (de) first: until then, pulls keep the text of the file. Repeat without dry_run for the others.',
    )
    expect((await loop.unit('a')).suggestions).toEqual([])
  })
})

describe('many conflicts', () => {
  it('are counted, and the first 20 are named', async () => {
    const keys = Array.from({ length: 30 }, (_, n) => `k${n}`)
    const texts = (text: string) => Object.fromEntries(keys.map(key => [key, `${text} ${key}`]))
    await loop.push({ a: 'Apple', b: 'Bread {n}', ...texts('Text') })
    await importDe(texts('Alt'))
    const human = await loop.world.human('ada')
    const items = keys.map(key => ({ key, action: 'approve' }))
    await human.call('review_translations', { project: loop.project, locale: 'de', items })
    const answer = await importDe(texts('lang '.repeat(100)))
    expect(answer['conflicts']).toMatchObject({ count: 30 })
    expect(conflictsOf(answer)).toHaveLength(20)
    expect(Math.max(...conflictsOf(answer).map(({ theirs }) => theirs.length))).toBeLessThanOrEqual(200)
    const { conflicts } = await loop.ada.call<{ conflicts: { first: unknown[] } }>('pull_translations', {
      project: loop.project,
    })
    expect(conflicts).toMatchObject({ count: 30 })
    expect(conflicts.first).toHaveLength(5)
  })
})

describe('a conflict and the source', () => {
  it('is kept while the translation is stale, and ends with a translation of the new source', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    expect(await pulled()).toEqual({ a: 'Datei' })
    expect(await counted()).toBe(1)
    expect(conflictsOf(await importDe({ a: 'Datei' }))).toMatchObject([{ why: 'both_changed' }])
    await loop.submit([{ key: 'a', text: 'Äpfel' }])
    expect(await pulled()).toEqual({ a: 'Äpfel' })
    expect(await counted()).toBe(0)
    expect(await importDe({ a: 'Datei' })).toMatchObject({ kept: 1 })
  })

  it('is shown in the work for the new source, and a translation says that it replaces the text of the file', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    const { items, next } = await loop.work({ keys: ['a'] })
    expect(items).toMatchObject([{ before: { text: 'Projekt', why: 'source_changed' }, in_file: 'Datei' }])
    expect(next).toContain('in_file is what somebody wrote in the file meanwhile: use it where it fits.')
    const dry = await loop.submit([{ key: 'a', text: 'Äpfel' }], { dry_run: true })
    expect(dry.next).toContain('The next pull would replace 1 text that only the file has: "Datei" of "a" (de).')
    const done = await loop.submit([{ key: 'a', text: 'Äpfel' }])
    expect(done.next).toContain(
      `The next pull replaces 1 text that only the file has: "Datei" of "a" (de). get_entries with suggested: true, full: true shows it; revert_changes with batch ${done.batch} keeps it in the file.`,
    )
    const shown = await loop.ada.call('get_entries', {
      project: loop.project,
      locale: 'de',
      suggested: true,
      full: true,
    })
    expect(JSON.stringify(shown)).toContain('"Datei"')
    await loop.ada.call('revert_changes', { project: loop.project, batch: done.batch })
    expect(await pulled()).toEqual({ a: 'Datei' })
  })

  it('ends without a word when the text of the file is sent for the new source', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    expect((await loop.submit([{ key: 'a', text: 'Datei' }])).next).not.toContain('The next pull')
    expect([await pulled(), await counted()]).toEqual([{ a: 'Datei' }, 0])
  })

  it('is kept when the project’s text is carried over to the new source', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    await loop.ada.call('annotate_entry', { project: loop.project, key: 'a', locale: 'de', dismiss_stale: true })
    expect(await loop.unit('a')).toMatchObject({ stale: null, texts: [{ value: 'Projekt' }, { value: 'Projekt' }] })
    expect([await pulled(), await counted()]).toEqual([{ a: 'Datei' }, 1])
  })

  it('that ended with the source stays so when the source changes again', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    await loop.submit([{ key: 'a', text: 'Äpfel' }])
    await loop.push({ a: 'Some apples', b: 'Bread {n}' })
    expect([await pulled(), await counted()]).toEqual([{ a: 'Äpfel' }, 0])
  })

  it('ends with an accepted suggestion for the new source, which says so', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    await loop.ada.call('annotate_entry', { project: loop.project, key: 'a', locale: 'de', lock: true })
    await loop.submit([{ key: 'a', text: 'Äpfel' }])
    const human = await loop.world.human('ada')
    await human.call('annotate_entry', { project: loop.project, key: 'a', locale: 'de', lock: false })
    const { id } = (await loop.unit('a')).suggestions.find(({ value }) => value === 'Äpfel') ?? {}
    const { next } = await review({ id: 'e1', action: 'accept', suggestion: id }, human)
    expect(next).toContain('The next pull replaces 1 text that only the file has: "Datei" of "a" (de).')
  })

  it('follows a renamed key, in a pull and in a push of the file under its former key', async () => {
    await diverge()
    await loop.push({ moved: 'Apple', b: 'Bread {n}' })
    expect(await pulled()).toEqual({ moved: 'Datei' })
    await importDe({ a: 'Datei' })
    expect(await pulled()).toEqual({ moved: 'Datei' })
    await importDe({ moved: 'Datei' })
    expect(await pulled()).toEqual({ moved: 'Datei' })
  })
})

describe('a conflict on a branch', () => {
  const branch = 'feature'
  const onBranch = { branch }

  beforeEach(async () => {
    await loop.push({ a: 'Apple', b: 'Bread {n}' }, onBranch)
  })

  it('stays in the branch’s file only', async () => {
    await diverge('Datei', onBranch)
    expect((await loop.unit('a')).suggestions).toMatchObject([{ branches: [branch] }])
    expect(await pulled(onBranch)).toEqual({ a: 'Datei' })
    expect(await pulled()).toEqual({ a: 'Projekt' })
    const { next } = await pullDe(onBranch)
    expect(next).toContain('locale de, branch feature, id e1')
  })

  it('counts there, in status, listings and next steps, and not on main', async () => {
    const first = await diverge('Datei', onBranch)
    const call = (tool: string, more: object = {}) => loop.ada.call<Answer>(tool, { project: loop.project, ...more })
    await loop.submit([{ key: 'b', text: 'Brot {n}' }])
    const reviewer = 'Nothing is left to translate. For a reviewer: 1 conflict (conflict: true). get_entries lists them'
    const status = await call('get_status', onBranch)
    expect(status).toMatchObject({ locales: [{ conflicts: 1 }] })
    expect(status.next).toContain(`${reviewer} (branch ${branch}).`)
    const main = await call('get_status')
    expect((main['locales'] as object[])[0]).not.toHaveProperty('conflicts')
    expect(main.next).not.toContain('conflict')
    const listed = { locale: 'de', conflict: true }
    expect(await call('get_entries', { ...listed, ...onBranch })).toMatchObject({ entries: [{ conflict: true }] })
    expect(await call('get_entries', listed)).toMatchObject({ entries: [] })
    const [item] = (await call('get_entries', { locale: 'de' }))['entries'] as object[]
    expect(item).not.toHaveProperty('conflict')
    const sent = await loop.submit([{ key: 'b', text: 'Brot {n}' }], onBranch)
    expect(sent.next).toContain(`${reviewer} (branch ${branch}).`)
    const suggestion = conflictsOf(first)[0]?.suggestion
    await call('review_translations', {
      locale: 'de',
      ...onBranch,
      items: [{ id: 'e1', action: 'reject', suggestion }],
    })
    expect((await call('get_status', onBranch)).next).not.toContain('conflict')
  })

  it('of main counts on a branch without its own file', async () => {
    await diverge()
    const status = await loop.ada.call('get_status', { project: loop.project, ...onBranch })
    expect(status).toMatchObject({ locales: [{ conflicts: 1 }] })
    await importDe({ a: 'Projekt' }, onBranch)
    const now = await loop.ada.call<{ locales: object[] }>('get_status', { project: loop.project, ...onBranch })
    expect(now.locales[0]).not.toHaveProperty('conflicts')
    expect(await counted()).toBe(1)
  })

  it('becomes one of main when the merged file is pushed, and ends for each branch by its own file', async () => {
    await diverge('Datei', onBranch)
    expect(conflictsOf(await importDe({ a: 'Datei' }))).toHaveLength(1)
    expect((await loop.unit('a')).suggestions).toMatchObject([{ branches: [branch, 'main'] }])
    await importDe({ a: 'Projekt' })
    expect((await loop.unit('a')).suggestions).toMatchObject([{ branches: [branch] }])
    expect([await pulled(), await pulled(onBranch)]).toEqual([{ a: 'Projekt' }, { a: 'Datei' }])
  })

  it('of main is kept in a branch without its own file, and apart from the branch’s own', async () => {
    await diverge()
    expect(await pulled(onBranch)).toEqual({ a: 'Datei' })
    await importDe({ a: 'Zweig' }, onBranch)
    expect([await pulled(), await pulled(onBranch)]).toEqual([{ a: 'Datei' }, { a: 'Zweig' }])
    expect((await loop.unit('a')).suggestions).toMatchObject([{ branches: ['main'] }, { branches: [branch] }])
  })

  it('is decided for all branches at once', async () => {
    const [conflict] = conflictsOf(await diverge('Datei', onBranch))
    await importDe({ a: 'Datei' })
    await review({ id: 'e1', action: 'reject', suggestion: conflict?.suggestion })
    expect([await pulled(), await pulled(onBranch)]).toEqual([{ a: 'Projekt' }, { a: 'Projekt' }])
  })

  it('ends with the branch, and stays as a suggestion', async () => {
    await diverge('Datei', onBranch)
    await loop.ada.call('delete_branch', { project: loop.project, branch })
    const { suggestions } = await loop.unit('a')
    expect(suggestions).toMatchObject([{ value: 'Datei' }])
    expect(suggestions[0]).not.toHaveProperty('conflict')
    expect(await counted()).toBe(0)
  })
})
