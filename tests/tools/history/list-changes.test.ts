import { describe, expect, it } from 'vitest'
import { found } from '../loop.ts'
import { readPages } from '../read-pages.ts'
import { eachTeam, type Told } from '../team.ts'
import { expectRefusal, refused } from '../world.ts'

const team = eachTeam({ a: 'Apple', b: 'Hello {name}' }, ['de', 'pl'])

type Row = Readonly<Record<string, unknown>>
interface Listed {
  readonly changes?: readonly Row[]
  readonly revisions?: readonly Row[]
  readonly of?: Row
  readonly next_cursor?: string
}

const list = async (more: Row = {}, by = team.ada): Promise<Listed> => team.changes(more, by)
const kinds = async (more: Row = {}) => (await list(more)).changes?.map(({ kind, by }) => [kind, (by as Row)['person']])
/** Every page of a listing, with how many rows each had. */
const all = async (more: Row): Promise<{ rows: readonly Row[]; sizes: readonly number[] }> => {
  const pages = await readPages(at => list({ ...more, ...at }))
  const rows = pages.map(page => page.changes ?? page.revisions ?? [])
  return { rows: rows.flat(), sizes: rows.map(({ length }) => length) }
}

describe('the changes of a project', () => {
  it('are batches, newest first, with their writer and result', async () => {
    const bot = await team.token(team.bob, 'CI bot')
    const { batch } = await team.submit(bot, 'a', 'Apfel', {})
    await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }], { note: 'Looked at' })
    const { changes = [] } = await list()
    expect(changes).toEqual([
      {
        batch: expect.any(String),
        at: expect.any(String),
        kind: 'review',
        by: { kind: 'human', person: 'ada', client: 'test/1' },
        counts: { approved: 1 },
        note: 'Looked at',
      },
      {
        batch,
        at: expect.any(String),
        kind: 'submit',
        by: { kind: 'agent', person: 'bob', token: 'CI bot', token_id: bot.id, client: 'test/1' },
        counts: { accepted: 1 },
        written: { new: 1, replaced: 0 },
      },
      expect.objectContaining({ kind: 'push' }),
    ])
    expect(JSON.stringify(changes)).not.toMatch(/svca_|@|hash|user_id/)
  })

  it('say how many translations are new, and how many replace others', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    await team.submit(team.ada, 'a', 'Apfelsine')
    await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }])
    const { changes = [] } = await list()
    expect(changes.map(({ written }) => written)).toEqual([
      undefined,
      { new: 0, replaced: 1 },
      { new: 1, replaced: 0 },
      undefined,
    ])
  })

  it('can be filtered by kind, user, token, client and time', async () => {
    const bot = await team.token(team.bob, 'bot')
    await team.submit(bot, 'a', 'Apfel')
    const since = team.world.services.now().toISOString()
    await team.submit(team.ada, 'b', 'Hallo {name}')
    expect(await kinds()).toEqual([
      ['submit', 'ada'],
      ['submit', 'bob'],
      ['push', 'ada'],
    ])
    expect(await kinds({ kind: 'push' })).toEqual([['push', 'ada']])
    expect(await kinds({ person: 'Bob' })).toEqual([['submit', 'bob']])
    expect(await kinds({ token: bot.id })).toEqual([['submit', 'bob']])
    expect(await kinds({ token: bot.id, person: 'ada' })).toEqual([])
    expect(await kinds({ client: 'test', kind: 'submit' })).toHaveLength(2)
    expect(await kinds({ client: 'test/1' })).toHaveLength(3)
    expect(await kinds({ client: 'tes' })).toEqual([])
    expect(await kinds({ since, kind: 'submit' })).toHaveLength(2)
    expect(await kinds({ until: '2027-02-28' })).toEqual([])
    expect(await kinds({ until: '2027-03-01', since: '2027-03-01' })).toHaveLength(3)
    const later = new Date(Date.parse(since) + 1).toISOString()
    expect(await kinds({ since: later })).toEqual([['submit', 'ada']])
    expect(await kinds({ until: later.replace('Z', '+00:00') })).toHaveLength(2)
  })

  it('can be filtered by the locale of their translations, also those that do not list it', async () => {
    for (const [key, texts] of [
      ['a', { de: 'Apfel', pl: 'Jabłko' }],
      ['b', { pl: 'Cześć {name}' }],
    ] as const) {
      team.world.pass(1000)
      const items = [{ key, src: (await team.src(key)).slice(0, 8), texts }]
      await team.call('submit_translations', { items })
    }
    expect((await all({ locale: 'de' })).rows).toMatchObject([{ kind: 'submit' }])
    expect(await kinds({ locale: 'pl' })).toHaveLength(2)
    const { store } = team.world.services
    const { items } = await store.read.batches.page('project', (await team.record()).id, { limit: 2 })
    expect(items.map(({ locales }) => locales)).toEqual([['pl'], ['de', 'pl']])
    await store.transaction(async tx => {
      const { locales: _of, ...first } = found(items[0])
      await tx.batches.append({ ...first, id: 'before' })
      const [revision] = (await store.read.revisions.page('batch', first.id, { limit: 1 })).items
      await tx.revisions.append({ ...found(revision), id: 'r', locale: 'de', batch_id: 'before' })
    })
    expect((await all({ locale: 'de' })).rows.map(({ batch }) => batch)).toEqual(['before', items[1]?.id])
    expect(await refused(list({ locale: 'fr' }))).toMatchObject({ code: 'invalid_input' })
  })

  it('without a new text are found by locale, too, and an annotation names its string', async () => {
    const about = { id: expect.any(String), key: 'a', locale: 'de' }
    await team.submit(team.ada, 'a', 'Apfel')
    await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }])
    await team.submit(team.bob, 'a', 'Äpfelchen')
    await team.note(team.ada, 'a', { comment: 'Which fruit?' })
    await team.note(team.adaByHand, 'a', { lock: true })
    await team.note(team.ada, 'a', { comment: 'Of the source', locale: undefined })
    expect((await list({ locale: 'de' })).changes).toMatchObject([
      { kind: 'annotate', ...about, counts: { locked: 1 } },
      { kind: 'annotate', ...about, counts: { commented: 1 } },
      { kind: 'submit', counts: { suggested: 1 } },
      { kind: 'review' },
      { kind: 'submit' },
    ])
    expect(await kinds({ kind: 'annotate', locale: 'pl' })).toEqual([])
    const [ofSource, locked] = (await list({ kind: 'annotate' })).changes ?? []
    expect(ofSource).toMatchObject({ key: 'a', counts: { commented: 1 } })
    expect(ofSource).not.toHaveProperty('locale')
    expect((await list({ batch: locked?.['batch'] })).of).toMatchObject({ ...about, counts: { locked: 1 } })
  })

  it('of an unknown user or token, or of a file, are refused; those of a member without changes are none', async () => {
    for (const unknown of [{ person: 'zoe' }, { token: 'zz' }]) {
      const error = await refused(list(unknown))
      expect(error).toMatchObject({
        code: 'not_found',
        message: expect.stringContaining(Object.values(unknown)[0] ?? ''),
      })
    }
    await expectRefusal(list({ file: 'locales/en.json' }), 'invalid_input', 'file is no filter')
    const unused = await team.token(team.bob, 'unused')
    expect(await kinds({ person: 'bob' })).toEqual([])
    expect(await kinds({ token: unused.id })).toEqual([])
  })

  it('are paged by number and by size, and each is returned once', async () => {
    for (let n = 0; n < 12; n++) await team.submit(team.ada, 'a', `Apfel ${n}`)
    const whole = (await list()).changes ?? []
    expect(whole).toHaveLength(13)
    expect(await all({ limit: 5 })).toEqual({ rows: whole, sizes: [5, 5, 3] })
    const small = await all({ max_bytes: 2000 })
    expect(small.rows).toEqual(whole)
    expect(small.sizes.length).toBeGreaterThan(1)
    expect(await all({ limit: 4, client: 'test' })).toEqual({ rows: whole, sizes: [4, 4, 4, 1] })
    const { next_cursor = '' } = await list({ limit: 5 })
    await expectRefusal(list({ limit: 5, kind: 'push', cursor: next_cursor }), 'invalid_input')
  })

  it('are searched in steps when a filter matches few', async () => {
    const { store } = team.world.services
    const {
      items: [first],
    } = await store.read.batches.page('project', (await team.record()).id, { limit: 1000 })
    await store.transaction(async tx => {
      for (let n = 0; n < 2500; n++) {
        await tx.batches.append({ ...found(first), id: `x${String(n).padStart(5, '0')}`, kind: 'submit' })
      }
    })
    const { rows, sizes } = await all({ kind: 'push' })
    expect(rows).toHaveLength(1)
    expect(sizes.filter(size => size === 0)).toHaveLength(2)
    // Changes before `since` are not read.
    expect((await all({ kind: 'push', since: '2027-03-02' })).sizes).toEqual([0])
  })
})

describe('the revisions of a batch', () => {
  it('contain the previous translation, and whether they are current', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    const { batch } = await team.submit(team.ada, 'a', 'Birne', { rev: 1 })
    const revision = {
      id: 'e1',
      key: 'a',
      locale: 'de',
      rev: 2,
      state: 'translated',
      text: 'Birne',
      was: 'Apfel',
      origin: 'agent',
    }
    expect(await list({ batch })).toEqual({
      of: expect.objectContaining({ batch, kind: 'submit', counts: { accepted: 1 } }),
      revisions: [{ ...revision, id: expect.any(String), current: true }],
    })
    const { batch: reverted } = await team.revert(team.ada, { batch })
    expect((await list({ batch })).revisions).toMatchObject([{ current: false }])
    expect((await list({ batch: reverted })).revisions).toMatchObject([{ text: 'Apfel', was: 'Birne', current: true }])
  })

  it('can be filtered by locale, and have no text when withdrawn', async () => {
    const src = (await team.src('a')).slice(0, 8)
    const items = [{ key: 'a', src, texts: { de: 'Apfel', pl: 'Jabłko' } }]
    const { batch } = await team.call<Told>('submit_translations', { items })
    expect((await list({ batch })).revisions).toHaveLength(2)
    expect((await list({ batch, locale: 'PL' })).revisions).toMatchObject([{ text: 'Jabłko' }])
    const { batch: gone } = await team.revert(team.ada, { batch })
    const [row] = (await list({ batch: gone, locale: 'de' })).revisions ?? []
    expect(row).toMatchObject({ state: 'untranslated', was: 'Apfel', current: true })
    expect(row).not.toHaveProperty('text')
  })

  it('are rejected for a batch of another project', async () => {
    await team.ada.call('create_project', { project: 'ada/own', source_locale: 'en', target_locales: ['de'] })
    const { batch } = await team.submit(team.ada, 'a', 'Apfel')
    await expectRefusal(team.ada.call('list_changes', { project: 'ada/own', batch }), 'not_found')
  })
})

describe('the history of an entry', () => {
  it('has one locale or all, newest first, with the writers', async () => {
    const src = (await team.src('a')).slice(0, 8)
    const texts = [1, 2, 3].flatMap(n => [[n, { pl: `Jabłko ${n}` }] as const, [n, { de: `Apfel ${n}` }] as const])
    for (const [n, one] of texts) {
      team.world.pass(1000)
      const items = [{ key: 'a', src, texts: one, ...(n > 1 && { rev: n - 1 }) }]
      await team.call('submit_translations', { items })
    }
    await team.review(team.bobByHand, [{ key: 'a', action: 'approve' }])
    const { revisions = [] } = await list({ key: 'a', locale: 'de' })
    expect(revisions.map(({ rev, state, by }) => [rev, state, (by as Row)['person']])).toEqual([
      [4, 'approved', 'bob'],
      [3, 'translated', 'ada'],
      [2, 'translated', 'ada'],
      [1, 'translated', 'ada'],
    ])
    expect(revisions.map(({ was }) => was)).toEqual([undefined, 'Apfel 2', 'Apfel 1', undefined])
    const whole = (await list({ key: 'a' })).revisions ?? []
    expect(whole).toHaveLength(7)
    const times = whole.map(({ at }) => String(at))
    expect(times).toEqual(times.toSorted((a, b) => (a > b ? -1 : 1)))
    for (const limit of [1, 2, 3, 5]) {
      expect((await all({ key: 'a', limit })).rows).toEqual(whole)
      expect((await all({ key: 'a', limit, person: 'ada' })).rows).toEqual(whole.slice(1))
    }
    expect((await list({ id: String(whole[0]?.['id']), person: 'bob' })).revisions).toMatchObject([{ rev: 4 }])
  })

  it('is available by ID for an entry that left its file', async () => {
    const { batch } = await team.submit(team.ada, 'a', 'Apfel')
    const id = (await list({ batch })).revisions?.[0]?.['id']
    await team.push({ b: 'Hello {name}' }, { confirm_removed: 1 })
    expect((await list({ id })).revisions).toMatchObject([{ key: 'a', text: 'Apfel' }])
    expect(await refused(list({ key: 'a' }))).toMatchObject({ code: 'not_found' })
  })

  it('truncates long texts, never within a character, unless full ones are requested', async () => {
    const long = `${'x'.repeat(199)}😀 and more ${'y'.repeat(300)}`
    await team.submit(team.ada, 'a', long)
    const [short] = (await list({ key: 'a' })).revisions ?? []
    expect(short).toMatchObject({ text: `${'x'.repeat(199)}…` })
    expect((await list({ key: 'a', full: true })).revisions).toMatchObject([{ text: long }])
  })
})

it('access to changes is for readers of the project; readers of a public one see only the kind of writer', async () => {
  const bot = await team.token(team.bob, 'Secret plans')
  const { batch } = await team.submit(bot, 'a', 'Apfel')
  await team.review(team.adaByHand, [{ key: 'a', action: 'approve', rev: 1 }], { note: 'Shame on him' })
  await team.world.setAccount('acme', { public: true })
  const [reviewed, submitted] = (await list({}, team.bob)).changes ?? []
  expect(reviewed).toMatchObject({ note: 'Shame on him' })
  const asked = [{}, { batch }, { batch: reviewed?.['batch'] }, { key: 'a' }]
  const seen = await Promise.all(asked.map(one => list(one, team.cleo)))
  expect(seen[0]?.changes?.[1]).toMatchObject({ by: { kind: 'agent' }, counts: { accepted: 1 } })
  expect(seen[2]?.of).toMatchObject({ kind: 'review' })
  expect(JSON.stringify(seen)).not.toMatch(/\b(?:bob|ada)\b|Secret|Shame|test\/1|svca_/)
  for (const filter of [{ person: 'bob' }, { token: bot.id }, { client: 'test' }]) {
    expect(await refused(list(filter, team.cleo))).toMatchObject({ code: 'forbidden' })
  }
  expect(submitted).toMatchObject({ by: { token: 'Secret plans' } })
})
