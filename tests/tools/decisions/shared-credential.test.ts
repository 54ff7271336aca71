import { beforeEach, describe, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { eachTeam } from '../team.ts'

const team = eachTeam()
const workers = eachTest(() => team.token(team.ada, 'workers'))

beforeEach(async () => {
  await team.submit(team.bobByHand, 'a', 'Apfel')
  await team.review(team.adaByHand, [{ key: 'a', action: 'approve' }])
})

const suggest = (text: string) => team.submit(workers, 'a', text)
const suggestions = async () => (await team.unit('a')).suggestions
const texts = async () => (await suggestions()).map(({ value }) => value)

describe('suggestions of two workers with one token', () => {
  it('are both kept, and a text only once', async () => {
    await suggest('Vorschlag von w1')
    await suggest('Vorschlag von w2')
    await suggest('Vorschlag von w1')
    expect(await texts()).toEqual(['Vorschlag von w1', 'Vorschlag von w2'])
  })

  it('are reverted each with its batch', async () => {
    const { batch } = await suggest('Vorschlag von w1')
    await suggest('Vorschlag von w2')
    expect(await team.revert(workers, { batch })).toMatchObject({ suggestions_removed: 1 })
    expect(await texts()).toEqual(['Vorschlag von w2'])
  })

  it('are rejected and accepted each by its ID', async () => {
    await suggest('Vorschlag von w1')
    await suggest('Vorschlag von w2')
    await suggest('Vorschlag von w3')
    const [first, second] = await suggestions()
    const [one, two] = [first?.id, second?.id]
    expect(await team.review(workers, [{ key: 'a', action: 'reject', suggestion: one }])).toMatchObject({
      suggestions_rejected: 1,
    })
    expect(await texts()).toEqual(['Vorschlag von w2', 'Vorschlag von w3'])
    expect(await team.review(team.adaByHand, [{ key: 'a', action: 'accept', suggestion: two }])).toMatchObject({
      accepted: 1,
    })
    expect([await texts(), await team.shown('a')]).toEqual([['Vorschlag von w3'], 'translated Vorschlag von w2'])
  })
})
