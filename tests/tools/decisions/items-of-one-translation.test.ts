import { describe, expect, it } from 'vitest'
import { eachTeam } from '../team.ts'

const team = eachTeam()

/** A suggestion of bob's program for a translation that ada wrote by hand. */
async function suggested(): Promise<string> {
  await team.submit(team.adaByHand, 'a', 'Apfel')
  await team.submit(team.bob, 'a', 'Äpfelchen')
  return (await team.unit('a')).suggestions[0]?.id ?? ''
}

describe('items of one call about one translation', () => {
  it('can all name the revision before the call', async () => {
    const suggestion = await suggested()
    const { rev } = await team.unit('a')
    const answer = await team.review(team.adaByHand, [
      { key: 'a', action: 'accept', suggestion, rev },
      { key: 'a', action: 'approve', rev },
    ])
    expect(answer).toMatchObject({ accepted: 1, approved: 1 })
    expect(await team.shown('a')).toBe('approved Äpfelchen')
  })

  it('cannot contradict an accepted suggestion', async () => {
    const suggestion = await suggested()
    const answer = await team.review(team.adaByHand, [
      { key: 'a', action: 'accept', suggestion },
      { key: 'a', action: 'reject' },
      { key: 'a', action: 'request_changes', comment: 'No.' },
    ])
    expect(answer).toMatchObject({ accepted: 1, refused: [{ code: 'repeated' }, { code: 'repeated' }] })
    expect(await team.shown('a')).toBe('translated Äpfelchen')
  })

  it('can reject an answer and approve the text before it, by the revision that the reviewer saw', async () => {
    await team.submit(team.adaByHand, 'a', 'Apfel')
    await team.review(team.adaByHand, [{ key: 'a', action: 'request_changes', comment: 'Plural?' }])
    await team.submit(team.ada, 'a', 'Äpfel')
    const { rev, suggestions } = await team.unit('a')
    const answer = await team.review(team.adaByHand, [
      { key: 'a', action: 'reject', suggestion: suggestions[0]?.id },
      { key: 'a', action: 'approve', rev },
    ])
    expect(answer).toMatchObject({ suggestions_rejected: 1, approved: 1 })
    expect(await team.shown('a')).toBe('approved Apfel')
    expect(await team.unit('a')).not.toHaveProperty('request')
  })

  it('decide about the text once', async () => {
    for (const text of ['Eins', 'Zwei', 'Drei']) await team.submit(team.ada, 'a', text)
    const answer = await team.review(team.bob, [
      { key: 'a', action: 'reject' },
      { key: 'a', action: 'reject', rev: 4 },
      { key: 'a', action: 'request_changes', comment: 'No.' },
    ])
    expect(answer).toMatchObject({ rejected: 1, refused: [{ code: 'repeated' }, { code: 'repeated' }] })
    expect(await team.shown('a')).toBe('translated Zwei')
  })
})
