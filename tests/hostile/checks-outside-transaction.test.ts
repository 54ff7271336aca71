import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { formatById } from '../../src/l10n/formats/registry.ts'
import { TermBook } from '../../src/l10n/glossary/term-book.ts'
import { isNightly } from '../runs.ts'
import { openTeam, type Team } from '../tools/team.ts'
import { CountingPool } from './counting-pool.ts'

/** Long enough that its checks go to a thread. */
const LONG = '{a}'.repeat(3_000)

let pool: CountingPool
beforeAll(() => {
  pool = new CountingPool()
  return () => pool.close()
})

/** A team whose long work is listed, with where it was done: inside of a transaction, or outside. */
interface Watched {
  readonly team: Team
  readonly jobs: string[]
  /** Called once, before the next long work. */
  meanwhile: (() => Promise<unknown>) | undefined
}

async function watch(content: Readonly<Record<string, unknown>>): Promise<Watched> {
  const team = await openTeam(content)
  const watched: Watched = { team, jobs: [], meanwhile: undefined }
  const { store } = team.world.services
  const transaction = store.transaction.bind(store)
  let inside = 0
  Object.assign(store, {
    transaction: (run: Parameters<typeof transaction>[0], options: Parameters<typeof transaction>[1]) =>
      transaction(async tx => {
        inside += 1
        try {
          return await run(tx)
        } finally {
          inside -= 1
        }
      }, options),
  })
  pool.before = async () => {
    watched.jobs.push(`${pool.jobs.at(-1)} ${inside > 0 ? 'inside' : 'outside'}`)
    const { meanwhile } = watched
    watched.meanwhile = undefined
    await meanwhile?.()
  }
  Object.assign(team.world.services, { compute: pool })
  return watched
}

describe('a long translation that is checked again', () => {
  let watched: Watched
  let team: Team
  beforeEach(async () => {
    watched = await watch({ k: LONG })
    team = watched.team
    // The terms of a text are searched where the text is checked.
    await team.ada.call('save_glossary', { target: team.project, upsert: [{ term: 'Acme' }] })
  })
  afterEach(() => team.close())

  /** The long work of a call, which looks for terms in no text itself. */
  async function worked(call: () => Promise<unknown>): Promise<readonly string[]> {
    watched.jobs.length = 0
    const looked = vi.spyOn(TermBook.prototype, 'findIn')
    try {
      await call()
      expect(looked).not.toHaveBeenCalled()
    } finally {
      looked.mockRestore()
    }
    return [...watched.jobs]
  }

  const rev = async () => (await team.unit('k')).rev

  it('is checked before the transaction that accepts it', async () => {
    await team.submit(team.adaByHand, 'k', `${LONG} one`)
    await team.submit(team.bob, 'k', `${LONG} two`)
    const item = { key: 'k', action: 'accept', rev: await rev() }
    expect(await worked(() => team.review(team.adaByHand, [item]))).toEqual(['check outside'])
    expect(await team.shown('k')).toBe(`translated ${LONG} two`)
  })

  it('is checked again outside the transaction when the glossary changed meanwhile', async () => {
    await team.submit(team.adaByHand, 'k', `${LONG} one`)
    await team.submit(team.bob, 'k', `${LONG} two`)
    const item = { key: 'k', action: 'accept', rev: await rev() }
    watched.jobs.length = 0
    watched.meanwhile = () => team.ada.call('save_glossary', { target: team.project, upsert: [{ term: 'Bolt' }] })
    await team.review(team.adaByHand, [item])
    expect(watched.jobs.filter(job => job.startsWith('check'))).toEqual(['check outside', 'check outside'])
  })

  it('is checked before the transaction that approves it for a new source', async () => {
    await team.submit(team.adaByHand, 'k', `${LONG} one`)
    await team.push({ k: `${LONG} new` })
    const item = { key: 'k', action: 'approve', stale: true, rev: await rev() }
    expect(await worked(() => team.review(team.adaByHand, [item]))).toEqual(['check outside'])
    expect(await team.shown('k')).toBe(`approved ${LONG} one`)
  })

  it('is checked before the transaction that dismisses its staleness', async () => {
    await team.submit(team.adaByHand, 'k', `${LONG} one`)
    await team.push({ k: `${LONG} new` })
    expect(await worked(() => team.note(team.adaByHand, 'k', { dismiss_stale: true }))).toEqual(['check outside'])
    expect(await team.unit('k')).toMatchObject({ stale: null })
  })

  it('is checked before the transaction that restores it by a rejection', async () => {
    await team.submit(team.adaByHand, 'k', `${LONG} one`)
    await team.submit(team.adaByHand, 'k', `${LONG} two`)
    const item = { key: 'k', action: 'reject', rev: await rev() }
    expect(await worked(() => team.review(team.adaByHand, [item]))).toEqual(['check outside'])
    expect(await team.shown('k')).toBe(`translated ${LONG} one`)
  })

  it.each(['accept', 'reject'] as const)(
    'is not restored by the second item of a call, whose first is %s',
    async action => {
      for (const name of ['zero', 'one']) await team.submit(team.adaByHand, 'k', `${LONG} ${name}`)
      await team.submit(team.adaByHand, 'k', `${LONG} two`)
      await team.submit(team.bob, 'k', `${LONG} three`)
      const first = { key: 'k', action, rev: await rev() }
      let answer: unknown
      const jobs = await worked(async () => {
        answer = await team.review(team.adaByHand, [first, { key: 'k', action: 'reject' }])
      })
      expect(answer).toMatchObject({ refused: [{ action: 'reject', code: 'repeated' }] })
      expect(jobs).toEqual(['check outside'])
      expect(await team.shown('k')).toMatch(action === 'accept' ? / three$/ : / one$/)
    },
  )

  it('is not restored by an item whose first one refused the text that was checked', async () => {
    for (const name of ['zero', 'one', 'two']) await team.submit(team.adaByHand, 'k', `${LONG} ${name}`)
    await team.review(team.adaByHand, [{ key: 'k', action: 'request_changes', comment: 'No', rev: await rev() }])
    await team.submit(team.bob, 'k', `${LONG} one`)
    const { suggestions } = await team.unit('k')
    let answer: unknown
    const jobs = await worked(async () => {
      answer = await team.review(team.adaByHand, [
        { key: 'k', action: 'reject', suggestion: suggestions[0]?.id },
        { key: 'k', action: 'reject', rev: await rev() },
      ])
    })
    expect(answer).toMatchObject({ suggestions_rejected: 1, refused: [{ action: 'reject', code: 'changed_in_call' }] })
    expect(jobs).toEqual(['check outside'])
    expect(await team.shown('k')).toMatch(/ two$/)
  })

  it('is checked before the transaction that reverts to it', async () => {
    await team.submit(team.adaByHand, 'k', `${LONG} one`)
    const { batch } = await team.submit(team.adaByHand, 'k', `${LONG} two`)
    expect(await worked(() => team.revert(team.adaByHand, { batch }))).toEqual(['check outside'])
    expect(await team.shown('k')).toBe(`translated ${LONG} one`)
  })

  describe('on a branch whose translation is only in the history', () => {
    const branch = 'old'
    const old = (key: string) =>
      team.ada.call<{ entries: { src: string; texts: object }[] }>('get_entries', {
        project: team.project,
        branch,
        keys: [key],
      })

    /** Submits translations for the branch's sources, and then for so many newer ones that no unit stores them anymore. */
    async function leaveBehind(sources: Readonly<Record<string, string>>, texts: Readonly<Record<string, string>>) {
      await team.push(sources)
      await team.push(sources, { branch })
      for (const [key, text] of Object.entries(texts)) await team.submit(team.adaByHand, key, text)
      for (let n = 0; n < 7; n += 1) {
        await team.push(Object.fromEntries(Object.keys(sources).map(key => [key, `New ${n}`])))
        for (const key of Object.keys(texts)) await team.submit(team.adaByHand, key, `Neu ${n}`)
      }
      for (const key of Object.keys(texts)) {
        const { older, texts: kept } = await team.unit(key)
        expect({ older, kept: kept.some(({ value }) => value === texts[key]) }).toEqual({ older: true, kept: false })
      }
    }

    it('is checked on a thread when it is shown', async () => {
      await leaveBehind({ k: `${LONG} Bolt` }, { k: `${LONG} Schraube` })
      const kept = { term: 'Bolt', kind: 'do_not_translate' }
      await team.ada.call('save_glossary', { target: team.project, upsert: [kept] })
      let shown: Awaited<ReturnType<typeof old>> | undefined
      const jobs = await worked(async () => {
        shown = await old('k')
      })
      expect(jobs).toEqual(['check outside'])
      const findings = [{ id: 'do_not_translate' }]
      expect(shown?.entries).toMatchObject([{ texts: { de: { text: `${LONG} Schraube`, findings } } }])
    })

    it('is checked before the transaction that approves it', async () => {
      await leaveBehind({ k: LONG }, { k: `${LONG} one` })
      const approve = [{ key: 'k', action: 'approve' }]
      expect(await worked(() => team.review(team.adaByHand, approve, { branch }))).toEqual(['check outside'])
      expect((await old('k')).entries).toMatchObject([{ texts: { de: { text: `${LONG} one`, state: 'approved' } } }])
    })

    it('is checked before the transaction that adds a comment', async () => {
      await leaveBehind({ k: LONG }, { k: `${LONG} one` })
      const lock = { branch, lock: true }
      expect(await worked(() => team.note(team.adaByHand, 'k', lock))).toEqual(['check outside'])
      expect(await team.unit('k')).toMatchObject({ locked: true })
    })

    it('is checked on a thread when work on the branch is counted', async () => {
      await leaveBehind({ k: LONG, s: 'Apple' }, { k: `${LONG} one` })
      const src = (await old('s')).entries[0]?.src
      const items = [{ key: 's', src, text: 'Apfel' }]
      const submit = { project: team.project, locale: 'de', branch, items }
      watched.jobs.length = 0
      expect(await team.ada.call('submit_translations', submit)).toMatchObject({ accepted: 1, left: { de: 0 } })
      expect(watched.jobs).toEqual(['check inside'])
    })

    it('is checked without a thread up to 8,192 UTF-16 units', async () => {
      const source = 'a'.repeat(4_096)
      await leaveBehind({ k: LONG, short: source, long: source }, { short: 'b'.repeat(4_096), long: 'b'.repeat(4_097) })
      watched.jobs.length = 0
      await old('short')
      expect(watched.jobs).toEqual([])
      await old('long')
      expect(watched.jobs).toEqual(['check outside'])
    })

    it('restarts no transaction for many short ones', async () => {
      const many = (text: string) =>
        Object.fromEntries(['a', 'b', 'c'].map(key => [key, `${key} ${text.repeat(3_900)}`]))
      await leaveBehind({ k: 'Apple', ...many('s') }, many('t'))
      const src = (await old('k')).entries[0]?.src
      const items = [{ key: 'k', src, text: 'Apfel' }]
      const begun = vi.spyOn(team.world.services.store, 'transaction')
      await team.ada.call('submit_translations', { project: team.project, locale: 'de', branch, items })
      expect(begun).toHaveBeenCalledOnce()
    })
  })
})

describe('the translations that a glossary change affects', () => {
  let watched: Watched
  let team: Team
  afterEach(() => team.close())

  async function open(content: Readonly<Record<string, unknown>>): Promise<void> {
    watched = await watch(content)
    team = watched.team
  }
  const save = (term: object, more: object = {}) =>
    team.ada.call<Readonly<Record<string, unknown>>>('save_glossary', { target: team.project, upsert: [term], ...more })
  const kept = { term: 'Bolt', kind: 'do_not_translate' }

  it('are searched before the transaction, and not again inside', async () => {
    await open({ k: `${LONG} Bolt`, other: 'Bolt' })
    await team.submit(team.adaByHand, 'k', `${LONG} Schraube`)
    await team.submit(team.adaByHand, 'other', 'Bolt')
    watched.jobs.length = 0
    const looked = vi.spyOn(TermBook.prototype, 'findIn')
    try {
      expect(await save(kept, { dry_run: true })).toMatchObject({
        revise: { entries: 2 },
        breaks: { count: 1, first: [{ key: 'k', why: 'Bolt occurs once in the source but not at all here.' }] },
      })
      expect(watched.jobs).toEqual(['find_terms outside', 'check outside', 'check outside'])
      watched.jobs.length = 0
      expect(await save(kept)).toMatchObject({ version: 1, revise: { entries: 2 }, breaks: { count: 1 } })
      expect(watched.jobs).toEqual(['find_terms outside', 'check outside', 'check outside'])
      expect(looked).not.toHaveBeenCalled()
      await team.push({ other: 'Bolt' }, { confirm_removed: 1 })
      await save({ term: 'Nut' })
      expect(looked).toHaveBeenCalledOnce()
    } finally {
      looked.mockRestore()
    }
  })

  it('are searched again outside the transaction when the glossary changed meanwhile', async () => {
    await open({ k: `${LONG} Bolt` })
    watched.meanwhile = () => save({ term: 'Nut' })
    expect(await save(kept)).toMatchObject({ version: 2, revise: { entries: 1 } })
    expect(watched.jobs).toEqual(['find_terms outside', 'find_terms outside', 'find_terms outside'])
  })

  it('are searched in at most two million units of sources and translations', async () => {
    const long = `Bolt${'a'.repeat(49_996)}`
    await open(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, `Bolt ${long}${at}`])))
    expect(await save(kept)).toMatchObject({ revise: { entries: 42, more: true } })
    await team.push(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`, `Bolt ${long}${at}`])), {
      confirm_removed: 20,
    })
    for (let at = 0; at < 30; at += 1) await team.submit(team.adaByHand, `k${at}`, `Bolt ${long}${at}`)
    const forbidden = { term: 'Bolt', kind: 'forbidden' }
    expect(await save(forbidden, { dry_run: true })).toMatchObject({
      revise: { entries: 30, more: true },
      breaks: { count: 21, more: true },
    })
  })

  it('are skipped after one that takes too long, and the terms are saved', async () => {
    await open({ k: `${LONG} Bolt` })
    watched.meanwhile = async () => {
      throw new AppError('too_complex', 'Checking k takes over 10 seconds.', {})
    }
    expect(await save(kept)).toMatchObject({ version: 1, revise: { entries: 0, more: true } })
  })
})

it('a new syntax of a project is applied to the files, and the word counts, before the transaction', async () => {
  // Words of such a script are counted by a segmenter.
  const count = isNightly ? 2_000 : 1_001
  const keys = Array.from({ length: count }, (_, at) => [`key${at}`, `林檎 $t(x) ${at}`] as const)
  const { team, jobs } = await watch(Object.fromEntries(keys))
  const words = async () => {
    const { read } = team.world.services.store
    return read.entries.sum('listed', (await team.record()).id, 'words')
  }
  const segmented = vi.spyOn(Intl.Segmenter.prototype, 'segment')
  try {
    for (const [syntax, perText] of [
      ['icu', 4],
      ['auto', 2],
    ] as const) {
      jobs.length = 0
      await team.ada.call('update_project_policy', { project: team.project, syntax })
      expect(jobs).toEqual(['read_source outside', 'count_words outside', 'count_words outside'])
      expect(await words()).toBe(perText * count)
    }
    expect(segmented).not.toHaveBeenCalled()
  } finally {
    segmented.mockRestore()
    await team.close()
  }
})

it('the plural categories of a translated gettext file are determined once, when it is imported', async () => {
  const forms = vi.spyOn(formatById('po'), 'pluralCategories')
  const { team } = await watch({ a: 'Apple' })
  const { project } = team
  const locale = 'es'
  await team.ada.call('update_project', { project, add_locales: [locale] })
  const po = (...texts: readonly string[]): string =>
    `msgid "%d apple"\nmsgid_plural "%d apples"\n${texts.map((text, at) => `msgstr[${at}] "${text}"\n`).join('')}`
  // CLDR has a third form for Spanish, which gettext files do without: the file decides.
  const header = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
  try {
    const source = { path: 'po/app.pot', target: 'po/{locale}.po', content: po('', '') }
    await team.ada.call('push_source', { project, files: [source] })
    await team.ada.call('push_translations', {
      project,
      files: [{ path: 'po/es.po', content: `${header}${po('%d manzana', '%d manzanas')}` }],
    })
    forms.mockClear()
    const both = { key: '%d apple', forms: { one: '%d manzana', other: '%d manzanas' } }
    expect(await team.ada.call('check_text', { project, locale, items: [both] })).toMatchObject({
      results: [{ ok: true }],
    })
    expect(await team.review(team.adaByHand, [{ key: '%d apple', action: 'approve' }], { locale })).toMatchObject({
      approved: 1,
    })
    expect(forms).not.toHaveBeenCalled()
  } finally {
    forms.mockRestore()
    await team.close()
  }
})
