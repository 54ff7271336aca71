import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pace } from '../../src/pace.ts'
import { type Loop, openLoop } from '../tools/loop.ts'

/** More than a message names. */
const TARGETS = 'de af ar bg bn ca cs da el es et fa fi fr gu he hi hr hu id it ja ka ko lt'.split(' ')

let loop: Loop

beforeEach(async () => {
  loop = await openLoop(TARGETS)
  await loop.push({ a: 'Apple' })
})
afterEach(() => loop.close())

describe('the refusals of a submission', () => {
  it('of locales that are none names twenty of an item, and of the targets, and rests among them', async () => {
    const turns = vi.spyOn(Pace.prototype, 'isDue', 'get')
    const texts = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`xx-${100 + at}`, 'x']))
    const answer = await loop.submit(Array.from({ length: 50 }, () => ({ key: 'a', texts }))).finally(() => {
      expect(turns.mock.calls.length).toBeGreaterThanOrEqual(2 * 50 * 200)
      turns.mockRestore()
    })
    expect(answer).toMatchObject({ accepted: 0 })
    expect(answer.refused).toHaveLength(50)
    const [first] = answer.refused ?? []
    expect(String(first?.['locale']).match(/xx-\d+/g)).toHaveLength(20)
    expect(first?.['why']).toMatch(/ and 180 more are no targets of the project\.$/)
    expect(first?.['fix']).toBe(`Its targets are ${TARGETS.slice(0, 20).join(', ')} and 5 more.`)
    expect(JSON.stringify(answer).length).toBeLessThan(40_000)
  })

  it('repeats 200 units of a name, and each character that nobody sees by its name', async () => {
    const src = '00000000'
    const answer = await loop.submit([
      { key: 'k'.repeat(60_000), src, text: 'x' },
      { key: 'u\u202Ev', src, text: 'x' },
      { key: 'a', texts: { 'd\u200Be': 'x' } },
    ])
    const [long, hidden, strange] = answer.refused ?? []
    expect(String(long?.['key'])).toHaveLength(200)
    expect(hidden).toMatchObject({ key: 'u<U+202E>v' })
    expect(strange).toMatchObject({ locale: 'd<U+200B>e', why: 'd<U+200B>e is not a target of the project.' })
    expect(JSON.stringify(answer)).not.toMatch(/[\u202E\u200B]/)
  })
})
