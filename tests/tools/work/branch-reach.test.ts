import { beforeEach, describe, expect, it } from 'vitest'
import type { Packet } from '../loop.ts'
import { eachTeam } from '../team.ts'

const team = eachTeam({ a: 'Apple', b: 'Bread' })

const branch = 'f'
const SHARED = 'Branches share translations by source string.'

beforeEach(() => team.push({ a: 'Green apple', b: 'Bread', c: 'Cat' }, { branch }))

const importFile = (texts: object, more: object = { branch }): Promise<unknown> =>
  team.call('push_translations', { files: [{ path: 'locales/de.json', content: JSON.stringify(texts) }], ...more })
const submit = async (key: string, text: string): Promise<unknown> => {
  const { items } = await team.call<Packet>('get_work', { locale: 'de', branch })
  const sent = items.filter(item => item.key === key).map(({ id, src }) => ({ id, src, text }))
  return team.call('submit_translations', { locale: 'de', branch, items: sent })
}

describe('shared names main', () => {
  it('for imported translations of a branch, also in a dry run', async () => {
    const told = { imported: 2, shared: `${SHARED} These also count on main.` }
    expect(await importFile({ b: 'Brot', c: 'Katze' }, { branch, dry_run: true })).toMatchObject(told)
    expect(await importFile({ b: 'Brot', c: 'Katze' })).toMatchObject(told)
    expect(await team.shown('b')).toBe('translated Brot')
  })

  it('for reviewed translations of a branch', async () => {
    await team.submit(team.ada, 'b', 'Brot')
    const answer = await team.review(team.adaByHand, [{ key: 'b', action: 'approve' }], { branch })
    expect(answer).toMatchObject({ approved: 1, shared: `${SHARED} These also count on main.` })
  })

  it('not for an import that changes nothing', async () => {
    await importFile({ b: 'Brot' })
    expect(await importFile({ b: 'Brot' })).not.toHaveProperty('shared')
  })
})

describe('shared says of other source strings', () => {
  const stale = `${SHARED} No other branch has these source strings; main exports them as stale where it has no own translation.`
  const none = `${SHARED} No other branch has these.`

  it('that main exports the translation as stale where its string had that source, as its pull does', async () => {
    await team.push({ a: 'Green apple', b: 'Bread' })
    await team.push({ a: 'Greener apple', b: 'Bread' })
    expect(await submit('a', 'Grüner Apfel')).toMatchObject({ accepted: 1, shared: stale })
    const pulled = await team.files({ locale: 'de' })
    expect(pulled[0]?.content).toContain('Grüner Apfel')
    expect(await importFile({ a: 'Apfel, grün' })).toMatchObject({ shared: stale })
  })

  it('that no other branch has them where main never had that source', async () => {
    expect(await submit('a', 'Grüner Apfel')).toMatchObject({ accepted: 1, shared: none })
    const pulled = await team.call('pull_translations', { locale: 'de' })
    expect(JSON.stringify(pulled)).not.toContain('Grüner Apfel')
  })

  it('that no other branch has them where main has its own translation, or not the key', async () => {
    await team.submit(team.ada, 'a', 'Apfel')
    expect(await submit('a', 'Grüner Apfel')).toMatchObject({ accepted: 1, shared: none })
    expect(await submit('c', 'Katze')).toMatchObject({ accepted: 1, shared: none })
  })
})
