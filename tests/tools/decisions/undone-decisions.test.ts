import { describe, expect, it } from 'vitest'
import { eachTeam } from '../team.ts'

const team = eachTeam()

/** A suggestion of an agent that answers a user's request for changes; returns its ID. */
async function suggest(): Promise<string> {
  await team.submit(team.adaByHand, 'a', 'Apfel')
  await team.review(team.adaByHand, [{ key: 'a', locale: 'de', action: 'request_changes', comment: 'Plural' }])
  await team.submit(team.bob, 'a', 'Äpfel')
  const { suggestions, request } = await team.unit('a')
  expect([suggestions.map(({ value, answers }) => [value, answers]), request?.answered_at]).toEqual([
    [['Äpfel', [request?.batch_id]]],
    expect.any(String),
  ])
  return suggestions[0]?.id ?? ''
}

const decide = (action: string, suggestion: string, comment?: string) =>
  team.review(team.adaByHand, [
    { key: 'a', locale: 'de', action, suggestion, ...(comment !== undefined && { comment }) },
  ])

describe('the revert of a decision about a suggestion', () => {
  it('in a dry run counts it, and leaves it', async () => {
    const { batch } = await decide('reject', await suggest())
    const before = await team.unit('a')
    expect(await team.revert(team.adaByHand, { batch, dry_run: true })).toMatchObject({ suggestions_returned: 1 })
    expect(await team.unit('a')).toEqual(before)
  })

  it('reaches only the named strings', async () => {
    const { batch } = await decide('reject', await suggest())
    expect(await team.revert(team.adaByHand, { batch, items: [{ key: 'b' }] })).not.toHaveProperty('batch')
    expect(await team.revert(team.adaByHand, { batch, items: [{ key: 'a' }] })).toMatchObject({
      suggestions_returned: 1,
    })
  })

  it('does not bring back what the same call reverts', async () => {
    await team.submit(team.adaByHand, 'a', 'Apfel')
    await team.submit(team.ada, 'a', 'Äpfel')
    const [suggestion] = (await team.unit('a')).suggestions
    expect(await decide('reject', suggestion?.id ?? '')).toMatchObject({ suggestions_rejected: 1 })
    await team.revert(team.adaByHand, { person: 'ada' })
    expect((await team.unit('a')).suggestions).toEqual([])
  })

  it('keeps the newest 20 decided ones', async () => {
    await team.submit(team.adaByHand, 'a', 'Apfel')
    for (let n = 0; n < 22; n++) {
      await team.submit(team.bob, 'a', `Apfel ${n}`)
      await decide('reject', (await team.unit('a')).suggestions[0]?.id ?? '')
    }
    const { decided = [] } = await team.unit('a')
    expect([decided.length, decided[0]?.value, decided.at(-1)?.value]).toEqual([20, 'Apfel 2', 'Apfel 21'])
  })
})
