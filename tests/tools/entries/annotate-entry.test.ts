import { describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { type Caller, eachTeam } from '../team.ts'
import { expectRefusal, refused } from '../world.ts'

const team = eachTeam()

const finding = (id: string, level: 'error' | 'warning') => ({ id, level, message: `${id} is wrong.` })
const withFindings = (...findings: ReturnType<typeof finding>[]): Promise<void> =>
  team.alter('a', ({ texts }) => ({ texts: texts.map(text => ({ ...text, findings })) }))
const errors = async (): Promise<number> => {
  const { id } = await team.record()
  return team.world.services.store.read.translations.count('finding', compoundKey(id, 'de', 'error'))
}
const administrator = (): Promise<Caller> =>
  team.token(team.ada, 'admin', ['project:read', 'project:write', 'project:admin'])

describe('ignoring a finding', () => {
  it('of a warning is for all members, with a reason, until the translation changes', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    await withFindings(finding('urls', 'warning'))
    const answer = await team.note(team.bob, 'a', { ignore: { finding: 'urls', reason: 'a local address' } })
    expect(answer).toMatchObject({ done: ['ignored'], ignored: ['urls'], rev: 1 })
    const ignores = async () => (await team.unit('a')).texts[0]?.ignores
    const ignored = [
      {
        finding: 'urls',
        reason: 'a local address',
        user_id: team.bob.principal.user.id,
        at: expect.any(String),
        seen: [expect.stringMatching(/^[0-9a-f]{16}$/)],
        by_agent: true,
      },
    ]
    expect(await ignores()).toEqual(ignored)
    expect(await team.note(team.bob, 'a', { unignore: 'urls' })).toMatchObject({ done: ['unignored'] })
    expect(await ignores()).toBeUndefined()
    await team.note(team.bob, 'a', { ignore: { finding: 'urls', reason: 'a local address' } })
    expect(await ignores()).toEqual(ignored)
    await team.submit(team.ada, 'a', 'Birne')
    expect(await ignores()).toBeUndefined()
  })

  it('of an error is for users alone, and so is undoing it', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    await withFindings(finding('markup', 'error'))
    const ignore = { finding: 'markup', reason: 'as in the source' }
    const narrow = await team.token(team.ada, 'narrow')
    for (const by of [team.bob, narrow, await administrator()]) {
      await expectRefusal(team.note(by, 'a', { ignore }), 'forbidden', 'Ignoring an error')
    }
    expect(await team.note(team.bobByHand, 'a', { ignore })).toMatchObject({ done: ['ignored'] })
    expect(await errors()).toBe(0)
    for (const by of [team.bob, await administrator()]) {
      expect(await refused(team.note(by, 'a', { unignore: 'markup' }))).toMatchObject({ code: 'forbidden' })
    }
    expect(await team.note(team.bobByHand, 'a', { unignore: 'markup' })).toMatchObject({ done: ['unignored'] })
    expect(await errors()).toBe(1)
  })

  it('covers the findings that were there: not another term or message, nor what an agent ignored before it was an error', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    const folder = { ...finding('glossary', 'warning'), term: 'folder' }
    const dashboard = { ...folder, term: 'dashboard' }
    await withFindings(folder, finding('urls', 'warning'))
    for (const id of ['glossary', 'urls']) await team.note(team.bob, 'a', { ignore: { finding: id, reason: 'So.' } })
    const { id: project } = await team.record()
    const open = (name: string) =>
      team.world.services.store.read.translations.count('finding', compoundKey(project, 'de', name))
    expect(await open('any')).toBe(0)
    await withFindings({ ...folder, message: 'Another wording.' }, dashboard)
    expect(await open('glossary')).toBe(1)
    const row = await team.call<{ entries: { texts: { de: { findings: object[] } } }[] }>('get_entries', {
      keys: ['a'],
      locale: 'de',
    })
    expect(row.entries[0]?.texts.de.findings).toMatchObject([{ ignored: { reason: 'So.' } }, {}])
    expect(row.entries[0]?.texts.de.findings[1]).not.toHaveProperty('ignored')
    await withFindings({ ...finding('urls', 'warning'), message: 'Another address.' })
    expect(await open('urls')).toBe(1)
    await withFindings(finding('urls', 'error'))
    expect(await open('error')).toBe(1)
    await team.note(team.bobByHand, 'a', { ignore: { finding: 'urls', reason: 'So.' } })
    expect(await open('error')).toBe(0)
  })

  it('ends while the translation is stale', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    await withFindings(finding('urls', 'warning'))
    await team.note(team.bob, 'a', { ignore: { finding: 'urls', reason: 'So.' } })
    const found = async (more: object) =>
      (await team.call<{ entries: object[] }>('get_entries', { locale: 'de', ...more })).entries.length
    const shown = async () => [await found({ finding: 'urls' }), await found({ ignored: true })]
    expect(await shown()).toEqual([0, 1])
    await team.push({ a: 'An apple', b: 'Hello {name}' })
    expect(await shown()).toEqual([1, 0])
    const whole = await team.call('get_entries', { keys: ['a'], locale: 'de' })
    expect(JSON.stringify(whole)).not.toContain('ignored')
    await expectRefusal(
      team.note(team.bob, 'a', { ignore: { finding: 'urls', reason: 'So.' } }),
      'invalid_input',
      'stale',
    )
    await team.push({ a: 'Apple', b: 'Hello {name}' })
    expect(await shown()).toEqual([0, 1])
  })

  it('that the translation does not have is rejected with the existing ones', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    await withFindings(finding('urls', 'warning'))
    const error = await refused(team.note(team.ada, 'a', { ignore: { finding: 'url', reason: 'x' }, unignore: 'case' }))
    expect(error).toMatchObject({ code: 'invalid_input', fix: expect.stringContaining('Its findings are urls.') })
    expect(error.message).toMatch(/"url".*"case"/s)
  })
})

describe('dismissing staleness', () => {
  it('copies the translation to the branch’s source with its writer', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    await team.push({ a: 'An apple', b: 'Hello {name}' })
    expect(await team.note(team.ada, 'a', { dismiss_stale: true })).toMatchObject({
      done: ['staleness_dismissed'],
      rev: 2,
    })
    expect(await team.unit('a')).toMatchObject({
      stale: null,
      work: false,
      texts: [
        { value: 'Apfel', rev: 2, origin: { user_id: team.bob.principal.user.id } },
        { value: 'Apfel', rev: 1 },
      ],
    })
    expect(await team.note(team.ada, 'a', { dismiss_stale: true })).not.toHaveProperty('batch')
  })

  it('uses the current note of the entry', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    await team.alter('a', ({ texts }) => ({
      stale: { reason: 'note_changed', since: '2027-01-01T00:00:00.000Z' },
      texts: texts.map(text => ({ ...text, note: 'an older one' })),
    }))
    await team.note(team.ada, 'a', { dismiss_stale: true })
    const { texts, stale } = await team.unit('a')
    expect([stale, texts]).toMatchObject([null, [{ value: 'Apfel', state: 'translated', rev: 2 }]])
    expect(texts[0]).not.toHaveProperty('note')
  })

  it('of a protected or locked translation is for users and administrators', async () => {
    await team.submit(team.bobByHand, 'a', 'Apfel')
    await team.submit(team.bob, 'b', 'Hallo {name}')
    await team.note(team.bobByHand, 'b', { lock: true })
    await team.push({ a: 'An apple', b: 'Hi {name}' })
    for (const name of ['a', 'b']) {
      expect(await refused(team.note(team.bob, name, { dismiss_stale: true }))).toMatchObject({ code: 'forbidden' })
    }
    expect(await team.note(team.bobByHand, 'a', { dismiss_stale: true })).toMatchObject({ rev: 2 })
    expect(await team.note(await administrator(), 'b', { dismiss_stale: true })).toMatchObject({ rev: 2, locked: true })
  })

  it('of an approved one approves it for the new source only by a caller who may', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    await team.submit(team.bobByHand, 'b', 'Hallo {name}')
    for (const key of ['a', 'b']) await team.review(team.adaByHand, [{ key, action: 'approve' }])
    await team.settings({ review: 'none', approve: 'people', export: 'approved' })
    const pulled = async () => {
      const files = await team.files({}, team.bob)
      return files.map(({ content }) => content).join('')
    }
    await team.push({ a: 'An apple', b: 'Hello {name}' })
    const before = await pulled()
    await team.note(await administrator(), 'a', { dismiss_stale: true })
    expect([await team.shown('a'), await pulled()]).toEqual(['translated Apfel', before])
    await team.settings({ four_eyes: true })
    await team.push({ a: 'An apple', b: 'Hi {name}' })
    await team.note(team.bobByHand, 'b', { dismiss_stale: true })
    expect(await team.shown('b')).toBe('translated Hallo {name}')
    await team.push({ a: 'An apple', b: 'Hi, {name}' })
    await team.review(team.adaByHand, [{ key: 'b', action: 'approve', stale: true }])
    await team.push({ a: 'An apple', b: 'Hi {name}!' })
    await team.note(team.adaByHand, 'b', { dismiss_stale: true })
    expect([await team.shown('b'), await pulled()]).toEqual(['approved Hallo {name}', '{\n  "b": "Hallo {name}"\n}\n'])
  })

  it('is rejected when the translation does not match the new source', async () => {
    await team.submit(team.ada, 'b', 'Hallo {name}')
    await team.push({ a: 'Apple', b: 'Hello {first}' })
    await expectRefusal(team.note(team.adaByHand, 'b', { dismiss_stale: true }), 'conflict', '{first}')
  })
})

describe('a lock', () => {
  const isRefused = { code: 'forbidden', message: expect.stringContaining('Locking a translation that only users') }

  it('can be set by every member on a page, and removed by users alone', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    for (const by of [team.bob, await administrator()])
      expect(await refused(team.note(by, 'a', { lock: true }))).toMatchObject(isRefused)
    expect(await team.unit('a')).toMatchObject({ locked: false })
    expect(await team.note(team.bobByHand, 'a', { lock: true })).toMatchObject({ done: ['locked'], locked: true })
    expect(await team.unit('a')).toMatchObject({ locked: true, work: false })
    for (const by of [team.bob, await administrator()]) {
      await expectRefusal(team.note(by, 'a', { lock: false }), 'forbidden', 'Unlocking')
    }
    expect(await team.note(team.bobByHand, 'a', { lock: false })).toMatchObject({ done: ['unlocked'] })
    expect(await team.unit('a')).toMatchObject({ locked: false, work: false })
  })

  it('takes a string without a translation out of the work, until a user removes it', async () => {
    expect(await refused(team.note(team.bob, 'a', { lock: true }))).toMatchObject(isRefused)
    await team.note(team.bobByHand, 'a', { lock: true })
    expect(await team.unit('a')).toMatchObject({ locked: true, work: false })
    await team.note(team.bobByHand, 'a', { lock: false })
    expect(await team.unit('a')).toMatchObject({ locked: false, work: true })
  })

  it('can be set by agents that may approve the translation', async () => {
    await team.settings({ approve: 'anyone' })
    await team.submit(team.bob, 'a', 'Apfel')
    expect(await team.note(team.bob, 'a', { lock: true })).toMatchObject({ done: ['locked'], locked: true })
    expect(await refused(team.note(team.bob, 'a', { lock: false }))).toMatchObject({ code: 'forbidden' })
    await team.note(team.bobByHand, 'a', { lock: false })
    await team.settings({ four_eyes: true })
    expect(await refused(team.note(team.bob, 'a', { lock: true }))).toMatchObject(isRefused)
    expect(await team.note(team.ada, 'a', { lock: true })).toMatchObject({ done: ['locked'], locked: true })
  })
})

it('a lock of a translation with an open request is set by users alone, because nobody would answer the request', async () => {
  await team.submit(team.ada, 'a', 'Apfel')
  await team.review(team.adaByHand, [{ key: 'a', action: 'request_changes', comment: 'Plural' }])
  await team.settings({ approve: 'anyone' })
  await expectRefusal(team.note(team.bob, 'a', { lock: true }), 'forbidden', 'open request')
  expect(await team.note(team.bobByHand, 'a', { lock: true })).toMatchObject({ done: ['locked'] })
})

it('an annotation needs an action, and a locale for actions on a translation', async () => {
  const about = (more: object) => team.call('annotate_entry', { key: 'a', ...more })
  expect(await refused(about({}))).toMatchObject({ code: 'invalid_input', message: 'The call has no annotation.' })
  expect(await refused(about({ lock: true, unignore: 'urls' }))).toMatchObject({
    code: 'invalid_input',
    message: 'locale is missing: unignore and lock applies to a translation.',
  })
  expect(await refused(about({ comment: 'x', locale: 'tlh' }))).toMatchObject({ code: 'invalid_input' })
  expect(await refused(team.note(team.ada, 'aa', { comment: 'x' }))).toMatchObject({
    code: 'not_found',
    fix: 'Did you mean "a"?',
  })
})

describe('a context note', () => {
  const note = (text: string, by = team.ada) =>
    by.call<{ done: string[] }>('annotate_entry', { project: team.project, key: 'a', note: text })
  const whole = async (more: object = {}) => {
    const args = { project: team.project, keys: ['a'], locale: 'de', ...more }
    return (await team.ada.call<{ entries: object[] }>('get_entries', args)).entries[0]
  }
  const packet = () => team.call<{ items: object[]; next: string }>('get_work', { locale: 'de' })
  const context = async () => (await team.call<{ context: number }>('get_status')).context

  it('is shown with the entry and in packets, counted, and makes nothing stale', async () => {
    expect(await context()).toBe(0)
    expect((await packet()).next).toContain('add what the code shows with annotate_entry {id, note}')
    await team.submit(team.ada, 'a', 'Apfel')
    expect(await note('A fruit, not the company.')).toMatchObject({ done: ['noted'] })
    expect(await context()).toBe(50)
    expect((await team.unit('a')).stale).toBeNull()
    const added_note = { text: 'A fruit, not the company.', at: expect.any(String) }
    expect(await whole()).toMatchObject({ added_note: { ...added_note, origin: 'agent' } })
    expect(await whole({ full: true })).toMatchObject({ added_note: { ...added_note, by: { person: 'ada' } } })
    const args = { project: team.project, locale: 'de', keys: ['a'] }
    const named = await team.ada.call<{ next: string }>('get_work', args)
    expect(named).toMatchObject({ items: [{ added_note: 'A fruit, not the company.' }] })
    expect(named.next).not.toContain('annotate_entry')
  })

  it('stays when the file is pushed again, beside the note of the file, and is removed by an empty one', async () => {
    await note('A fruit.', team.bob)
    await team.push({ a: 'Apples', b: 'Hello {name}' })
    expect(await whole()).toMatchObject({ source: 'Apples', added_note: { text: 'A fruit.' } })
    expect((await note('A fruit.')).done).toEqual([])
    expect((await note('')).done).toEqual(['note_removed'])
    expect(await whole()).not.toHaveProperty('added_note')
    expect(await context()).toBe(0)
    expect((await note('')).done).toEqual([])
  })

  it('is limited in length, and no writer’s token is told to add one that it cannot', async () => {
    expect((await refused(note('x'.repeat(1001)))).code).toBe('invalid_input')
    const reader = await team.token(team.ada, 'reader', ['project:read'])
    const { next } = await reader.call<{ next: string }>('get_work', { project: team.project, locale: 'de' })
    expect(next).not.toContain('annotate_entry')
  })
})
