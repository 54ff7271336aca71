import { beforeEach, describe, expect, it } from 'vitest'
import type { Change } from '../../../src/store/store.ts'
import { eachLoop } from '../loop.ts'

const loop = eachLoop(['de'])
beforeEach(() => loop.push({ a: 'One' }))

/** The writes of a call, except the audit log. */
async function written(act: () => Promise<unknown>): Promise<readonly string[]> {
  const changes: Change[] = []
  const stop = loop.world.services.store.watch(more => changes.push(...more))
  await act()
  stop()
  return changes.flatMap(({ collection, kind }) => (collection === 'audit' ? [] : [`${kind} ${collection}`])).sort()
}
const comment = () => loop.call('annotate_entry', { key: 'a', comment: 'A number.' })

describe('a batch', () => {
  it('does not write the project record without a change', async () => {
    const before = await loop.record()
    expect(await written(comment)).toEqual(['append batches', 'insert comments', 'put histories'])
    expect(await written(() => loop.translate({ a: 'Eins' }))).toEqual([
      'append batches',
      'append revisions',
      'insert translations',
      'put histories',
    ])
    expect(await loop.record()).toBe(before)
  })

  it('of a push writes the project record, with the time of the push', async () => {
    expect(await written(() => loop.push({ a: 'Two' }))).toContain('put projects')
  })
})
