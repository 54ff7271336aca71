import { beforeEach, expect, it } from 'vitest'
import { type Answer, eachLoop } from '../loop.ts'

const loop = eachLoop(['de'])
const onBranch = { branch: 'b1' }

beforeEach(async () => {
  await loop.push({ a: 'Apple', b: 'Bread' })
  await loop.push({ a: 'Apple', b: 'Bread' }, onBranch)
})

const call = (tool: string, more: object) => loop.call<Answer>(tool, { ...onBranch, ...more })
const statusNext = async () => (await call('get_status', {})).next

it('names requested changes of a branch first, and their answers last', async () => {
  await loop.translate({ a: 'Apfel' }, onBranch)
  const items = [{ key: 'a', action: 'request_changes', comment: 'Plural' }]
  const asked = 'Call get_work with locale de, branch b1: 2 strings are left, first 1 for which a reviewer'
  expect((await call('review_translations', { locale: 'de', items })).next).toContain(asked)
  expect(await statusNext()).toContain(asked)
  const sent = await loop.translate({ a: 'Äpfel', b: 'Brot' }, onBranch)
  const answered = 'For a reviewer: 1 answered request (request: answered). get_entries lists them (branch b1).'
  expect([sent.next, await statusNext()]).toEqual([
    expect.stringContaining(answered),
    expect.stringContaining(answered),
  ])
})
