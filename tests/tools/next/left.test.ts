import { describe, expect, it } from 'vitest'
import { type Answer, eachLoop } from '../loop.ts'

const loop = eachLoop(['de'])

const call = (tool: string, more: object) => loop.call<Answer>(tool, more)
const changeVoice = () => loop.ada.call('save_voice', { target: loop.project, voice: { tone: 'formal' } })
/** Keys of the rows, and what is left. */
const leftOf = async (more: Readonly<Record<string, unknown>>) => {
  const { items, left } = await loop.work(more)
  return [items.map(({ key }) => key).join(' '), left]
}

/** Strings a to f: a and b have a warning, c none; d has no translation, e plural forms; f is of another file. */
async function fill(): Promise<void> {
  await loop.push({
    a: 'Please save the file',
    b: 'Please close the file',
    c: 'Good night',
    d: 'Good morning',
    e: '{count, plural, one {# day} other {# days}}',
  })
  await loop.push({ f: 'Please open the file' }, {}, 'other/en.json')
  await loop.translate({ a: 'Bitte Bitte die Datei speichern', b: 'Bitte Bitte die Datei schließen', c: 'Gute Nacht' })
  const [{ id, src } = { id: '', src: '' }] = (await loop.work({ keys: ['f'] })).items
  await loop.submit([{ id, src, text: 'Bitte Bitte die Datei öffnen' }])
}

describe('the strings left of a work packet', () => {
  it('are those that its filters select', async () => {
    await fill()
    expect(await leftOf({})).toEqual(['d e', 2])
    expect(await leftOf({ finding: 'repeated_words' })).toEqual(['a b f', 3])
    expect(await leftOf({ finding: 'repeated_words', limit: 1 })).toEqual(['a', 3])
    expect(await leftOf({ finding: 'repeated_words', file: 'other/en.json' })).toEqual(['f', 1])
    expect(await leftOf({ finding: 'repeated_words', file: 'locales/en.json', limit: 1 })).toEqual(['a', 2])
    expect(await leftOf({ finding: 'repeated_words', text: 'close' })).toEqual(['b', 1])
    expect(await leftOf({ text: 'good' })).toEqual(['d', 1])
    expect(await leftOf({ text: 'nothing' })).toEqual(['', 0])
    expect(await leftOf({ plurals: true })).toEqual(['e', 1])
    expect(await leftOf({ outdated_voice: true })).toEqual(['', 0])
    await changeVoice()
    expect(await leftOf({ outdated_voice: true, limit: 2 })).toEqual(['a b', 4])
    expect(await leftOf({ outdated_voice: true, finding: 'any', limit: 2 })).toEqual(['a b', 3])
  })

  it('are those behind the cursor where no index counts them', async () => {
    await fill()
    const query = { finding: 'repeated_words', text: 'file', limit: 2 }
    const { next_cursor: cursor, left } = await loop.work(query)
    expect(left).toBe(3)
    expect(await leftOf({ ...query, cursor })).toEqual(['f', 1])
  })

  it('are those that need work if the call names strings', async () => {
    await fill()
    expect(await leftOf({ keys: ['c', 'd'] })).toEqual(['c d', 1])
    await loop.translate({ d: 'Guten Morgen' })
    expect(await leftOf({ keys: ['c', 'd'] })).toEqual(['c d', 0])
    expect(await leftOf({ keys: ['a', 'c'], finding: 'any' })).toEqual(['a', 1])
  })

  it('are counted alike on a branch', async () => {
    await fill()
    const branch = 'feature'
    await loop.push({ a: 'Please save the file', c: 'Good night', g: 'Good day' }, { branch })
    await changeVoice()
    expect(await leftOf({ branch })).toEqual(['g', 1])
    expect(await leftOf({ branch, finding: 'any' })).toEqual(['a', 1])
    expect(await leftOf({ branch, outdated_voice: true, limit: 1 })).toEqual(['a', 2])
    expect(await leftOf({ branch, keys: ['c', 'g'] })).toEqual(['c g', 1])
  })
})

describe('an answer with nothing left to translate', () => {
  const GET = 'Get the files with pull_translations'

  it('names findings and translations of an earlier voice', async () => {
    await loop.push({ a: 'Please save the file', b: 'Good night' })
    await loop.push({ a: 'Please save the file', b: 'Good night' }, { branch: 'f' })
    await loop.translate({ a: 'Bitte Bitte die Datei speichern' })
    await changeVoice()
    const { next } = await loop.translate({ b: 'Gute Nacht' })
    const step = 'Left to revise: 1 with warnings (finding: warning), 1 of an earlier voice (outdated_voice: true).'
    expect(next).toBe(`${step} Call get_work with one of these filters. ${GET}.`)
    expect((await call('get_status', {})).next).toBe(next)
    const rest = `Call get_work with one of these filters, project ${loop.project}. ${GET}, project ${loop.project}.`
    expect((await loop.work()).next).toBe(`${step} ${rest}`)
    expect((await loop.work({ text: 'xyz' })).next).toBe(`No string matches the filters. ${step} ${rest}`)
    for (const answer of [await call('get_status', { branch: 'f' }), await loop.work({ branch: 'f' })]) {
      expect(answer.next).toContain(step)
      expect(answer.next).toContain(`filters${'items' in answer ? `, project ${loop.project}` : ''}, branch f.`)
    }
    const context = await loop.ada.call<{ next: string }>('get_context')
    expect(context.next).toBe(`${step} ${rest}`)
  })

  it('says that nothing is left once all is confirmed', async () => {
    await loop.push({ a: 'Good night' })
    await loop.translate({ a: 'Gute Nacht' })
    await changeVoice()
    const { next } = await loop.translate({ a: 'Gute Nacht' })
    expect(next).toBe(`Nothing is left to translate. ${GET}.`)
  })
})

describe('the strings left in a dry run', () => {
  const review = (more: object) =>
    call('review_translations', {
      locale: 'de',
      items: [{ key: 'a', action: 'request_changes', comment: 'Plural' }],
      ...more,
    })
  const importDe = (more: object) =>
    call('push_translations', { files: [{ path: 'locales/de.json', content: '{"b": "Birne"}' }], ...more })

  it('are those that would be left', async () => {
    await loop.push({ a: 'Apple', b: 'Pear' })
    const { batch } = await loop.translate({ a: 'Apfel' })
    const trials = [
      await call('submit_translations', {
        locale: 'de',
        dry_run: true,
        items: [{ key: 'b', src: (await loop.work()).items[0]?.src, text: 'Birne' }],
      }),
      await importDe({ dry_run: true }),
      await review({ dry_run: true }),
      await call('revert_changes', { batch, dry_run: true }),
    ]
    expect(trials.map(({ left }) => left['de'])).toEqual([0, 0, 2, 2])
    expect((await loop.work()).left).toBe(1)
    expect([(await importDe({})).left, (await review({})).left]).toEqual([{ de: 0 }, { de: 1 }])
  })

  it('include a request that opens again without the suggestion that answered it', async () => {
    await loop.push({ a: 'Apple' })
    const human = await loop.world.human('ada')
    await loop.translate({ a: 'Apfel' }, {}, human)
    await loop.review([{ key: 'a', action: 'request_changes', comment: 'Plural' }])
    const { batch, suggested } = await loop.translate({ a: 'Äpfel' })
    expect(suggested).toBe(1)
    const revert = (more: object) => call('revert_changes', { batch, ...more })
    expect((await revert({ dry_run: true })).left).toEqual({ de: 1 })
    expect((await revert({})).left).toEqual({ de: 1 })
  })
})

it('an empty search says how many it looked at only if there were some', async () => {
  await loop.push({ a: 'Apple' })
  const search = (more: object) => call('get_entries', { locale: 'de', ...more })
  expect(await search({ finding: 'any' })).toEqual({ entries: [] })
  expect(await search({ text: 'zzz' })).toMatchObject({ entries: [], looked_at: 1 })
})
