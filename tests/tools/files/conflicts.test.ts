import { beforeEach, describe, expect, it } from 'vitest'
import { type Answer, conflictsOf, eachConflictScene } from './conflict-scene.ts'

const { loop, importDe, pullDe, pulled, delivered, review, counted, diverge } = eachConflictScene()

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
      `Decide the conflict of "a" (de) first; until then, a pull keeps the text of the file if its hash is in have. review_translations with locale de, id e1, suggestion ${conflict?.suggestion} and action accept takes the text of the file, reject the project's. Call get_work with locale de: 1 string is left.`,
    )
    expect((await loop.unit('a')).suggestions).toMatchObject([
      { value: 'Datei', conflict: true, branches: ['main'], origin: { kind: 'import' } },
    ])
    expect(await counted()).toBe(1)
  })

  it('stays in the file of a caller who has it, and every pull says so', async () => {
    await diverge()
    const { conflicts, next, exported, content, sha256 } = await pullDe()
    expect(JSON.parse(content)).toEqual({ a: 'Datei' })
    expect([conflicts, exported]).toEqual([1, 1])
    expect(await loop.pull({ have: { 'locales/de.json': sha256 } })).toMatchObject({ content })
    const other = await loop.pull()
    expect(JSON.parse(other.content)).toEqual({ a: 'Projekt' })
    expect(other).toMatchObject({ conflicts: 1, exported: 1 })
    expect(await loop.pull({ have: { 'locales/de.json': 'f'.repeat(64) } })).toMatchObject({ content: other.content })
    expect(next).toMatch(
      /^Decide the conflict of "a" \(de\) first; until then, a pull keeps the text of the file if its hash is in have\. /,
    )
    const answer = await loop.call('pull_translations')
    const suggestion = (await loop.unit('a')).suggestions[0]?.id
    expect(answer).toMatchObject({
      conflicts: { count: 1, first: [{ id: 'e1', key: 'a', locale: 'de', suggestion }] },
    })
    for (const include of ['approved', 'all']) {
      expect(await pulled({ include })).toEqual({ a: 'Datei' })
      expect(await delivered({ include })).toEqual(include === 'all' ? { a: 'Projekt' } : {})
    }
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

  it('stays rejected by a user when an agent imports its text again, also after another one', async () => {
    const [conflict] = conflictsOf(await diverge())
    const human = await loop.world.human('ada')
    await review({ id: 'e1', action: 'reject', suggestion: conflict?.suggestion }, human)
    await importDe({ a: 'Datei zwei' })
    const { next, ...again } = await importDe({ a: 'Datei' })
    expect(again).toMatchObject({ kept: 1 })
    expect(again).not.toHaveProperty('conflicts')
    expect(next).toContain(
      'Not imported: 1 translation that a user rejected. To use it, a user edits the string on http',
    )
    expect([(await pullDe()).content, await counted()]).toEqual(['{\n  "a": "Projekt"\n}\n', 0])
    await importDe({ a: 'Datei zwei' })
    expect(conflictsOf(await importDe({ a: 'Datei' }, {}, human))).toMatchObject([{ theirs: 'Datei' }])
  })

  it('gives way to the newest text of the file', async () => {
    await diverge()
    expect(conflictsOf(await importDe({ a: 'Datei zwei' }))).toMatchObject([{ theirs: 'Datei zwei' }])
    expect((await loop.unit('a')).suggestions).toMatchObject([{ value: 'Datei zwei' }])
    expect([await pulled(), await delivered()]).toEqual([{ a: 'Datei zwei' }, { a: 'Projekt' }])
  })

  it('ends when the project agrees with the file', async () => {
    await diverge()
    const human = await loop.world.human('ada')
    await loop.translate({ a: 'Datei' }, {}, human)
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
    for (let n = 0; n < 3; n++) {
      await review({ id: 'e1', action: 'reject', rev: (await loop.unit('a')).rev }, human)
    }
    expect(await loop.unit('a')).toMatchObject({ state: 'untranslated' })
    expect([await pulled(), await delivered()]).toEqual([{ a: 'Datei' }, {}])
    expect(await importDe({ a: 'Datei' })).toMatchObject({ imported: 1 })
    expect(await loop.unit('a')).toMatchObject({ texts: [{ value: 'Datei' }], suggestions: [] })
  })

  it('ends with the revert of its import', async () => {
    const { batch } = await diverge()
    const order = { project: loop.project, batch }
    const dry = await loop.ada.call<Answer>('revert_changes', { ...order, dry_run: true })
    expect(dry.next).toContain('The next pull would replace 1 text that only the file has: "Datei" of "a" (de).')
    const undone = await loop.ada.call<Answer>('revert_changes', order)
    expect(undone).toMatchObject({ suggestions_removed: 1 })
    expect(undone.next).toContain('The next pull replaces 1 text that only the file has: "Datei" of "a" (de).')
    expect(undone.next).not.toContain('get_entries')
    expect(undone.next).toContain(`To undo: revert_changes with batch ${undone.batch}.`)
    expect(await pulled()).toEqual({ a: 'Projekt' })
    expect((await loop.ada.call<Answer>('revert_changes', { ...order, batch: undone.batch })).next).not.toContain(
      'The next pull',
    )
    expect([await pulled(), await delivered()]).toEqual([{ a: 'Datei' }, { a: 'Projekt' }])
  })
})

it('a dry run names conflicts without a suggestion, and keeps none', async () => {
  await diverge('Apfel')
  const answer = await importDe({ a: 'Datei' }, { dry_run: true })
  const [conflict] = conflictsOf(answer)
  expect(conflict).toMatchObject({ key: 'a', theirs: 'Datei' })
  expect(conflict).not.toHaveProperty('suggestion')
  expect(answer.next).toBe(
    'Nothing was written. Decide the conflict of "a" (de) first: until then, a pull keeps the text of the file if its hash is in have. Repeat without dry_run for the others.',
  )
  expect((await loop.unit('a')).suggestions).toEqual([])
})

it('many conflicts are counted, and the first 20 are named', async () => {
  const keys = Array.from({ length: 30 }, (_, n) => `k${n}`)
  const texts = (text: string) => Object.fromEntries(keys.map(key => [key, `${text} ${key}`]))
  await loop.push({ a: 'Apple', b: 'Bread {n}', ...texts('Text') })
  await importDe(texts('Alt'))
  const items = keys.map(key => ({ key, action: 'approve' }))
  await loop.review(items)
  const answer = await importDe(texts('lang '.repeat(100)))
  expect(answer['conflicts']).toMatchObject({ count: 30 })
  expect(conflictsOf(answer)).toHaveLength(20)
  expect(Math.max(...conflictsOf(answer).map(({ theirs }) => theirs.length))).toBeLessThanOrEqual(200)
  const { conflicts } = await loop.call<{ conflicts: { first: unknown[] } }>('pull_translations')
  expect(conflicts).toMatchObject({ count: 30 })
  expect(conflicts.first).toHaveLength(5)
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
    expect([await pulled(onBranch), await delivered(onBranch)]).toEqual([{ a: 'Datei' }, { a: 'Projekt' }])
    expect([await pulled(), await delivered()]).toEqual([{ a: 'Projekt' }, { a: 'Projekt' }])
    const { next } = await pullDe(onBranch)
    expect(next).toContain('locale de, branch feature, id e1')
  })

  it('counts there, in status, listings and next steps, and not on main', async () => {
    const first = await diverge('Datei', onBranch)
    await loop.translate({ b: 'Brot {n}' })
    const reviewer = 'Nothing is left to translate. For a reviewer: 1 conflict (conflict: true). get_entries lists them'
    const status = await loop.call<Answer>('get_status', onBranch)
    expect(status).toMatchObject({ locales: [{ conflicts: 1 }] })
    expect(status.next).toContain(`${reviewer} (branch ${branch}).`)
    const main = await loop.call<Answer>('get_status')
    expect((main['locales'] as object[])[0]).not.toHaveProperty('conflicts')
    expect(main.next).not.toContain('conflict')
    const listed = { locale: 'de', conflict: true }
    expect(await loop.call('get_entries', { ...listed, ...onBranch })).toMatchObject({ entries: [{ conflict: true }] })
    expect(await loop.call('get_entries', listed)).toMatchObject({ entries: [] })
    const [item] = (await loop.call('get_entries', { locale: 'de' }))['entries'] as object[]
    expect(item).not.toHaveProperty('conflict')
    const sent = await loop.translate({ b: 'Brot {n}' }, onBranch)
    expect(sent.next).toContain(`${reviewer} (branch ${branch}).`)
    const suggestion = conflictsOf(first)[0]?.suggestion
    await loop.call('review_translations', {
      locale: 'de',
      ...onBranch,
      items: [{ id: 'e1', action: 'reject', suggestion }],
    })
    expect((await loop.call<Answer>('get_status', onBranch)).next).not.toContain('conflict')
  })

  it('becomes one of main when the merged file is pushed, and ends for each branch by its own file', async () => {
    await diverge('Datei', onBranch)
    expect(conflictsOf(await importDe({ a: 'Datei' }))).toHaveLength(1)
    expect((await loop.unit('a')).suggestions).toMatchObject([{ branches: [branch, 'main'] }])
    await importDe({ a: 'Projekt' })
    expect((await loop.unit('a')).suggestions).toMatchObject([{ branches: [branch] }])
    expect([await pulled(), await pulled(onBranch)]).toEqual([{ a: 'Projekt' }, { a: 'Datei' }])
    expect(await delivered(onBranch)).toEqual({ a: 'Projekt' })
  })

  it('of main is kept in a branch without its own file, and apart from the branch’s own', async () => {
    await diverge()
    expect([await pulled(onBranch), await delivered(onBranch)]).toEqual([{ a: 'Datei' }, { a: 'Projekt' }])
    await importDe({ a: 'Zweig' }, onBranch)
    expect([await pulled(), await pulled(onBranch)]).toEqual([{ a: 'Datei' }, { a: 'Zweig' }])
    expect([await delivered(), await delivered(onBranch)]).toEqual([{ a: 'Projekt' }, { a: 'Projekt' }])
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
    await loop.call('delete_branch', { branch })
    const { suggestions } = await loop.unit('a')
    expect(suggestions).toMatchObject([{ value: 'Datei' }])
    expect(suggestions[0]).not.toHaveProperty('conflict')
    expect(await counted()).toBe(0)
  })
})
