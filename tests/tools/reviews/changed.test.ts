import { describe, expect, it } from 'vitest'
import { numbered, openReviewScene, type ReviewScene } from './scene.ts'

let scene: ReviewScene

/** A review of the agent's translations of some strings, all read. */
async function readReview(content: Readonly<Record<string, string>>, more = {}) {
  const { batch } = await scene.submitAll(scene.ada, more)
  const { id } = await scene.create({ batch })
  await scene.readAll(id)
  return { id, batch }
}

describe('a translation whose source was changed since the review began', () => {
  it('is changed: no end touches it', async () => {
    scene = await openReviewScene({ a: 'Apple', b: 'Pear', c: 'Plum' })
    const { id } = await readReview({ a: 'Apple', b: 'Pear', c: 'Plum' })
    await scene.push({ a: 'Apple', b: 'Never a pear' }, { confirm_removed: 1 })
    expect(await scene.get(id)).toMatchObject({
      changed: 2,
      ends: { accept: { approves: 1, leaves: 2 }, return: { findings: 0 }, revert: { clears: 1 } },
    })
    const n = (await scene.items(id)).find(({ key }) => key === 'b')?.n
    const fix = await scene.decide(id, { verdicts: [{ n, verdict: 'major', message: 'Birne' }] })
    expect(fix.refused).toMatchObject([{ n, code: 'changed' }])
    const marked = (await scene.items(id)).filter(item => item.changed !== undefined)
    expect(marked.map(({ key }) => key).sort()).toEqual(['b', 'c'])
    const { review } = await scene.decide(id, { end: 'accept' })
    expect(review).toMatchObject({ changed: 2, ended: { counts: { approved: 1, refused: 0 } } })
    expect(await scene.shown('a')).toMatch(/^approved/)
    expect(await scene.shown('b')).toMatch(/^translated/)
    expect((await scene.unit('c')).texts[0]?.state).toBe('translated')
  })

  it('is changed on a branch too, and when the branch is deleted', async () => {
    scene = await openReviewScene({ a: 'Apple', b: 'Pear' })
    await scene.push({ a: 'Apple on the branch', b: 'Pear on the branch' }, { branch: 'feature' })
    const { entries } = await scene.call<{ entries: { key: string; src: string }[] }>('get_entries', {
      branch: 'feature',
    })
    const items = entries.map(({ key, src }) => ({ key, src, text: `Frucht ${key} auf dem Zweig` }))
    await scene.call('submit_translations', { branch: 'feature', locale: 'de', items })
    const { id } = await scene.create({ person: 'ada', branch: 'feature' })
    expect((await scene.get(id)).changed).toBe(0)
    await scene.push({ a: 'Apple on the branch', b: 'Another pear' }, { branch: 'feature' })
    expect((await scene.get(id)).changed).toBe(1)
    await scene.call('delete_branch', { branch: 'feature' })
    expect(await scene.get(id)).toMatchObject({ changed: 2, ends: { accept: { approves: 0 } } })
  })

  it('is changed when its locale is no target any more', async () => {
    scene = await openReviewScene({ a: 'Apple' }, ['de', 'fr'])
    const { id } = await readReview({ a: 'Apple' })
    await scene.call('update_project', { target_locales: ['fr'], confirm: true })
    const { review } = await scene.decide(id, { end: 'accept' })
    expect(review).toMatchObject({ changed: 1, ended: { counts: { approved: 0 } } })
  })
})

it('a second fix replaces the first one, but no later translation: then both are shown', async () => {
  scene = await openReviewScene({ a: 'Save', b: 'Save' })
  await scene.settings({ agents_replace: true })
  const { id } = await readReview({ a: 'Save', b: 'Save' }, { a: 'Retten', b: 'Retten' })
  const fix = (message: string) => scene.decide(id, { verdicts: [{ n: 1, verdict: 'major', message }] })
  await fix('Speichern')
  expect(await fix('Sichern')).not.toHaveProperty('refused')
  await scene.decide(id, { verdicts: [{ n: 1, verdict: 'minor' }] })
  expect(await fix('Abspeichern')).not.toHaveProperty('refused')
  await scene.submit(scene.bob, 'b', 'Ablegen')
  const { refused } = await fix('Merken')
  expect(refused).toMatchObject([{ n: 1, code: 'changed', got: 'Ablegen' }])
  expect(await scene.shown('a')).toBe('translated Abspeichern')
  expect(await scene.shown('b')).toBe('translated Ablegen')
})

it.each(['accept', 'return', 'revert'])(
  'after its end, a translation of a review is changed only if it is not what %s made',
  async end => {
    scene = await openReviewScene(numbered(3))
    await scene.submitAll(scene.bob, Object.fromEntries(['s0', 's1', 's2'].map(key => [key, `Vorher ${key}`])))
    const { id } = await readReview(numbered(3))
    await scene.alter('s1', ({ texts }) => ({
      texts: texts.map(text => ({ ...text, findings: [{ id: 'length', level: 'warning', message: 'Long.' }] })),
    }))
    await scene.decide(id, { end, ...(end === 'return' && { why: 'Once more' }) }, scene.adaByHand)
    const items = await scene.items(id)
    expect(items.filter(({ changed }) => changed !== undefined)).toEqual([])
    if (end !== 'revert') expect(items.find(({ key }) => key === 's1')?.findings).toMatchObject([{ id: 'length' }])
    await scene.submit(scene.bobByHand, 's2', 'Danach')
    expect((await scene.items(id)).find(({ key }) => key === 's2')).toMatchObject({ changed: 'Danach' })
  },
)
