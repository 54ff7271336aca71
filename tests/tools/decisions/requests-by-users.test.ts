import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTeam, type Team } from '../team.ts'

let team: Team

beforeEach(async () => {
  team = await openTeam()
  await team.submit(team.ada, 'a', 'Apfel')
})
afterEach(() => team.close())

const request = (comment: string) =>
  team.review(team.adaByHand, [{ key: 'a', action: 'request_changes', comment }]) as Promise<{ batch?: string }>

describe('a request for changes by a user', () => {
  it('cannot be reverted by an agent, but by a user', async () => {
    const { batch } = await request('Shorter')
    const project = team.project
    expect(await team.ada.call('revert_changes', { project, batch })).toMatchObject({
      reverted: 0,
      refused: { count: 1, first: [{ code: 'protected', why: 'A user requested changes of the translation.' }] },
    })
    expect((await team.unit('a')).request).toMatchObject({ comment: 'Shorter' })
    expect(await team.adaByHand.call('revert_changes', { project, batch })).toMatchObject({ reverted: 1 })
    expect(await team.unit('a')).not.toHaveProperty('request')
  })

  it('keeps the words of earlier requests about the same text', async () => {
    await request('Shorter')
    await request('And without an article')
    expect((await team.unit('a')).request).toMatchObject({
      comment: 'And without an article',
      earlier: [{ comment: 'Shorter', refused: { value: 'Apfel' } }],
    })
    await request('And without an article')
    expect((await team.unit('a')).request?.earlier).toHaveLength(1)
  })
})
