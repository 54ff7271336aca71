import { expect, it, vi } from 'vitest'
import type { Principal } from '../../../src/auth/policy/principal.ts'
import { assertConfirmed } from '../../../src/tools/pipeline/assert-confirmed.ts'
import { OpenLimit } from '../../../src/tools/pipeline/open-limit.ts'
import { decodeCursor, encodeCursor, fillPage } from '../../../src/tools/pipeline/paging.ts'

it('a confirmation is the name of what is deleted', async () => {
  const stake = async () => 'Nothing was deleted'
  await expect(assertConfirmed('ada/app', 'ada/app', stake)).resolves.toBeUndefined()
  for (const confirm of [undefined, 'yes', 'ADA/APP']) {
    await expect(assertConfirmed('ada/app', confirm, stake)).rejects.toMatchObject({ field: 'confirm' })
  }
})

it('a credential keeps 20 streams open, and one that ends twice frees one place', () => {
  const limit = new OpenLimit({ what: 'open streams', fix: 'Close one.' })
  const user = { id: 'u1', handle: 'ada' } as Principal['user']
  const of = (id: string) => ({ user, credential: { kind: 'session', id } }) as const
  const ends = Array.from({ length: 20 }, () => limit.take(of('one')))
  expect(() => limit.take(of('one'))).toThrow('This credential already has 20 open streams.')
  for (const _ of [1, 2]) ends[0]?.()
  limit.take(of('one'))
  expect(() => limit.take(of('one'))).toThrow('already has 20')
  for (let n = 0; n < 80; n++) limit.take(of(`other-${n % 4}`))
  expect(() => limit.take(of('more'))).toThrow('The credentials of ada already have 100 open streams.')
})

it('a cursor belongs to its query', () => {
  const cursor = encodeCursor(['list_projects', 'ada'], { after: '7' })
  expect(decodeCursor(['list_projects', 'ada'], cursor)).toEqual({ after: '7' })
  for (const query of [['list_projects', 'bob'], 'list_projects']) {
    expect(() => decodeCursor(query, cursor)).toThrow('does not belong to this query')
  }
})

it('a page is full although some of its records are hidden', async () => {
  const loadPage = vi.fn(async ({ limit = 0, after = '0' }: { limit?: number; after?: string | undefined }) => {
    const items = Array.from({ length: limit }, (_, n) => Number(after) + n)
    const next = Number(after) + limit
    return next >= 10 ? { items: items.filter(n => n < 10) } : { items, next: String(next) }
  })
  const query = { query: 'numbers', limit: 3, cursor: undefined }
  const even = async (n: number) => (n % 2 === 0 ? n : undefined)
  const { rows, next } = await fillPage(loadPage, query, even)
  expect(rows).toEqual([0, 2, 4])
  const rest = await fillPage(loadPage, { ...query, cursor: next.next_cursor }, even)
  expect(rest).toEqual({ rows: [6, 8], next: {} })
})
