import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Pacer } from '../../../src/scheduling/pacer.ts'
import { compoundKey } from '../../../src/store/records/define.ts'
import { eachLoop } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop()
const one = { branch: 'feature/one' }

beforeEach(async () => {
  await loop.push({ a: 'A', b: 'B' })
  await loop.push({ a: 'A', b: 'B', c: 'C', d: 'D' }, one)
})

const remove = (more: object = {}) => loop.call('delete_branch', { ...one, ...more })
const unusedOf = async (name: string) => {
  const { read } = loop.world.services.store
  const entries = await read.entries.list('key', compoundKey((await loop.record()).id, name))
  return entries.map(({ unused_since }) => unused_since)
}

describe('deleting a branch', () => {
  it('removes its files and its list, and keeps main unchanged', async () => {
    const work = await loop.work()
    expect(await remove()).toMatchObject({ branch: 'feature/one', files: 1, unused: 2 })
    expect((await loop.work()).items).toEqual(work.items)
    const { read } = loop.world.services.store
    const { id, branches } = await loop.record()
    expect(branches.map(({ name }) => name)).toEqual(['main'])
    expect(await read.branch_files.list('branch', compoundKey(id, 'feature/one'))).toEqual([])
    for (const call of [() => loop.work(one), () => loop.pull(one), remove]) {
      expect((await refused(call())).code).toBe('not_found')
    }
  })

  it('keeps translations of unlisted entries, and restores them with the branch', async () => {
    await loop.translate({ c: 'C de' }, one)
    await remove()
    expect([await unusedOf('a'), await unusedOf('c')]).toEqual([[null], ['2027-03-01T12:00:00.000Z']])
    expect((await loop.unit('c')).texts).toHaveLength(1)
    expect(await loop.push({ a: 'A', c: 'C' }, one)).toMatchObject({ revived: 1 })
    expect(await unusedOf('c')).toEqual([null])
    expect(JSON.parse((await loop.pull(one)).content)).toEqual({ c: 'C de' })
  })

  it('yields between the lists of many branches', async () => {
    for (let at = 0; at < 5; at++) await loop.push({ c: 'C' }, { branch: `b${at}` })
    const due = vi.spyOn(Pacer.prototype, 'shouldYield', 'get').mockReturnValue(true)
    const rest = vi.spyOn(Pacer.prototype, 'yieldNow')
    try {
      expect(await remove({ dry_run: true })).toMatchObject({ unused: 1 })
      expect(rest.mock.calls.length).toBeGreaterThanOrEqual(5)
    } finally {
      due.mockRestore()
      rest.mockRestore()
    }
  })

  it('keeps entries in use that another branch lists', async () => {
    await loop.push({ c: 'C' }, { branch: 'two' })
    expect(await remove()).toMatchObject({ unused: 1 })
    expect([await unusedOf('c'), (await unusedOf('d'))[0] === null]).toEqual([[null], false])
  })

  it('removes its target files, and none of another branch', async () => {
    const { store, newId } = loop.world.services
    const { id: project_id } = await loop.record()
    const [file] = await store.read.files.list('project', project_id)
    await store.transaction(async tx => {
      for (const branch of ['main', 'feature/one']) {
        await tx.target_files.insert({
          id: newId(),
          project_id,
          file_id: file?.id ?? '',
          locale: 'de',
          branch,
          path: 'locales/de.json',
          content: '{}',
          sha256: 'f'.repeat(64),
          imported_at: null,
        })
      }
    })
    await remove()
    expect((await store.read.target_files.list('project', project_id)).map(({ branch }) => branch)).toEqual(['main'])
  })

  it('previews the changes in a dry run, and does nothing', async () => {
    const before = await loop.record()
    expect(await remove({ dry_run: true })).toMatchObject({ dry_run: true, files: 1, unused: 2 })
    expect(await loop.record()).toEqual(before)
    expect((await loop.work(one)).items).toHaveLength(4)
    expect(await unusedOf('c')).toEqual([null])
  })

  it('is rejected for the main branch and for an unknown one', async () => {
    const main = await refused(remove({ branch: 'main' }))
    expect([main.code, main.fix]).toEqual(['invalid_input', 'Other branches: "feature/one".'])
    const slip = await refused(remove({ branch: 'feature/on' }))
    expect([slip.code, slip.fix]).toEqual(['not_found', 'Did you mean "feature/one"?'])
    expect((await refused(remove({ branch: '' }))).code).toBe('invalid_input')
    expect((await refused(remove({ branch: undefined }))).message).toContain('branch is missing')
  })
})
