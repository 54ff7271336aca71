import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { TermBook } from '../../src/l10n/glossary/term-book.ts'
import { NotComputedError } from '../../src/workers/computation.ts'
import type { Job } from '../../src/workers/pool.ts'
import { refused } from '../tools/world.ts'
import { CountingPool } from './counting-pool.ts'

const job = (bytes: number): Job => ({
  kind: 'formats',
  packed: { head: { path: 'en.json', content: '{}' }, lists: {} },
  bytes,
  describe: () => 'Reading en.json',
  onUsed: () => undefined,
})

const check = (source: string, target: string, name = 'greeting') =>
  ({ source, target, name, sourceLocale: 'en', locale: 'de', syntax: 'plain' }) as const

/** A text that the checks read for much longer than a job may take. */
const LONG = Array.from({ length: 60_000 }, (_, at) => `{a${at}}`).join(' ')

describe('work that would block the event loop', () => {
  const shared = new CountingPool()
  let pool = shared
  afterEach(async () => {
    if (pool !== shared) await pool.close()
    pool = shared
    pool.jobs.length = 0
  })
  afterAll(() => shared.close())

  it('runs on a thread for more than 200 texts', async () => {
    const texts = (count: number) => Array.from({ length: count }, (_, at) => check('Hello', `Hallo ${at}`))
    expect(await pool.forCall().checkAll(texts(200))).toHaveLength(200)
    expect(pool.jobs).toEqual([])
    expect(await pool.forCall().checkAll(texts(201))).toHaveLength(201)
    expect(pool.jobs).toEqual(['check'])
  })

  it('runs on a thread for few but long texts', async () => {
    const [result] = await pool.forCall().checkAll([check('{a}'.repeat(3_000), 'x')])
    expect(pool.jobs).toEqual(['check'])
    expect(result?.findings).toHaveLength(1)
  })

  it('gives the same result on a thread and on the event loop', async () => {
    const few = await pool.forCall().checkAll([check('Hello {name}', 'Hallo')])
    const many = await pool
      .forCall()
      .checkAll(Array.from({ length: 300 }, (_, at) => check('Hello {name}', at === 0 ? 'Hallo' : `${at}`)))
    expect(many[0]).toEqual(few[0])
  })

  it('reads and writes long files in a thread', async () => {
    const computed = pool.forCall()
    const content = JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`key${at}`, 'Hello'])))
    const source = { path: 'en.json', content }
    expect(await computed.findFormats(source)).toEqual(['json'])
    expect((await computed.readSource({ ...source, format: 'json', locale: 'en' })).items).toHaveLength(2_000)
    const values = new Map([['key0', 'Hallo']])
    const written = await computed.writeTarget({
      path: 'de.json',
      format: 'json',
      locale: 'de',
      source: content,
      base: undefined,
      sibling: undefined,
      values,
    })
    expect(JSON.parse(written)).toEqual({ key0: 'Hallo' })
    expect(pool.jobs).toEqual(['formats', 'read_source', 'count_words', 'count_words', 'write_target'])
  })

  it('is done once per call, however often it is requested', async () => {
    const computed = pool.forCall()
    const question = check('{a}'.repeat(3_000), 'x')
    const [first] = await computed.checkAll([question, { ...question }])
    expect(await computed.check({ ...question })).toBe(first)
    expect(pool.jobs).toEqual(['check'])
  })

  it('searches terms in a source once, however often it occurs', async () => {
    const computed = pool.forCall()
    const terms = new TermBook([
      {
        term: 'Bolt',
        kind: 'normal',
        case_sensitive: false,
        translations: {},
        levels: { do_not_translate: 'error', forbidden_term: 'error' },
      },
    ])
    const search = (source: string) => ({ source, syntax: 'icu', sourceLocale: 'en', terms }) as const
    const long = search(`${'{a}'.repeat(3_000)} bolts and a bolt`)
    const requests = [long, { ...long }, search('{bolt} {n, plural, other {bolts}}'), search('A Bolt.')]
    expect(await computed.containTerms(requests)).toEqual([true, true, false, true])
    expect(await computed.containTerms([long])).toEqual([true])
    expect(pool.jobs).toEqual(['find_terms'])
  })

  it('is rejected inside a transaction, unless its result exists already', async () => {
    const computed = pool.forCall()
    const question = check('{a}'.repeat(3_000), 'x')
    computed.cacheOnly = true
    await expect(computed.check(question)).rejects.toBeInstanceOf(NotComputedError)
    expect(pool.jobs).toEqual([])
    computed.cacheOnly = false
    const known = await computed.check(question)
    computed.cacheOnly = true
    expect(await computed.check(question)).toBe(known)
    expect(await computed.check(check('short', 'kurz'))).toMatchObject({ value: 'kurz' })
    expect(pool.jobs).toEqual(['check'])
  })

  it.each([
    { of: 'a quarter of the jobs', limits: { maxWaiting: 8 }, bytes: 1 },
    { of: 'a sixteenth of the bytes', limits: { maxBytes: 32 }, bytes: 1 },
  ])('of one user fills no more than $of of the queue', async ({ limits, bytes }) => {
    pool = new CountingPool(limits)
    const waiting = [1, 2].map(() => pool.run('mallory', job(bytes)))
    expect(await refused(pool.run('mallory', job(bytes)))).toMatchObject({ code: 'unavailable' })
    await Promise.all([...waiting, pool.run('bob', job(bytes))])
    await pool.run('mallory', job(bytes))
  })

  it('of a user without waiting jobs may not exceed the whole queue', async () => {
    pool = new CountingPool({ maxBytes: 8 })
    const waiting = pool.run('mallory', job(4))
    expect(await refused(pool.run('mallory', job(1)))).toMatchObject({ code: 'unavailable' })
    await Promise.all([waiting, pool.run('bob', job(4))])
  })

  it('of a user without waiting jobs is accepted, however many jobs of others wait', async () => {
    pool = new CountingPool({ maxWaiting: 8 })
    const others = ['mallory', 'eve', 'trudy', 'sybil'].flatMap(owner => [
      pool.run(owner, job(1)),
      pool.run(owner, job(1)),
    ])
    await Promise.all([...others, pool.run('bob', job(1))])
  })

  it('is accepted beside a long job of the same user when it is short', async () => {
    pool = new CountingPool({ maxBytes: 64, shortBytes: 2 })
    const waiting = [pool.run('ada', job(32)), pool.run('ada', job(2))]
    expect(await refused(pool.run('ada', job(3)))).toMatchObject({ code: 'unavailable', retryAfter: 10 })
    await Promise.all(waiting)
  })

  it('waits for at most one job of each other user', async () => {
    // Its thread starts while all jobs are queued.
    pool = new CountingPool()
    const order: string[] = []
    const run = (owner: string) => pool.run(owner, { ...job(1), onUsed: () => order.push(owner) })
    const many = ['mallory', 'mallory', 'mallory', 'eve', 'eve', 'eve'].map(run)
    await Promise.all([...many, run('bob')])
    expect(order).toEqual(['mallory', 'eve', 'bob', 'mallory', 'eve', 'mallory', 'eve'])
  })

  it('splits the word count of a file into jobs of its own', async () => {
    const texts = Array.from({ length: 5 }, (_, at) => [`k${at}`, `${at} word ${'{a} '.repeat(16_000)}`])
    const file = { path: 'en.json', content: JSON.stringify(Object.fromEntries(texts)), format: 'json' }
    const { items } = await pool.forCall().readSource({ ...file, locale: 'en' })
    expect(pool.jobs).toEqual(['read_source', 'count_words', 'count_words', 'count_words'])
    expect(items.map(({ words }) => words)).toEqual([2, 2, 2, 2, 2])
  })

  it('splits the word count of many texts into several jobs', async () => {
    const texts = Array.from({ length: 2_001 }, (_, at) => [`k${at}`, 'Hello {name}'])
    const file = { path: 'en.json', content: JSON.stringify(Object.fromEntries(texts)), format: 'json' }
    const { items } = await pool.forCall().readSource({ ...file, locale: 'en' })
    expect(pool.jobs).toEqual(['read_source', 'count_words', 'count_words', 'count_words'])
    expect(new Set(items.map(({ words }) => words))).toEqual(new Set([1]))
  })

  it('counts the words of the longest plural form, on a thread or not', async () => {
    const forms = { k_one: 'One word', k_other: 'Many {{count}} more words' }
    const small = { path: 'en.json', content: JSON.stringify(forms), format: 'i18next', locale: 'en' }
    const large = { ...small, content: JSON.stringify({ ...forms, long: 'x'.repeat(20_000) }) }
    expect((await pool.forCall().readSource(small)).items).toEqual([expect.objectContaining({ key: 'k', words: 3 })])
    expect(pool.jobs).toEqual([])
    expect((await pool.forCall().readSource(large)).items[0]).toMatchObject({ key: 'k', words: 3 })
    expect(pool.jobs).toEqual(['read_source', 'count_words'])
  })

  it('splits checks into jobs, so that other users get their turn', async () => {
    const texts = Array.from({ length: 6 }, (_, at) => check('', `${at}`.padEnd(16_384, 'x')))
    await pool.forCall().checkAll(texts)
    expect(pool.jobs).toEqual(['check', 'check', 'check'])
  })

  it('fails with the key of the text that takes too long, and the next job runs', async () => {
    pool = new CountingPool({ jobMs: 1 })
    const error = await refused(pool.forCall().checkAll([check(LONG, LONG.slice(1), 'checkout.title')]))
    expect(error).toMatchObject({
      code: 'too_complex',
      message: expect.stringContaining('Checking checkout.title takes over'),
    })
    await pool.close()
    pool = shared
    expect(await pool.forCall().checkAll([check('{a}'.repeat(3_000), 'x')])).toHaveLength(1)
  })
})
