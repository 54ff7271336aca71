import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loop, openLoop } from '../loop.ts'

let loop: Loop

beforeEach(async () => {
  loop = await openLoop(['de', 'ja', 'pl'])
})
afterEach(() => loop.close())

describe('a packet of strings that others hold', () => {
  it('says until when, and that they can be taken all the same', async () => {
    await loop.push({ a: 'Apple', b: 'Pear' })
    await loop.work({ worker: 'anna', limit: 1 })
    expect((await loop.work({ worker: 'ben' })).next).not.toContain('Other workers')
    const { next, items } = await loop.work({ worker: 'cleo' })
    expect(items).toMatchObject([{ held_by: 'anna' }, { held_by: 'ben' }])
    const until = new Date(loop.world.services.now().getTime() + 10 * 60_000).toISOString()
    expect(next).toContain(`Other workers hold all of these until ${until} at the latest`)
    expect((await loop.work({ worker: 'anna', limit: 1 })).next).not.toContain('Other workers')
  })
})
