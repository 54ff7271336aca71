import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'

/** Requests for changes of one string whose source differs between branches, or changes and returns. */
const loop = eachLoop()

beforeEach(async () => {
  await loop.push({ a: 'Open settings' })
  await loop.translate({ a: 'Einstellungen öffnen' })
})

const BRANCH = { branch: 'f2' }
const request = (comment: string, more: Readonly<Record<string, unknown>> = {}) =>
  loop.call('review_translations', { locale: 'de', items: [{ key: 'a', action: 'request_changes', comment }], ...more })
/** What get_work says of the string: the words of its request. */
const words = async (more: Readonly<Record<string, unknown>> = {}): Promise<readonly (string | undefined)[]> => {
  const { items } = await loop.work<{ items: readonly { request?: { comment?: string } }[] }>(more)
  return items.map(item => item.request?.comment)
}
const revise = async (): Promise<number> => {
  const { locales } = await loop.call<{ locales: readonly { revise?: number }[] }>('get_status')
  return locales[0]?.revise ?? 0
}

describe('requests on two branches with different source strings', () => {
  it('wait for a text each, in either order', async () => {
    await request('Of main')
    await loop.push({ a: 'Open preferences' }, BRANCH)
    await loop.translate({ a: 'Voreinstellungen öffnen' }, BRANCH)
    await request('Of f2', BRANCH)
    expect(await words()).toEqual(['Of main'])
    expect(await words(BRANCH)).toEqual(['Of f2'])
    expect(await revise()).toBe(1)

    await loop.translate({ a: 'Einstellungen zeigen' })
    expect(await words()).toEqual([])
    expect(await revise()).toBe(0)
    expect(await words(BRANCH)).toEqual(['Of f2'])
    await loop.translate({ a: 'Voreinstellungen zeigen' }, BRANCH)
    expect(await words(BRANCH)).toEqual([])
  })

  it('refuse the text of the branch as well as its answers', async () => {
    await loop.push({ a: 'Open preferences' })
    await request('Use Sie', { items: [{ key: 'a', action: 'request_changes', comment: 'Use Sie', stale: true }] })
    await loop.translate({ a: 'Voreinstellungen öffnen' })
    const { rev } = await loop.unit('a')
    loop.world.pass(1000)
    expect(await loop.submit([{ key: 'a', text: 'Einstellungen zeigen', rev }])).toMatchObject({ accepted: 1 })
    const again = await loop.submit([{ key: 'a', text: 'Einstellungen öffnen', rev: rev + 1 }])
    expect(again.refused).toMatchObject([{ code: 'changes_requested' }])
  })

  it('refuse a confirmed text on the branch only, also as the one of main', async () => {
    await loop.push({ a: 'Open preferences' }, BRANCH)
    const { id } = (await loop.work<{ items: readonly [{ id: string }] }>(BRANCH)).items[0]
    await loop.call('annotate_entry', { locale: 'de', id, dismiss_stale: true, ...BRANCH })
    const items = [{ key: 'a', action: 'request_changes', comment: 'Of f2', stale: true }]
    await loop.call('review_translations', { locale: 'de', items, ...BRANCH })
    expect(JSON.parse((await loop.pull(BRANCH)).content)).toEqual({})
    expect(JSON.parse((await loop.pull()).content)).toEqual({ a: 'Einstellungen öffnen' })
  })

  it('are reverted one by one', async () => {
    const { batch } = (await request('Of main')) as { batch: string }
    await loop.push({ a: 'Open preferences' }, BRANCH)
    await loop.translate({ a: 'Voreinstellungen öffnen' }, BRANCH)
    await request('Of f2', BRANCH)
    await loop.call('revert_changes', { batch })
    expect(await words()).toEqual([])
    expect((await loop.unit('a')).state).toBe('translated')
    expect(await words(BRANCH)).toEqual(['Of f2'])
  })
})

describe('the revert of a translation', () => {
  const revert = (batch: string | undefined) =>
    loop.call<{ reverted: number; batch: string }>('revert_changes', { batch })

  it('for the source of a branch keeps the request of main', async () => {
    await request('Of main')
    await loop.push({ a: 'Open preferences' }, BRANCH)
    const { batch } = await loop.translate({ a: 'Voreinstellungen öffnen' }, BRANCH)
    expect(await revert(batch)).toMatchObject({ reverted: 1 })
    expect(await words()).toEqual(['Of main'])
    expect(await revise()).toBe(1)
  })

  it('for a changed source has its request wait again, and refuses the text', async () => {
    await request('Say it shorter')
    await loop.push({ a: 'Open preferences' })
    const { batch } = await loop.translate({ a: 'Voreinstellungen öffnen' })
    const undone = await revert(batch)
    expect(await words()).toEqual(['Say it shorter'])
    expect(await revise()).toBe(1)
    const again = await loop.translate({ a: 'Einstellungen öffnen' })
    expect(again.refused).toMatchObject([{ code: 'changes_requested' }])
    await revert(undone.batch)
    expect(await words()).toEqual([])
    expect(await revise()).toBe(0)
    await loop.push({ a: 'Open settings' })
    expect(await words()).toEqual(['Say it shorter'])
  })
})

describe('a source string that changes and returns', () => {
  it('has its request again, although a text for the other one answered it', async () => {
    await request('Say it shorter')
    await loop.push({ a: 'Open preferences' })
    expect(await words()).toEqual(['Say it shorter'])
    await loop.translate({ a: 'Voreinstellungen öffnen' })
    expect(await words()).toEqual([])
    expect(await revise()).toBe(0)
    await loop.push({ a: 'Open settings' })
    expect(await words()).toEqual(['Say it shorter'])
    expect(await revise()).toBe(1)
  })

  it('has its request again, although its text was confirmed for the other one', async () => {
    await request('Say it shorter')
    await loop.push({ a: 'Open the settings' })
    const { id } = (await loop.work<{ items: readonly [{ id: string }] }>()).items[0]
    await loop.call('annotate_entry', { locale: 'de', id, dismiss_stale: true })
    expect(await words()).toEqual(['Say it shorter'])
    await loop.push({ a: 'Open settings' })
    expect(await words()).toEqual(['Say it shorter'])
  })
})
