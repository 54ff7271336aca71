import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openStore, recoverStore } from '../../../../src/store/open.ts'
import { temporaryFolder } from '../../../harness/folder.ts'
import { event, token, user } from '../../contract/samples.ts'
import { diskFull, FaultyFiles } from '../../faulty-files.ts'

let dataDir: string
let folder: string
const options = () => ({ url: 'lowdb:', dataDir, journalBytes: 900 })

const change = (_: string, record: { readonly id: string }) => record

beforeEach(async () => {
  dataDir = await temporaryFolder()
  folder = join(dataDir, 'store')
})

/** Six commits, some of them in a snapshot and some in journals. */
async function fill(): Promise<void> {
  const store = await openStore(options())
  for (const n of [1, 2, 3, 4, 5, 6]) {
    await store.transaction(async tx => {
      await tx.users.insert(user(`u${n}`))
      await tx.tokens.insert(token(`t${n}`))
      await tx.audit.append(event(`e${n}`))
    })
    await new Promise(resolve => setTimeout(resolve, 30))
  }
  await store.close()
}

/** The file of such a name that has this text. */
async function named(pattern: RegExp, text: string): Promise<string> {
  for (const name of await readdir(folder)) {
    if (pattern.test(name) && (await readFile(join(folder, name), 'utf8')).includes(text)) return join(folder, name)
  }
  throw new Error(`No file ${pattern} has ${text}.`)
}

async function spoil(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  expect(text).toContain(from)
  await writeFile(path, text.replace(from, to))
}

const contents = async (): Promise<string> => {
  const names = (await readdir(folder)).toSorted()
  return (await Promise.all(names.map(async name => `${name}\n${await readFile(join(folder, name), 'utf8')}`))).join('')
}

describe('recovering a damaged store', () => {
  it.each([
    ['a flipped byte in a shard', /^users\.\d+\.\d+\.json$/, '"name":"u1"', '"name":"x1"', 6],
    ['a record of a shard that is no JSON', /^users\.\d+\.\d+\.json$/, '{"id":"u1"', 'x"id":"u1"', 5],
    ['a flipped byte in a log segment', /^audit\.\d+\.jsonl$/, 'e1', 'x1', 6],
    ['a flipped byte in the index of a segment', /^audit\.\d+\.index\.json$/, 'A', 'B', 6],
    ['a flipped byte in the manifest', /^manifest\.json$/, '"generation": ', '"generation": 9', 6],
  ])('repairs %s, and keeps the damaged files', async (_, file, from, to, users) => {
    await fill()
    await spoil(await named(file, from), from, to)
    const damaged = await contents()
    const refused = { code: 'bad_config', fix: expect.stringContaining('dragoman recover') }
    const answer = await openStore({ ...options(), journalBytes: 1e6 }).then(
      async store => {
        const read = await store.read.audit.page('user', 'ada', { limit: 9 }).catch((error: unknown) => error)
        await store.close()
        return read
      },
      (error: unknown) => error,
    )
    expect(answer).toMatchObject(refused)
    expect(await contents()).toBe(damaged)

    const found = await recoverStore({ ...options(), change })
    expect(found.damages).toEqual([expect.objectContaining({ file: expect.stringMatching(file) })])
    expect(found).not.toHaveProperty('kept')
    expect(await contents()).toBe(damaged)

    const recovery = await recoverStore({ ...options(), change, keepAs: 'store-damaged' })
    expect(recovery).toMatchObject({ damages: found.damages, unfit: [], kept: join(dataDir, 'store-damaged') })
    expect(recovery.counts).toMatchObject({ users })
    const store = await openStore(options())
    expect((await store.status()).counts).toEqual(recovery.counts)
    expect((await store.read.users.get('u6'))?.name).toBe('u6')
    await store.transaction(tx => tx.users.insert(user('new')))
    await store.close()
    folder = join(dataDir, 'store-damaged')
    expect(await contents()).toBe(damaged)
  })

  it('loses only the commit of a damaged journal line, and says so', async () => {
    const store = await openStore({ ...options(), journalBytes: 1e6 })
    for (const n of [1, 2, 3]) await store.transaction(tx => tx.users.insert(user(`u${n}`)))
    await store.close()
    const path = await named(/^journal\.1\.jsonl$/, '')
    const offset = (await readFile(path, 'utf8')).indexOf('\n') + 1
    await spoil(path, 'handle-of-u2', 'handle-of-x2')
    await expect(openStore(options())).rejects.toMatchObject({
      message: expect.stringContaining(`journal.1.jsonl: line 2 is damaged, at byte ${offset}`),
    })
    const recovery = await recoverStore({ ...options(), change, keepAs: 'store-damaged' })
    expect(recovery.damages).toEqual([
      { file: 'journal.1.jsonl', offset, what: expect.stringContaining('their records are lost') },
    ])
    const again = await openStore(options())
    expect((await again.read.users.get('u1'))?.id).toBe('u1')
    expect(await again.read.users.get('u2')).toBeUndefined()
    expect((await again.read.users.get('u3'))?.id).toBe('u3')
    await again.close()
  })

  it.each([
    ['that is there', false],
    ['that is gone', true],
  ])('recovers the readable part of a long transaction’s file, with a manifest %s', async (_, isGone) => {
    const store = await openStore({ ...options(), journalBytes: 2 ** 30, longTransaction: 1000 })
    await store.transaction(tx => tx.users.insert(user('short')))
    await store.transaction(async tx => {
      for (const n of [1, 2, 3]) await tx.users.insert(user(`u${n}`, { name: 'x'.repeat(600_000) }))
      await tx.audit.append(event('e1'))
    })
    await store.close()
    await spoil(join(folder, 'transaction.1.jsonl'), 'handle-of-u2', 'handle-of-x2')
    if (isGone) await rm(join(folder, 'manifest.json'))
    await expect(openStore(options())).rejects.toMatchObject({ code: 'bad_config' })
    const recovery = await recoverStore({ ...options(), change, keepAs: 'store-damaged' })
    expect(recovery.damages.filter(({ file }) => file !== 'manifest.json')).toEqual([
      { file: 'transaction.1.jsonl', offset: expect.any(Number), what: expect.stringContaining('are lost') },
    ])
    expect(recovery.counts).toMatchObject({ users: 3, audit: 1 })
    const again = await openStore(options())
    expect(await again.read.users.get('u2')).toBeUndefined()
    expect((await again.read.users.get('u3'))?.id).toBe('u3')
    await again.close()
  })

  it('names the file of a long transaction whose line is damaged', async () => {
    const store = await openStore({ ...options(), journalBytes: 2 ** 30, longTransaction: 1000 })
    await store.transaction(tx => tx.users.insert(user('long', { name: 'x'.repeat(2000) })))
    await store.transaction(tx => tx.users.insert(user('short')))
    await store.close()
    await spoil(join(folder, 'journal.1.jsonl'), '"file":"transaction.1', '"file":"transaction.2')
    const { damages, counts } = await recoverStore({ ...options(), change })
    expect(damages).toEqual([
      { file: 'journal.1.jsonl', offset: 0, what: expect.stringContaining('are lost') },
      {
        file: 'transaction.1.jsonl',
        what: expect.stringMatching(/^no readable line names it: skipped \d{4} bytes/),
      },
    ])
    expect(counts).toMatchObject({ users: 1 })
  })

  it('leaves out and names a record with a duplicate key', async () => {
    const store = await openStore({ ...options(), journalBytes: 1e6 })
    await store.transaction(tx => tx.users.insert(user('a', { handle: 'same' })))
    await store.transaction(tx => tx.users.remove('a'))
    await store.transaction(tx => tx.users.insert(user('b', { handle: 'same' })))
    await store.close()
    await spoil(await named(/^journal\.1\.jsonl$/, ''), '["users","a"]', '["users","x"]')
    const recovery = await recoverStore({ ...options(), change, keepAs: 'store-damaged' })
    expect(recovery.unfit).toEqual([{ table: 'users', id: 'b', what: expect.stringContaining('"same" is taken') }])
    expect(recovery.counts).toMatchObject({ users: 1 })
  })

  it.each([
    ['between two commits', 1],
    ['at the end', 3],
  ])('keeps every commit when a line break %s is damaged', async (_, line) => {
    const store = await openStore({ ...options(), journalBytes: 1e6 })
    for (const n of [1, 2, 3]) await store.transaction(tx => tx.users.insert(user(`u${n}`)))
    await store.close()
    const path = await named(/^journal\.1\.jsonl$/, '')
    const bytes = await readFile(path)
    let at = -1
    for (let n = 0; n < line; n++) at = bytes.indexOf('\n', at + 1)
    bytes[at] = 0x0b
    await writeFile(path, bytes)
    await expect(openStore(options())).rejects.toMatchObject({ code: 'bad_config' })
    const recovery = await recoverStore({ ...options(), change, keepAs: 'store-damaged' })
    expect(recovery.damages).toHaveLength(1)
    expect(recovery.counts).toMatchObject({ users: 3 })
    await (await openStore(options())).close()
  })

  it('reopens a store whose newest journal is missing', async () => {
    await fill()
    const [newest] = (await readdir(folder))
      .filter(name => name.startsWith('journal.'))
      .toSorted()
      .toReversed()
    await rm(join(folder, newest ?? ''))
    await expect(openStore(options())).rejects.toMatchObject({ code: 'bad_config' })
    const found = await recoverStore({ ...options(), change })
    expect(found.damages).not.toEqual([])
    const { counts } = await recoverStore({ ...options(), change, keepAs: 'store-damaged' })
    const store = await openStore(options())
    expect((await store.status()).counts).toEqual(counts)
    await store.close()
  })

  it('uses the newest complete file of a shard without a manifest, also after an interrupted recovery', async () => {
    await fill()
    const [shard] = (await readdir(folder)).filter(name => /^users\.\d+\.\d+\.json$/.test(name))
    await writeFile(join(folder, `${shard?.replace(/\d+\.json$/, '')}99.json`), '{"collection":"users"')
    await rm(join(folder, 'manifest.json'))
    const files = new FaultyFiles()
    files.fault = operation => {
      if (operation === 'replace') throw diskFull()
    }
    await expect(recoverStore({ ...options(), files, change, keepAs: 'store-damaged' })).rejects.toThrow('ENOSPC')
    const { damages, counts, kept } = await recoverStore({ ...options(), change, keepAs: 'store-damaged' })
    expect(damages.map(({ what }) => what).join()).toMatch(/was skipped/)
    expect(counts).toMatchObject({ users: 6, tokens: 6, audit: 6 })
    expect(kept).toBe(join(dataDir, 'store-damaged-2'))
    expect((await readdir(dataDir)).toSorted()).toEqual(['store', 'store-damaged', 'store-damaged-2'])
  })

  it('finds no fault in an intact store', async () => {
    await fill()
    const { damages, counts } = await recoverStore({ ...options(), change })
    expect(damages).toEqual([])
    expect(counts).toMatchObject({ users: 6, tokens: 6, audit: 6, revisions: 0 })
  })
})
