import { describe, expect, it } from 'vitest'
import { VersionedCache } from '../../../src/tools/guidance/versioned-cache.ts'

/** A cache of 10 bytes in which each value has the given size, and the built IDs. */
function cache() {
  const built: string[] = []
  const values = new VersionedCache<string>(10)
  const get = (id: string, bytes = 1) =>
    values.get(id, async () => {
      built.push(id)
      await Promise.resolve()
      return { value: `value of ${id}`, id, bytes }
    })
  return { built, values, get }
}

describe('a cache of versions', () => {
  it('builds a value once for concurrent callers', async () => {
    const { built, get } = cache()
    expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual(['value of a', 'value of a', 'value of b'])
    await get('a')
    expect(built).toEqual(['a', 'b'])
  })

  it('evicts the least recently used value', async () => {
    const { built, get } = cache()
    for (const id of ['a', 'b', 'a']) await get(id, 4)
    await get('c', 4)
    await get('a', 4)
    await get('b', 4)
    expect(built).toEqual(['a', 'b', 'c', 'b'])
  })

  it('does not store a value that exceeds the whole cache, and keeps the others', async () => {
    const { built, get } = cache()
    await get('small')
    await get('large', 11)
    await get('large', 11)
    await get('small')
    expect(built).toEqual(['small', 'large', 'large'])
  })

  it('lets the next caller build when the first one is rejected', async () => {
    const { values } = cache()
    const refused = values.get('a', () => Promise.reject(new Error('over the budget')))
    const next = values.get('a', async () => ({ value: 'built', id: 'a', bytes: 1 }))
    await expect(refused).rejects.toThrow('over the budget')
    expect(await next).toBe('built')
  })
})
