import { describe, expect, it } from 'vitest'
import { MAX_RECORDS_SCANNED } from '../../../src/tools/history/matching-revisions.ts'
import { found } from '../loop.ts'
import { eachTeam, type Told } from '../team.ts'
import { expectRefusal, refused } from '../world.ts'

const team = eachTeam()

const approve = (name = 'a'): Promise<Told> => team.review(team.adaByHand, [{ key: name, action: 'approve' }])
const revert = (batch: string, more = {}): Promise<Told> => team.revert(team.adaByHand, { batch, ...more })

describe('reverting a batch', () => {
  it('restores the previous translation, as a batch that names its original writer', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    const { batch } = await team.submit(team.ada, 'a', 'Birne', { rev: 1 })
    const answer = await team.revert(team.ada, { batch })
    expect(answer).toEqual({
      reverted: 1,
      superseded: 0,
      batch: expect.any(String),
      left: { de: 1 },
      next: expect.stringContaining(answer.batch),
    })
    expect(await team.unit('a')).toMatchObject({
      rev: 3,
      state: 'translated',
      texts: [{ value: 'Apfel', rev: 3, origin: { user_id: team.bob.principal.user.id } }],
    })
    expect(await team.world.services.store.read.batches.get(answer.batch)).toMatchObject({
      kind: 'revert',
      note: `Reverts batch ${batch}`,
      counts: { reverted: 1 },
      origin: { user_id: team.ada.principal.user.id },
    })
  })

  it('leaves a unit untranslated without a previous translation, and stale with one for another source', async () => {
    const first = await team.submit(team.ada, 'a', 'Apfel')
    await team.revert(team.ada, { batch: first.batch })
    expect(await team.unit('a')).toMatchObject({ state: 'untranslated', work: true, rev: 2, texts: [] })
    await team.submit(team.ada, 'a', 'Apfel')
    await team.push({ a: 'An apple', b: 'Hello {name}' })
    const second = await team.submit(team.ada, 'a', 'Ein Apfel')
    expect(await team.revert(team.ada, { batch: second.batch })).toMatchObject({ reverted: 1, left: { de: 2 } })
    expect(await team.unit('a')).toMatchObject({ stale: { reason: 'source_changed' }, texts: [{ value: 'Apfel' }] })
  })

  it('skips an approved translation, unless its revision is named', async () => {
    const { batch } = await team.submit(team.ada, 'a', 'Apfel')
    await approve()
    const answer = await revert(batch)
    expect(answer).toMatchObject({
      reverted: 0,
      refused: { count: 1, first: [{ key: 'a', locale: 'de', code: 'rev_required', got: 'Apfel', rev: 2 }] },
    })
    expect(answer).not.toHaveProperty('batch')
    expect(await revert(batch, { items: [{ key: 'a', rev: 1 }] })).toMatchObject({ refused: { count: 1 } })
    expect(await revert(batch, { items: [{ key: 'a', locale: 'de', rev: 2 }] })).toMatchObject({ reverted: 1 })
    expect(await team.shown('a')).toBe('untranslated')
  })

  it('reverts an approval, but not for a program, unless the policy allows it and its revision is named', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    const { batch } = await approve()
    const named = { batch, items: [{ key: 'a', rev: 2 }] }
    for (const order of [{ batch }, named]) {
      const answer = await team.revert(team.ada, order)
      expect(answer['reverted']).toBe(0)
      expect(answer.refused).toMatchObject({
        first: [{ code: 'protected', fix: expect.not.stringContaining('rev') as string }],
      })
    }
    await team.settings({ agents_replace: true })
    expect(await team.revert(team.ada, { batch })).toMatchObject({ refused: { first: [{ code: 'rev_required' }] } })
    expect(await team.revert(team.ada, { ...named, dry_run: true })).toMatchObject({ reverted: 1 })
    await team.settings({ agents_replace: false })
    expect(await revert(batch)).toMatchObject({ reverted: 1 })
    expect(await team.shown('a')).toBe('translated Apfel')
  })

  it('by a program skips a user’s translation, unless the policy allows it and its revision is named', async () => {
    const { batch } = await team.submit(team.adaByHand, 'a', 'Apfel')
    const named = { batch, items: [{ key: 'a', rev: 1 }] }
    expect(await team.revert(team.ada, named)).toMatchObject({
      reverted: 0,
      refused: { first: [{ code: 'protected', page: expect.stringContaining('/p/') as string }] },
    })
    await team.settings({ agents_replace: true })
    expect(await team.revert(team.ada, { batch })).toMatchObject({
      refused: { first: [{ code: 'rev_required', rev: 1 }] },
    })
    expect(await team.revert(team.ada, named)).toMatchObject({ reverted: 1 })
  })

  it('of a translation for an older source does not change the shown one', async () => {
    const { batch } = await team.submit(team.ada, 'a', 'Apfel')
    const second = await team.submit(team.ada, 'a', 'Äpfel')
    await team.push({ a: 'Pear', b: 'Hello {name}' })
    await team.submit(team.ada, 'a', 'Birne')
    await team.push({ a: 'Plum', b: 'Hello {name}' })
    expect(await team.shown('a')).toBe('translated Birne')
    expect(await revert(second.batch)).toMatchObject({ reverted: 1 })
    expect(await team.shown('a')).toBe('translated Birne')
    expect(await revert(batch)).toMatchObject({ reverted: 1 })
    expect(await team.shown('a')).toBe('translated Birne')
  })

  it('removes its suggestions from entries that only a branch lists, too', async () => {
    await team.push({ a: 'Apple', b: 'Hello {name}', c: 'Cherry' }, { branch: 'f' })
    const on = { project: team.project, branch: 'f', locale: 'de' }
    const { items } = await team.ada.call<{ items: { id: string; key: string; src: string }[] }>('get_work', on)
    const { id = '', src = '' } = items.find(item => item.key === 'c') ?? {}
    await team.adaByHand.call('submit_translations', { ...on, items: [{ id, src, text: 'Kirsche' }] })
    const sent = { ...on, items: [{ id, src, text: 'Kirschen' }] }
    const { batch } = await team.ada.call<{ batch: string }>('submit_translations', sent)
    expect(await team.revert(team.ada, { batch })).toMatchObject({ reverted: 0, suggestions_removed: 1 })
  })

  it('skips locked translations', async () => {
    const { batch } = await team.submit(team.ada, 'a', 'Apfel')
    await team.note(team.adaByHand, 'a', { lock: true })
    expect(await revert(batch)).toMatchObject({ reverted: 0, refused: { first: [{ code: 'locked' }] } })
  })

  it('that was an import removes its translations and its suggestions', async () => {
    await team.submit(team.adaByHand, 'a', 'Apfel')
    await approve()
    const content = JSON.stringify({ a: 'Birne', b: 'Hallo {name}' })
    const files = [{ path: 'locales/de.json', locale: 'de', content }]
    const { batch = '' } = await team.bob.call<Partial<Told>>('push_translations', { project: team.project, files })
    expect(await team.unit('a')).toMatchObject({ suggestions: [{ value: 'Birne' }] })
    expect(await team.shown('b')).toBe('translated Hallo {name}')
    expect(await team.revert(team.bob, { batch })).toMatchObject({ reverted: 1, superseded: 0, suggestions_removed: 1 })
    expect([await team.shown('a'), await team.shown('b')]).toEqual(['approved Apfel', 'untranslated'])
  })

  it('reverts only the named items, and rejects unknown ones', async () => {
    const src = async (name: string) => (await team.src(name)).slice(0, 8)
    const items = [
      { key: 'a', src: await src('a'), text: 'Apfel' },
      { key: 'b', src: await src('b'), text: 'Hallo {name}' },
    ]
    const { batch } = await team.call<Told>('submit_translations', { locale: 'de', items })
    const error = await refused(revert(batch, { items: [{ key: 'x' }, { key: 'a', locale: 'tlh' }] }))
    expect(error).toMatchObject({ code: 'invalid_input' })
    expect(error.message).toMatch(/no key "x".*locale is "tlh", which is not a target/s)
    expect(await revert(batch, { items: [{ key: 'b' }] })).toMatchObject({ reverted: 1 })
    expect([await team.shown('a'), await team.shown('b')]).toEqual(['translated Apfel', 'untranslated'])
  })

  it('in a dry run returns the same, with what would be left, and writes nothing', async () => {
    const { batch } = await team.submit(team.ada, 'a', 'Apfel')
    const before = [await team.unit('a'), await team.record()]
    const trial = await revert(batch, { dry_run: true })
    expect(trial).toEqual({
      reverted: 1,
      superseded: 0,
      dry_run: true,
      left: { de: 2 },
      next: 'Nothing was written. Repeat without dry_run.',
    })
    expect([await team.unit('a'), await team.record()]).toEqual(before)
    expect(await revert(batch)).toMatchObject({ reverted: 1, left: { de: 2 } })
  })

  it('that is a push explains what to do instead', async () => {
    const { changes } = (await team.changes({ kind: 'push' })) as { changes: readonly { batch: string }[] }
    const error = await refused(revert(changes[0]?.batch ?? ''))
    expect(error).toMatchObject({ code: 'invalid_input', fix: expect.stringContaining('push_source') })
  })

  it('by two programs at once works once', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    const { batch } = await team.submit(team.ada, 'a', 'Birne')
    const answers = await Promise.all([1, 2].map(() => team.revert(team.ada, { batch })))
    const counts = answers.map(({ reverted, superseded }) => `${String(reverted)} ${String(superseded)}`)
    expect(new Set(counts)).toEqual(new Set(['1 0', '0 1']))
    expect(await team.unit('a')).toMatchObject({ rev: 3, texts: [{ value: 'Apfel' }] })
  })

  it('leaves no withdrawn translation in the files, however it is reviewed', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    const { batch } = await team.submit(team.ada, 'a', 'Birne')
    await team.revert(team.ada, { batch })
    await team.review(team.bob, [{ key: 'a', action: 'request_changes', comment: 'No.' }])
    const pull = async () => JSON.stringify(await team.call('pull_translations', { locale: 'de' }))
    expect(await pull()).not.toContain('Apfel')
    await team.settings({ changes_requested: 'current' })
    expect(await pull()).toContain('Apfel')
    await team.settings({ export: 'approved' })
    const approval = await approve()
    expect(await pull()).toContain('Apfel')
    await revert(approval.batch)
    expect(await pull()).not.toContain('Apfel')
  })
})

describe('reverting by origin', () => {
  it('reverts every change of a token, through changes of others between them', async () => {
    const bot = await team.token(team.bob, 'bot')
    await team.submit(team.ada, 'a', 'Apfel')
    const { batch } = await team.submit(bot, 'a', 'Birne', { rev: 1 })
    await team.submit(bot, 'a', 'Kirsche')
    await team.submit(bot, 'b', 'Hallo {name}')
    const other = await team.submit(team.ada, 'b', 'Hi {name}', { rev: 1 })
    expect(await team.revert(team.adaByHand, { token: bot.id })).toMatchObject({ reverted: 1, superseded: 1 })
    expect([await team.shown('a'), await team.shown('b')]).toEqual(['translated Apfel', 'translated Hi {name}'])
    expect(await revert(batch)).toMatchObject({ superseded: 1 })
    await revert(other.batch)
    expect(await team.revert(team.adaByHand, { token: bot.id })).toMatchObject({ reverted: 1 })
    expect(await team.shown('b')).toBe('untranslated')
  })

  it('reverts changes since a time, of a client or a user; one’s own need no administrator', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    const bot = await team.token(team.bob, 'bot')
    const now = team.world.services.now().toISOString()
    await team.submit(team.bob, 'a', 'Birne')
    for (const all of [{ since: now }, { client: 'test' }, { person: 'ada' }, { token: bot.id }]) {
      expect(await refused(team.revert(team.bob, all))).toMatchObject({ code: 'forbidden' })
    }
    expect(await team.revert(team.adaByHand, { since: now, client: 'test', dry_run: true })).toMatchObject({
      reverted: 1,
    })
    expect(await team.revert(team.adaByHand, { client: 'test', dry_run: true })).toMatchObject({ reverted: 1 })
    expect(await team.revert(team.adaByHand, { client: 'other', dry_run: true })).toMatchObject({ reverted: 0 })
    const later = new Date(Date.parse(now) + 1).toISOString()
    expect(await team.revert(team.bob, { person: 'bob', since: later })).toMatchObject({ reverted: 1 })
    expect(await team.shown('a')).toBe('translated Apfel')
    expect(await team.revert(team.bob, { person: 'bob' })).toMatchObject({ reverted: 1 })
    expect(await team.shown('a')).toBe('untranslated')
  })

  it('processes a limited number of batches, and continues in the next call', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    await team.submit(team.ada, 'b', 'Hallo {name}')
    const { store, newId } = team.world.services
    const {
      items: [newest],
    } = await store.read.batches.page('project', (await team.record()).id, { limit: 1000 })
    await store.transaction(async tx => {
      for (let n = 0; n < MAX_RECORDS_SCANNED - 1; n++) await tx.batches.append({ ...found(newest), id: newId() })
    })
    await team.submit(team.ada, 'b', 'Hi {name}')
    const first = await team.revert(team.ada, { person: 'ada' })
    expect(first).toMatchObject({ reverted: 1, superseded: 0, next: expect.stringContaining('cursor') })
    expect([await team.shown('a'), await team.shown('b')]).toEqual(['translated Apfel', 'untranslated'])
    const rest = await team.revert(team.ada, { person: 'ada', cursor: first['next_cursor'] })
    expect(rest).toMatchObject({ reverted: 1, superseded: 0, next: expect.stringContaining('To undo') })
    expect(await team.shown('a')).toBe('untranslated')
    await expectRefusal(
      team.revert(team.ada, { person: 'bob', cursor: first['next_cursor'] }),
      'invalid_input',
      'cursor',
    )
  })

  it('needs a filter', async () => {
    expect(await refused(team.revert(team.ada, { until: '2027-01-01' }))).toMatchObject({ code: 'invalid_input' })
    await expectRefusal(team.revert(team.ada, { since: '2027-02-30' }), 'invalid_input', '2027-02-30')
    expect(await refused(team.revert(team.ada, { batch: 'b1' }))).toMatchObject({ code: 'not_found' })
    for (const unknown of [{ person: 'nobody' }, { token: 'zz' }]) {
      const error = await refused(team.revert(team.ada, unknown))
      expect(error).toMatchObject({
        code: 'not_found',
        message: expect.stringContaining(Object.values(unknown)[0] ?? ''),
      })
    }
    const unused = await team.token(team.ada, 'unused')
    expect(await team.revert(team.adaByHand, { token: unused.id })).toMatchObject({ reverted: 0, superseded: 0 })
  })
})

describe('permission to revert', () => {
  it('is given to writers for their own changes, and to administrators with the scope for others', async () => {
    const own = await team.token(team.bob, 'one')
    const other = await team.token(team.bob, 'two')
    const { batch } = await team.submit(own, 'a', 'Apfel')
    const narrow = await team.token(team.ada, 'narrow')
    expect(await refused(team.revert(narrow, { batch }))).toMatchObject({
      code: 'insufficient_scope',
      scopes: ['project:admin'],
    })
    const wide = await team.token(team.ada, 'wide', ['project:read', 'project:write', 'project:admin'])
    expect(await team.revert(wide, { batch, dry_run: true })).toMatchObject({ reverted: 1 })
    expect(await team.revert(other, { batch })).toMatchObject({ reverted: 1 })
    const { batch: adas } = await team.submit(team.ada, 'a', 'Birne')
    for (const by of [team.bob, team.bobByHand]) {
      expect(await refused(team.revert(by, { batch: adas }))).toMatchObject({ code: 'forbidden' })
    }
  })

  it('is limited to batches of the project', async () => {
    const { batch } = await team.submit(team.ada, 'a', 'Apfel')
    await team.ada.call('create_project', { project: 'ada/own', source_locale: 'en', target_locales: ['de'] })
    await expectRefusal(team.ada.call('revert_changes', { project: 'ada/own', batch }), 'not_found')
  })
})
