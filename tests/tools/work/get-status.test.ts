import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mainText, shownText } from '../../../src/l10n/translation/shown-text.ts'
import { getSource } from '../../../src/l10n/translation/sources.ts'
import type { SourceLine } from '../../../src/l10n/translation/translation.ts'
import { compoundKey } from '../../../src/store/records/define.ts'
import { isNightly } from '../../runs.ts'
import { type Answer, found, type Loop, openLoop, SOURCE, type Translation } from '../loop.ts'
import { refused } from '../world.ts'

interface Status {
  readonly locales: readonly Readonly<Record<string, number | string>>[]
}
const TARGETS = ['de', 'ja'] as const
const statusOf = (loop: Loop, branch?: string): Promise<Status> =>
  loop.call('get_status', branch === undefined ? {} : { branch })

type Reason = 'source_changed' | 'note_changed'

/** The view of a branch with this line of sources on a unit, from its translations alone. */
function seen(
  { texts, locked }: Pick<Translation, 'texts' | 'locked'>,
  { src, earlier = [] }: Pick<SourceLine, 'src' | 'earlier'>,
  note: string | undefined,
) {
  const own = texts.find(text => text.src === src)
  const shown = own ?? texts.find(text => earlier.includes(text.src))
  const isOfNote = shown?.note === (note && createHash('sha256').update(note).digest('hex').slice(0, 16))
  const reason: Reason | undefined =
    shown === undefined || (own !== undefined && isOfNote) ? undefined : own ? 'note_changed' : 'source_changed'
  const isPeoples = shown?.state === 'approved' || shown?.origin.kind === 'human'
  const waits = shown === undefined || reason === 'source_changed' || (reason === 'note_changed' && !isPeoples)
  return { state: shown?.state ?? 'untranslated', reason, waits: waits && !locked }
}

const wordsOf = (source: unknown): number => (typeof source === 'string' ? source.split(' ').length : 0)
const NO_UNIT = { texts: [], locked: false, suggestions: [] } as const

/** The list of a branch with its units, without any index or stored state. */
async function listedUnits(loop: Loop, branch: string, locale: string) {
  const { read } = loop.world.services.store
  const lists = await read.branch_files.list('branch', compoundKey((await loop.record()).id, branch))
  const items = lists.flatMap(({ items: all }) => all)
  return Promise.all(
    items.map(async ({ key: name, entry_id, ...line }) => {
      const entry = found(await read.entries.get(entry_id))
      const unit = (await read.translations.list('entry', entry_id)).find(one => one.locale === locale) ?? NO_UNIT
      const source = getSource(entry, line.src)
      return { name, words: wordsOf(source), unit, ...seen(unit, line, entry.description) }
    }),
  )
}

/** The counts of a branch. */
async function recount(loop: Loop, branch: string, locale: string): Promise<Record<string, number | string>> {
  const none = { untranslated: 0, needs_review: 0, translated: 0, approved: 0, stale: 0, errors: 0 }
  const counts: Record<string, number> = { ...none, left: 0, words_left: 0, suggestions: 0 }
  const add = (name: string, many = 1): void => {
    counts[name] = (counts[name] ?? 0) + many
  }
  for (const { state, reason, waits, words, unit } of await listedUnits(loop, branch, locale)) {
    add(state)
    if (reason !== undefined) add('stale')
    if (unit.suggestions.length > 0) add('suggestions')
    if (waits) add('left')
    if (waits) add('words_left', words)
  }
  return { locale, ...counts }
}

/** The keys in the work of a branch. */
async function waiting(loop: Loop, branch: string, locale: string): Promise<readonly string[]> {
  const listed = await listedUnits(loop, branch, locale)
  return listed
    .filter(({ waits }) => waits)
    .map(({ name }) => name)
    .sort()
}

/** The stored fields for the indexes equal the view of the main branch. */
async function assertStored(loop: Loop, told: string): Promise<void> {
  const { id } = await loop.record()
  const { read } = loop.world.services.store
  for (const file of await read.files.list('project', id)) {
    for (const entry of await read.entries.list('file', file.id)) {
      const { source } = entry
      for (const unit of await read.translations.list('entry', entry.id)) {
        const { state, reason, waits } = seen(unit, entry, entry.description)
        const stored = [unit.state, unit.stale?.reason, unit.work, unit.listed, unit.words, mainText(unit)?.value]
        const expected = [
          state,
          reason,
          waits && entry.listed,
          entry.listed,
          wordsOf(source),
          shownText(unit, entry).text?.value,
        ]
        expect(stored, `${told}, ${entry.key} ${unit.locale}`).toEqual(expected)
      }
    }
  }
}

async function assertCounts(loop: Loop, told: string): Promise<void> {
  const { branches, id } = await loop.record()
  const { read } = loop.world.services.store
  for (const { name } of branches) {
    const status = await statusOf(loop, name)
    for (const [at, locale] of TARGETS.entries()) {
      expect(status.locales[at], `${told}, ${name}, ${locale}`).toEqual(await recount(loop, name, locale))
      const work = await loop.work({ locale, branch: name, limit: 200 })
      const keys = await waiting(loop, name, locale)
      // A row stands for further strings with the same source.
      const also = work.items.reduce((sum, item) => sum + (item.also ?? 0), 0)
      expect(work.items.length + also, `${told}, work of ${name}, ${locale}`).toBe(keys.length)
      expect(keys, `${told}, work of ${name}, ${locale}`).toEqual(
        expect.arrayContaining(work.items.map(item => item.key)),
      )
      expect(work.left).toBe(keys.length)
    }
    const lists = await read.branch_files.list('branch', compoundKey(id, name))
    const ids = lists.flatMap(({ items }) => items.map(item => item.entry_id))
    expect(new Set(ids).size, `${told}, entries of ${name}`).toBe(ids.length)
  }
  await assertStored(loop, told)
  await assertUse(loop, told)
}

/** An entry is unused exactly when no branch lists it. */
async function assertUse(loop: Loop, told: string): Promise<void> {
  const { id } = await loop.record()
  const { read } = loop.world.services.store
  for (const { id: fileId } of await read.files.list('project', id)) {
    const lists = await read.branch_files.list('file', fileId)
    const used = new Set(lists.flatMap(({ items }) => items.map(item => item.entry_id)))
    for (const entry of await read.entries.list('file', fileId)) {
      expect(entry.unused_since === null, `${told}, use of ${entry.key}`).toBe(used.has(entry.id))
    }
  }
}

const branch = fc.constantFrom('main', 'one')
const names = ['a', 'b', 'c', 'd'] as const
const content = fc.dictionary(fc.constantFrom(...names), fc.constantFrom('X', 'Y why', 'Z and zed'), { maxKeys: 4 })
const step = fc.oneof(
  fc.record({
    kind: fc.constant('push' as const),
    branch,
    file: content,
    prune: fc.boolean(),
    path: fc.constantFrom('l/en.json', 'locales/en.json'),
  }),
  fc.record({
    kind: fc.constant('submit' as const),
    branch,
    locale: fc.constantFrom(...TARGETS),
    many: fc.integer({ min: 1, max: 3 }),
    human: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('note' as const),
    name: fc.constantFrom(...names),
    note: fc.constantFrom('A fruit', 'A firm', undefined),
  }),
  fc.record({ kind: fc.constant('lock' as const), name: fc.constantFrom(...names), locked: fc.boolean() }),
  fc.record({ kind: fc.constant('review' as const), required: fc.boolean() }),
)

async function take(loop: Loop, one: typeof step extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  if (one.kind === 'push') {
    const more = { branch: one.branch, prune: one.prune }
    const { confirm_removed } = await loop.push(one.file, { ...more, dry_run: true }, one.path)
    await loop.push(one.file, { ...more, ...(confirm_removed !== undefined && { confirm_removed }) }, one.path)
    return
  }
  if (one.kind === 'note') return loop.note(one.name, one.note)
  const record = await loop.record()
  if (one.kind === 'lock') {
    const file = await loop.world.services.store.read.files.by('path', compoundKey(record.id, SOURCE))
    const place = file && (await loop.world.services.store.read.entries.by('place', compoundKey(file.id, one.name, '')))
    if (place !== undefined) await loop.alter(one.name, () => ({ locked: one.locked }))
  } else if (one.kind === 'review') {
    const review = one.required ? 'required' : 'none'
    await loop.world.services.store.transaction(tx =>
      tx.projects.put({ ...record, settings: { ...record.settings, review } }),
    )
  } else if (record.branches.some(({ name }) => name === one.branch)) {
    const { items } = await loop.work({ branch: one.branch, locale: one.locale, limit: one.many })
    if (items.length === 0) return
    const sent = items.map(({ id, src, text }) => ({ id, src, text: `${text} ${one.locale}` }))
    const caller = one.human ? await loop.world.human('ada') : loop.ada
    const args = { project: loop.project, branch: one.branch, locale: one.locale, items: sent }
    const answer = await caller.call<Answer>('submit_translations', args)
    expect(answer).toMatchObject({ accepted: sent.length })
    expect(answer.left[one.locale]).toBe((await loop.work({ branch: one.branch, locale: one.locale })).left)
  }
}

describe('the status of a project', () => {
  it('matches the translations, after any pushes and submissions on two branches', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async steps => {
        const loop = await openLoop(TARGETS)
        try {
          for (const [at, one] of steps.entries()) {
            await take(loop, one)
            await assertCounts(loop, `step ${at} ${one.kind}`)
          }
        } finally {
          await loop.close()
        }
      }),
      { numRuns: isNightly ? 600 : 10 },
    )
  })

  it('counts by state, separately for each branch, and suggests the next step', async () => {
    const loop = await openLoop(TARGETS)
    onTestFinished(loop.close)
    expect(await statusOf(loop)).toMatchObject({ next: expect.stringContaining('push_source') })
    await loop.push({ a: 'A', b: 'B', c: 'C' })
    await loop.push({ a: 'A2', b: 'B', c: 'C', d: 'D' }, { branch: 'one' })
    await loop.translate({ a: 'Ä', b: 'Bé' })
    await loop.alter('b', ({ texts }) => ({
      state: 'approved',
      texts: texts.map(text => ({ ...text, state: 'approved' as const })),
    }))
    const none = { needs_review: 0, stale: 0, errors: 0, suggestions: 0 }
    expect(await statusOf(loop)).toEqual({
      project: 'ada/app',
      branch: 'main',
      locales: [
        { locale: 'de', untranslated: 1, translated: 1, approved: 1, ...none, left: 1, words_left: 1 },
        { locale: 'ja', untranslated: 3, translated: 0, approved: 0, ...none, left: 3, words_left: 3 },
      ],
      context: 0,
      next: 'Call get_work with locale de: 1 string is left.',
    })
    expect((await statusOf(loop, 'one')).locales[0]).toEqual({
      locale: 'de',
      untranslated: 2,
      translated: 1,
      approved: 1,
      ...none,
      stale: 1,
      left: 3,
      words_left: 3,
    })
    const args = { project: loop.project, locales: ['JA'] }
    expect(await loop.ada.call('get_status', args)).toMatchObject({ locales: [{ locale: 'ja', left: 3 }] })
    expect((await refused(loop.ada.call('get_status', { ...args, locales: ['fr'] }))).code).toBe('invalid_input')
  })

  it('counts no suggestion for entries that the branch does not list', async () => {
    const loop = await openLoop(TARGETS)
    onTestFinished(loop.close)
    await loop.push({ a: 'A', b: 'B' })
    await loop.translate({ a: 'Ä' })
    await loop.alter('a', ({ texts }) => ({ texts: texts.map(text => ({ ...text, state: 'approved' as const })) }))
    await loop.translate({ a: 'Ää' })
    expect(await statusOf(loop)).toMatchObject({ locales: [{ suggestions: 1 }, { suggestions: 0 }] })
    await loop.push({ b: 'B' }, { confirm_removed: 1 })
    expect(await statusOf(loop)).toMatchObject({ locales: [{ suggestions: 0 }, { suggestions: 0 }] })
    await loop.push({ a: 'A', b: 'B' })
    expect(await statusOf(loop)).toMatchObject({ locales: [{ suggestions: 1 }, { suggestions: 0 }] })
  })
})
