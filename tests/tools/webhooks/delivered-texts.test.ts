import { describe, expect, it } from 'vitest'
import type { Packet } from '../loop.ts'
import { eachTeam } from '../team.ts'

type More = Readonly<Record<string, unknown>>

const team = eachTeam(undefined, ['de'], [], ['hooks.test'])
let webhook: string

/** From now on, the events are kept. */
const listen = async (event = 'work.submitted'): Promise<void> => {
  const { id } = await team.ada.call<{ id: string }>('save_webhook', {
    target: team.project,
    url: 'https://hooks.test/',
    events: [event],
  })
  webhook = id
}

/** The data of the events, oldest first. */
const told = async (): Promise<readonly More[]> => {
  const { deliveries } = await team.ada.call<{ deliveries: readonly { payload: string }[] }>('list_deliveries', {
    target: team.project,
    id: webhook,
    full: true,
  })
  return deliveries.map(({ payload }) => (JSON.parse(payload) as { data: More }).data).toReversed()
}

const importDe = (texts: More, by = team.adaByHand): Promise<{ batch: string }> =>
  by.call('push_translations', {
    project: team.project,
    files: [{ path: 'locales/de.json', content: JSON.stringify(texts) }],
  })

/** The files that a pull of another caller gets. */
const pulled = async () => (await team.files({}, team.bob)).map(({ path, content }) => ({ path, content }))

const suggest = async () => {
  await team.submit(team.adaByHand, 'a', 'Apfel')
  await team.submit(team.bob, 'a', 'Der Apfel')
  return (await team.unit('a')).suggestions[0]
}

describe('submitted work, for webhooks', () => {
  it('is an import that changes what a pull delivers', async () => {
    await listen()
    const { batch } = await importDe({ a: 'Apfel' })
    expect(await told()).toMatchObject([{ batch, counts: { imported: 1 }, locales: ['de'], by: { user: 'ada' } }])
  })

  it('is no import that only waits for a decision', async () => {
    await team.submit(team.adaByHand, 'a', 'Apfel')
    await team.settings({ review: 'required' })
    await listen()
    const before = await pulled()
    await importDe({ a: 'Birne' }, team.bob)
    expect((await team.unit('a')).suggestions).toHaveLength(1)
    expect([await pulled(), await told()]).toEqual([before, []])
  })

  it('is an import that changes the bytes of a pulled file alone, and no import of the same file', async () => {
    await importDe({ a: 'Apfel' })
    await listen()
    const before = await pulled()
    const { batch } = await importDe({ a: 'Apfel', extra: 'Nur hier' })
    expect(await pulled()).not.toEqual(before)
    expect(await told()).toMatchObject([{ batch, counts: { unchanged: 1 }, locales: ['de'] }])
    await importDe({ a: 'Apfel', extra: 'Nur hier' })
    expect(await told()).toHaveLength(1)
  })

  it('is, as pushed source strings, a push that renames or moves what a pull writes', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    await listen('source.pushed')
    const before = await pulled()
    await team.push({ fruit: 'Apple', b: 'Hello {name}' })
    const content = JSON.stringify({ fruit: 'Apple' })
    const files = [{ path: 'locales/en.json', content: JSON.stringify({ b: 'Hello {name}' }) }]
    const renamed = await pulled()
    await team.push({}, { files: [...files, { path: 'fruit/en.json', content }] })
    const moved = await pulled()
    expect(renamed).not.toEqual(before)
    expect(moved).toContainEqual({ path: 'fruit/de.json', content: '{"fruit":"Apfel"}' })
    // Deliveries have no order.
    const events = await told()
    for (const counts of [{ renamed: 1 }, { moved: 1 }]) {
      expect(events).toContainEqual(expect.objectContaining({ counts: expect.objectContaining(counts) }))
    }
  })

  it('is a revert that changes what a pull delivers', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    const { batch } = await team.submit(team.bob, 'a', 'Birne')
    await listen()
    const reverted = await team.revert(team.bob, { batch })
    expect(await told()).toMatchObject([{ batch: reverted.batch, counts: { reverted: 1 }, locales: ['de'] }])
  })

  it('is no revert that only removes suggestions', async () => {
    const suggestion = await suggest()
    await listen()
    const reverted = await team.revert(team.bob, { batch: suggestion?.batch_id })
    expect(reverted).toMatchObject({ reverted: 0, suggestions_removed: 1 })
    expect(await told()).toEqual([])
  })

  it('is an accepted suggestion', async () => {
    const suggestion = (await suggest())?.id
    await listen()
    const { batch } = await team.review(team.adaByHand, [{ key: 'a', action: 'accept', suggestion }])
    expect(await told()).toMatchObject([{ batch, locales: ['de'], by: { kind: 'human' } }])
  })

  it('is an approval only where a pull waits for it', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    await team.submit(team.bob, 'b', 'Hallo {name}')
    await listen()
    await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }])
    expect(await told()).toEqual([])
    await team.settings({ export: 'approved' })
    const { batch } = await team.review(team.adaByHand, [{ key: 'b', action: 'approve' }])
    expect(await told()).toMatchObject([{ batch, counts: { approved: 1 } }])
  })

  it('is the end of a review that changes what a pull delivers', async () => {
    const { batch } = await team.submit(team.bob, 'a', 'Apfel')
    const { review } = await team.call<{ review: { id: string } }>('create_review', { batch })
    await listen()
    await team.adaByHand.call('decide_review', { project: team.project, review: review.id, end: 'revert' })
    expect(await told()).toMatchObject([{ review: review.id, counts: { reverted: 1 }, locales: ['de'] }])
  })

  it('is the push of a merged branch whose strings are translated', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    const merged = { a: 'Apples', b: 'Hello {name}' }
    await team.push(merged, { branch: 'plural' })
    const items = [{ key: 'a', src: await branchSource('plural', 'a'), text: 'Äpfel' }]
    await team.bob.call('submit_translations', { project: team.project, branch: 'plural', locale: 'de', items })
    await listen()
    const { batch } = (await team.push(merged)) as { batch: string }
    expect(await told()).toMatchObject([{ batch, counts: { changed: 1 }, locales: ['de'] }])
  })

  it('is no push of source strings that leaves the translations', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    await listen()
    await team.push({ a: 'Apples', b: 'Hello {name}', c: 'Plum' })
    expect(await told()).toEqual([])
  })

  it('is a push that copies the translations of another file', async () => {
    await team.submit(team.bob, 'a', 'Apfel')
    await listen()
    const content = `${JSON.stringify({ a: 'Apple' })}\n`
    const { batch } = await team.call<{ batch: string }>('push_source', { files: [{ path: 'other/en.json', content }] })
    expect(await told()).toMatchObject([{ batch, counts: { added: 1 }, locales: ['de'] }])
  })

  it('is a fill from the memory', async () => {
    const files = [{ path: 'other/en.json', content: `${JSON.stringify({ fruit: 'Plum' })}\n` }]
    const locale = 'de'
    const other = 'acme/other'
    await team.ada.call('create_project', { project: other, source_locale: 'en', target_locales: [locale] })
    await team.ada.call('push_source', { project: other, files })
    const { items } = await team.bob.call<Packet>('get_work', { project: other, locale })
    const texts = items.map(({ id, src }) => ({ id, src, text: 'Pflaume' }))
    await team.bob.call('submit_translations', { project: other, locale, items: texts })
    await listen()
    const order = { project: team.project, files, fill_from_memory: true }
    const pushed = await team.ada.call<{ filled_batch: string }>('push_source', order)
    expect(pushed.filled_batch).toEqual(expect.any(String))
    expect(await told()).toMatchObject([{ batch: pushed.filled_batch, counts: { accepted: 1 }, locales: ['de'] }])
  })
})

async function branchSource(branch: string, key: string): Promise<string> {
  const asked = { project: team.project, branch, locale: 'de', keys: [key] }
  const { items } = await team.bob.call<Packet>('get_work', asked)
  return items[0]?.src ?? ''
}
