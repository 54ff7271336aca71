import { afterEach, describe, expect, it } from 'vitest'
import { openTeam, type Team } from '../tools/team.ts'
import { CountingPool } from './counting-pool.ts'

/** Enough texts that their checks go to a thread. */
const KEYS = Array.from({ length: 600 }, (_, at) => `k${at}`)

describe('a submission of many translations', () => {
  let team: Team
  let pool: CountingPool
  afterEach(async () => {
    await pool.close()
    await team.close()
  })

  async function submitting(meanwhile: () => Promise<void> = async () => undefined): Promise<string[]> {
    team = await openTeam(Object.fromEntries(KEYS.map(name => [name, `Text ${name}`])))
    pool = new CountingPool()
    const states: string[] = []
    let isFirst = true
    const compute = {
      forCall: (caller: { readonly queue: string }) => {
        const computed = pool.forCall(caller)
        if (caller.queue !== team.bob.principal.user.id) return computed
        pool.before = async () => {
          if (pool.jobs.at(-1) !== 'check') return
          states.push(computed.cacheOnly ? 'inside' : 'outside')
          const interrupts = isFirst
          isFirst = false
          if (interrupts) await meanwhile()
        }
        return computed
      },
      close: () => pool.close(),
    }
    Object.assign(team.world.services, { compute })
    const items = await Promise.all(
      KEYS.map(async name => ({ key: name, src: await team.src(name), text: `Satz ${name}` })),
    )
    const done = await team.bob.call<{ accepted: number }>('submit_translations', {
      project: team.project,
      locale: 'de',
      items,
    })
    expect(done.accepted).toBe(KEYS.length)
    return states
  }

  it('is checked before its transaction', async () => {
    expect(await submitting()).toEqual(['outside'])
  })

  it('is checked again outside the transaction when the glossary changed meanwhile', async () => {
    const states = await submitting(async () => {
      await team.ada.call('save_glossary', { target: team.project, upsert: [{ term: 'Acme' }] })
    })
    expect(states).toEqual(['outside', 'outside'])
  })
})

it('the status of a branch reuses main’s word counts, and counts its own sources once for all locales in threads', async () => {
  const team = await openTeam({ a: 'One', b: 'Two' }, ['de', 'fr', 'ja'])
  const pool = new CountingPool()
  Object.assign(team.world.services, { compute: { forCall: pool.forCall.bind(pool), close: () => pool.close() } })
  const long = (word: string): string => `${word} ${'{a} '.repeat(7_000)}`
  await team.push({ a: 'One', b: long('Two'), c: long('Three') }, { branch: 'feature' })
  pool.jobs.length = 0
  const { locales } = await team.ada.call<{ locales: readonly object[] }>('get_status', {
    project: team.project,
    branch: 'feature',
  })
  expect(locales).toEqual(['de', 'fr', 'ja'].map(locale => expect.objectContaining({ locale, words_left: 3 })))
  expect(pool.jobs).toEqual(['count_words'])
  await pool.close()
  await team.close()
})
