import { beforeEach, describe, expect, it } from 'vitest'
import { addWords, tallyWords } from '../../../src/tools/translations/words-by-day.ts'
import { eachLoop } from '../loop.ts'

const loop = eachLoop(['de'])
beforeEach(() => loop.push({ a: 'One small step', b: 'Two' }))

const readHistory = async () => loop.world.services.store.read.histories.get((await loop.record()).id)

describe('the words of a day', () => {
  it('count new translations of a batch once, and say when a locale changed', async () => {
    await loop.translate({ a: 'Ein kleiner Schritt', b: 'Zwei' })
    const at = loop.world.services.now().toISOString()
    const history = await readHistory()
    expect(history?.days).toEqual([{ day: at.slice(0, 10), users: 0, agents: 4 }])
    expect(history?.active).toEqual({ de: at })
  })

  it('do not count an approval, which repeats the translation', async () => {
    await loop.translate({ b: 'Zwei' })
    const before = (await readHistory())?.days
    expect(await loop.review([{ key: 'b', action: 'approve' }])).toMatchObject({
      approved: 1,
    })
    expect((await readHistory())?.days).toEqual(before)
  })

  it('belong to users or to agents, and to nobody after an import', () => {
    const tally = { users: 0, agents: 0 }
    tallyWords(tally, 'human', 2)
    tallyWords(tally, 'llm', 3)
    tallyWords(tally, 'import', 100)
    expect(tally).toEqual({ users: 2, agents: 3 })
  })

  it('add up, and stay with the newest 30 days', () => {
    const at = (day: number): string => `2026-10-${String(day).padStart(2, '0')}T08:00:00.000Z`
    let days = addWords([], at(1), { users: 1, agents: 0 })
    for (let day = 1; day <= 31; day += 1) days = addWords(days, at(day), { users: 0, agents: 2 })
    expect(days).toHaveLength(30)
    expect(days[0]?.day).toBe('2026-10-02')
    expect(addWords(days, at(31), { users: 5, agents: 0 }).at(-1)).toEqual({ day: '2026-10-31', users: 5, agents: 2 })
    expect(addWords(days, at(31), { users: 0, agents: 0 })).toBe(days)
  })
})
