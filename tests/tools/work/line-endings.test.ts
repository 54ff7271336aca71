import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loop, openLoop } from '../loop.ts'

let loop: Loop

beforeEach(async () => {
  loop = await openLoop()
})
afterEach(() => loop.close())

describe('submit_translations', () => {
  it('says which text has other line endings now, also of a suggestion and a dry run', async () => {
    await loop.push({ a: 'One\nTwo', b: 'Three\nFour', c: 'Apple' })
    await loop.alter('b', () => ({ locked: true }))
    const items = [
      { key: 'a', text: 'Eins\r\nZwei' },
      { key: 'b', text: 'Drei\r\nVier' },
      { key: 'c', text: 'Apfel' },
    ]
    const repairs = { line_endings: ['e1 de', 'e2 de'] }
    const expected = { accepted: 2, suggested: 1, repaired: 2, repairs }
    expect(await loop.submit(items, { dry_run: true })).toMatchObject(expected)
    const whole = await loop.submit(items, { all_or_nothing: true })
    expect([whole.accepted, 'repaired' in whole, 'repairs' in whole]).toEqual([0, false, false])
    expect(await loop.submit(items)).toMatchObject(expected)
    expect((await loop.unit('a')).texts.at(-1)?.value).toBe('Eins\nZwei')
    expect((await loop.unit('b')).suggestions.at(-1)?.value).toBe('Drei\nVier')
    expect(await loop.submit([{ key: 'a', text: 'Eins\r\nZwei' }])).not.toHaveProperty('repairs')
  })
})
