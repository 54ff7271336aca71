import { describe, expect, it, vi } from 'vitest'
import { eachLoop } from '../loop.ts'

const loop = eachLoop(['de', 'ja'])

describe('the placeholder rules of work packets', () => {
  it('has each placeholder rule once in an hour, and says how to get it again', async () => {
    await loop.push({ a: 'A {x}', b: 'B {x}', c: 'C {x}' })
    await loop.push({ ho: 'Ho %{name}' }, {}, 'rails/en.json')
    const read = async (more: object = {}) => (await loop.work({ limit: 1, ...more })).rules
    const rule = { icu: expect.stringContaining('ICU MessageFormat') as string }
    const given = { icu: 'Given before. To repeat it, set rules: true.' }
    expect(await read()).toEqual(rule)
    // Its answer may be lost.
    expect(await read()).toEqual(rule)
    await loop.translate({ a: 'A {x}' })
    expect(await read()).toEqual(given)
    expect(await read({ locale: 'ja', ids: [(await loop.work({ limit: 2 })).items[1]?.id] })).toEqual(given)
    expect(await read({ rules: true })).toEqual(rule)
    expect(await read({ worker: 'second' })).toEqual(rule)
    expect(await loop.work({ limit: 3 })).toMatchObject({
      rules: { ...given, ruby: expect.stringContaining('%{name}') },
    })
    loop.world.pass(59 * 60_000)
    await loop.translate({ b: 'B {x}' })
    expect(await read()).toEqual(given)
    loop.world.pass(60_000)
    expect(await read()).toEqual(rule)
  })

  it('repeats what the processes of a site have forgotten', async () => {
    await loop.push({ a: 'A {x}', b: 'B {x}' })
    const { rules } = await loop.work({ limit: 1 })
    const { shared } = loop.world.services.store
    vi.spyOn(shared, 'list').mockResolvedValue(new Map())
    await loop.translate({ a: 'A {x}' })
    expect((await loop.work({ limit: 1 })).rules).toEqual(rules)
  })
})
