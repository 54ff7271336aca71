import { describe, expect, it } from 'vitest'
import { eachTeam } from '../team.ts'
import { refused } from '../world.ts'

const team = eachTeam()

const idOf = async (key: string): Promise<string> => {
  const { entry_id } = await team.unit(key)
  return (await team.world.services.store.read.entries.get(entry_id))?.short ?? ''
}
const comment = (name: object, more: object = {}) =>
  team.call('annotate_entry', { ...name, comment: 'A fruit.', ...more })

describe('an ID with the key of another string', () => {
  it('is refused in a review', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    const id = await idOf('a')
    expect(await team.review(team.adaByHand, [{ id, key: 'b', action: 'approve' }])).toMatchObject({
      refused: [{ code: 'ambiguous_key', why: `id is "${id}", which is "a", but key is "b".` }],
    })
    expect(await team.shown('a')).toBe('translated Apfel')
    expect(await team.review(team.adaByHand, [{ id, key: 'a', action: 'approve' }])).toMatchObject({ approved: 1 })
  })

  it('is refused in an annotation', async () => {
    const id = await idOf('a')
    expect(await refused(comment({ id, key: 'b' }))).toMatchObject({
      code: 'ambiguous_key',
      message: `id is "${id}", which is "a", but key is "b".`,
    })
    expect(await comment({ id, key: 'a' })).toMatchObject({ id, key: 'a' })
  })

  it('is refused where no string has the key', async () => {
    const id = await idOf('a')
    expect(await refused(comment({ id, key: 'x\u202Ey' }))).toMatchObject({
      message: `id is "${id}", which is "a", but key is "x<U+202E>y".`,
    })
  })

  it('is accepted with the key that a branch or main has, and with a key as an answer shows it', async () => {
    const branch = 'f'
    const id = await idOf('a')
    const hidden = 'c\u202Ed'
    await team.push({ renamed: 'Apple', b: 'Hello {name}', [hidden]: 'Cat' }, { branch })
    await team.push({ a: 'Apple', b: 'Hello {name}', [hidden]: 'Cat' })
    expect(await comment({ id, key: 'renamed' }, { branch })).toMatchObject({ id })
    expect(await comment({ id, key: 'a' }, { branch })).toMatchObject({ id })
    expect(await comment({ id: await idOf(hidden), key: 'c<U+202E>d' })).toMatchObject({ done: ['commented'] })
  })
})
