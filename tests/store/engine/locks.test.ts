import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Locks } from '../../../src/store/engine/locks.ts'
import { event, ids, token } from '../contract/samples.ts'
import { MemoryFiles, memoryOpener, untilSnapshot } from '../embedded/memory.ts'

it('a transaction finds its appended records while a snapshot moves earlier ones into a segment', async () => {
  const open = await memoryOpener()
  const files = new MemoryFiles()
  const store = await open(files, { journalBytes: 2_000 })
  const snapshot = { isThere: false }
  const running = store.transaction(
    async tx => {
      await tx.audit.append(event('own'))
      while (!snapshot.isThere) await turn()
      expect((await tx.audit.get('own'))?.id).toBe('own')
      await expect(tx.audit.append(event('own'))).rejects.toMatchObject({ code: 'already_exists' })
      const { items } = await tx.audit.page('user', 'ada', { limit: 1 })
      expect(ids(items)).toEqual(['own'])
    },
    { lock: 'a' },
  )
  await untilSnapshot(files, async () => {
    for (let n = 0; n < 20; n++) await store.transaction(tx => tx.audit.append(event(`e${n}`)))
  })
  snapshot.isThere = true
  await running
  const { items } = await store.read.audit.page('user', 'ada', { limit: 30 })
  expect(ids(items)).toEqual(['own', ...Array.from({ length: 20 }, (_, n) => `e${19 - n}`)])
  expect((await store.read.audit.get('own'))?.id).toBe('own')
})

it.each([
  [1, true],
  [400, false],
  [400, true],
])('a transaction of %i records is in the journal, with the writes of its last check: %s', async (count, checks) => {
  const open = await memoryOpener()
  const files = new MemoryFiles()
  const store = await open(files)
  const description = 'x'.repeat(2000)
  await store.transaction(
    async tx => {
      for (let n = 0; n < count; n++) await tx.tokens.insert(token(`t${n}`, { description }))
    },
    { lock: 'a', ...(checks && { check: tx => tx.audit.append(event('checked')) }) },
  )
  const again = await open(new MemoryFiles(files.content))
  expect(await again.read.tokens.count('active', 'ada')).toBe(count)
  expect((await again.read.audit.get('checked'))?.id).toBe(checks ? 'checked' : undefined)
})

it('a user runs two transactions at once, and others go on meanwhile', async () => {
  const locks = new Locks()
  const started: string[] = []
  const ends: (() => void)[] = []
  const run = (user: string, lock: string) =>
    locks.enter({ user, lock }, () => {
      started.push(lock)
      return new Promise<void>(resolve => ends.push(resolve))
    })
  const all = [run('ada', 'ada 1'), run('ada', 'ada 2'), run('ada', 'ada 3'), run('bob', 'bob 1')]
  await turn()
  expect(started).toEqual(['ada 1', 'ada 2', 'bob 1'])
  ends[0]?.()
  await turn()
  expect(started.slice(3)).toEqual(['ada 3'])
  for (const end of ends) end()
  await Promise.all(all)
})
