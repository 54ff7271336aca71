import { describe, expect, it } from 'vitest'
import { numbered, openReviewScene, type ReviewScene } from './scene.ts'

let scene: ReviewScene

/** A review of the agent's translations, read as good. */
async function openRead(verdicts: Parameters<ReviewScene['readAll']>[1] = {}) {
  scene = await openReviewScene(numbered(4))
  const { batch } = await scene.submitAll()
  const { id } = await scene.create({ batch })
  await scene.readAll(id, verdicts)
  return id
}

/** The agent's revert of a batch, with the revision of each translation. */
async function revertByAgent(batch: string | undefined) {
  const names = Object.keys(numbered(4))
  const items = await Promise.all(
    names.map(async name => {
      const { texts } = await scene.unit(name)
      return { key: name, locale: 'de', rev: texts[0]?.rev }
    }),
  )
  const ids = await scene.call<{ entries: readonly { id: string; key: string }[] }>('get_entries', { keys: names })
  const idOf = new Map(ids.entries.map(({ id, key }) => [key, id]))
  return scene.revert(scene.ada, { batch, items: items.map(({ key, ...item }) => ({ id: idOf.get(key), ...item })) })
}

const REFUSED = {
  reverted: 0,
  refused: { count: 4, first: Array.from({ length: 4 }, () => ({ code: 'needs_person' })) },
}

describe('an agent that may replace what users wrote', () => {
  it('cannot approve by undoing a user’s revert of an acceptance', async () => {
    const id = await openRead()
    const { batch } = await scene.decide(id, { end: 'accept' })
    const undone = await scene.revert(scene.adaByHand, { batch })
    expect(await scene.shown('s0')).toMatch(/^translated /)
    await scene.settings({ agents_replace: true })
    expect(await revertByAgent(undone.batch)).toMatchObject(REFUSED)
    expect(await scene.shown('s0')).toMatch(/^translated /)
    await scene.settings({ approve: 'anyone' })
    expect(await revertByAgent(undone.batch)).toMatchObject({ reverted: 4 })
    expect(await scene.shown('s0')).toMatch(/^approved /)
  })

  it('cannot undo the end of a review', async () => {
    const id = await openRead({ s1: { verdict: 'major', reason: 'meaning', comment: 'It says the opposite.' } })
    const { batch } = await scene.decide(id, { end: 'return' })
    await scene.settings({ agents_replace: true })
    expect(await revertByAgent(batch)).toMatchObject(REFUSED)
    expect(await scene.shown('s1')).toMatch(/^needs_review /)
    expect(await scene.revert(scene.adaByHand, { batch })).toMatchObject({ reverted: 4 })
  })

  it('cannot bring back what a review took away', async () => {
    const id = await openRead()
    const { batch } = await scene.decide(id, { end: 'revert' }, scene.adaByHand)
    expect(await scene.shown('s0')).toBe('untranslated')
    await scene.settings({ agents_replace: true })
    expect(await revertByAgent(batch)).toMatchObject(REFUSED)
    expect(await scene.shown('s0')).toBe('untranslated')
  })

  it('restores what a user approved by undoing its own replacement', async () => {
    const id = await openRead()
    await scene.decide(id, { end: 'accept' })
    await scene.settings({ agents_replace: true })
    const { batch } = await scene.submitAll(scene.ada, { s0: 'Etwas anderes', s1: 'Zwei', s2: 'Drei', s3: 'Vier' })
    expect(await scene.shown('s0')).toBe('needs_review Etwas anderes')
    expect(await revertByAgent(batch)).toMatchObject({ reverted: 4 })
    expect(await scene.shown('s0')).toMatch(/^approved /)
  })
})
