import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { event, user } from './contract/samples.ts'
import { diskFull, FaultyFiles } from './faulty-files.ts'

let dataDir: string
let folder: string
let files: FaultyFiles
let store: Store

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dragoman-files-'))
  folder = join(dataDir, 'store')
  files = new FaultyFiles()
  store = await open()
})

afterEach(async () => {
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
})

const open = () => openStore({ url: 'lowdb:', dataDir, files })

const write = (id: string, name = id) =>
  store.transaction(async tx => {
    if ((await tx.users.get(id)) === undefined) await tx.users.insert(user(id, { name }))
    else await tx.users.put(user(id, { name }))
    await tx.audit.append(event(`${id}-${name}`))
  })

async function reopen(): Promise<Store> {
  await store.close()
  store = await open()
  return store
}

/** Closes, spoils something, and gives what opening again answers. */
async function spoiled(spoil: () => Promise<unknown>): Promise<unknown> {
  await store.close()
  await spoil()
  return open().then(
    () => undefined,
    (error: unknown) => error,
  )
}

const shard = async () => join(folder, (await readdir(folder)).find(name => name.startsWith('users.')) ?? '')

describe('the files of the embedded engine', () => {
  it('are for their owner alone, and one generation of each shard', async () => {
    for (const name of ['a', 'b', 'c']) await write('ada', name)
    await store.close()
    const names = await readdir(folder)
    expect(names.toSorted()).toEqual(['audit.jsonl', 'manifest.json', expect.stringMatching(/^users\.\d+\.json$/)])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  })

  it('keep only the shards that a transaction changes in motion', async () => {
    await write('ada')
    const before = await shard()
    await store.transaction(tx => tx.audit.append(event('alone')))
    expect(await shard()).toBe(before)
  })

  it('that no manifest names are removed at the next start, others are left alone', async () => {
    await write('ada')
    await store.close()
    await writeFile(join(folder, 'users.999999.json'), 'half')
    await writeFile(join(folder, 'notes.txt'), 'mine')
    store = await open()
    expect(await readdir(folder)).not.toContain('users.999999.json')
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('mine')
    expect((await store.read.users.get('ada'))?.name).toBe('ada')
  })

  it('lose what a killed process appended to a log without committing it', async () => {
    await write('ada')
    await store.close()
    await appendFile(join(folder, 'audit.jsonl'), `{"id":"${'never acknowledged '.repeat(99)}`)
    store = await open()
    await write('bob')
    const { read } = await reopen()
    const page = await read.audit.page('user', 'ada', { limit: 10 })
    expect(page.items.map(({ id }) => id)).toEqual(['bob-bob', 'ada-ada'])
    expect(await readFile(join(folder, 'audit.jsonl'), 'utf8')).toMatch(/^\{.*"ada-ada".*\}\n\{.*"bob-bob".*\}\n$/)
  })
})

describe('a commit that fails half-way', () => {
  it.each([
    ['a shard cannot be written', 'write', /users/, 'before'],
    ['a shard is written but not synced', 'write', /users/, 'after'],
    ['a log cannot be appended to', 'append', /audit/, 'before'],
    ['a log is appended to but not synced', 'append', /audit/, 'after'],
    ['the manifest cannot be written', 'write', /manifest/, 'before'],
    ['the manifest cannot be put in place', 'replace', /manifest/, 'before'],
    ['the manifest is in place but not synced', 'replace', /manifest/, 'after'],
  ] as const)('leaves nothing when %s', async (_, operation, path, moment) => {
    await write('ada', 'kept')
    let faults = 1
    files.fault = (...now) => {
      if (faults === 0 || now[0] !== operation || !path.test(now[1]) || now[2] !== moment) return
      faults--
      throw diskFull()
    }
    await expect(write('ada', 'lost')).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(faults).toBe(0)
    const other = await openStore({ url: 'lowdb:', dataDir })
    expect((await other.read.users.get('ada'))?.name).toBe('kept')
    expect(other.status().counts).toMatchObject({ audit: 1 })
    await write('bob')
    const { read } = await reopen()
    expect((await read.users.get('ada'))?.name).toBe('kept')
    expect((await read.users.get('bob'))?.name).toBe('bob')
    expect((await read.audit.page('user', 'ada', { limit: 9 })).items.map(({ id }) => id)).toEqual([
      'bob-bob',
      'ada-kept',
    ])
    expect(await readdir(folder)).toHaveLength(3)
  })

  it('leaves nothing when the manifest can neither be synced nor taken back at first', async () => {
    await write('ada', 'kept')
    let faults = 2
    files.fault = (operation, _, moment) => {
      if (faults === 0 || operation !== 'replace' || moment !== 'after') return
      faults--
      throw diskFull()
    }
    await expect(write('ada', 'lost')).rejects.toMatchObject({ code: 'store_unavailable' })
    await write('bob')
    const { read } = await reopen()
    expect((await read.users.get('ada'))?.name).toBe('kept')
    expect((await read.users.get('bob'))?.name).toBe('bob')
  })

  it('says in words why, for what systems report', async () => {
    for (const [code, words] of [
      ['ENOSPC', 'the disk is full'],
      ['EROFS', 'the disk is read-only'],
      ['EWEIRD', 'writing failed (EWEIRD)'],
    ]) {
      files.fault = () => {
        throw Object.assign(new Error('secret path'), { code })
      }
      await expect(write('ada')).rejects.toMatchObject({ message: `Nothing was saved: ${words}.` })
      expect(store.status().reason).toBe(words)
    }
    files.fault = () => undefined
  })
})

describe('a damaged folder', () => {
  beforeEach(() => write('ada'))

  it.each([
    ['a shard that is missing', async () => rm(await shard()), /users\.\d+\.json: it is missing/],
    [
      'a shard that is cut',
      async () => writeFile(await shard(), '{"shape":1,"records":[{"id'),
      /users\.\d+\.json: it is not/,
    ],
    ['a shard that is empty', async () => writeFile(await shard(), ''), /users\.\d+\.json: it is not a whole shard/],
    [
      'a record that does not fit',
      () => edit('"operator":false', '"operator":"no"'),
      /users\.\d+\.json: record 1 .*"ada".*operator/,
    ],
    ['a record twice', () => edit(/\n(\{.*\})\n/, '\n$1,\n$1\n'), /users\.\d+\.json: record 2 .*id "ada" is taken/],
    [
      'a manifest that is cut',
      () => writeFile(join(folder, 'manifest.json'), '{"shape"'),
      /manifest\.json: it is not a manifest/,
    ],
    ['a manifest that is missing', () => rm(join(folder, 'manifest.json')), /manifest\.json: it is missing/],
    ['a log that is cut', () => writeFile(join(folder, 'audit.jsonl'), '{'), /audit\.jsonl: it is shorter/],
    ['a log that is missing', () => rm(join(folder, 'audit.jsonl')), /audit\.jsonl: it is shorter/],
    ['a log with a spoiled line', () => overwriteLog(), /audit\.jsonl: record 1 is wrong/],
  ])('with %s is refused, and the file is named', async (_, spoil, message) => {
    expect(await spoiled(spoil)).toMatchObject({
      code: 'bad_config',
      message: expect.stringMatching(message),
      fix: expect.stringContaining('backup'),
    })
  })

  it('of another version is refused with both versions', async () => {
    const path = join(folder, 'manifest.json')
    const text = await readFile(path, 'utf8')
    const answer = await spoiled(() => writeFile(path, text.replace('"shape": 1', '"shape": 2')))
    expect(answer).toMatchObject({ code: 'bad_config', message: expect.stringMatching(/shape 2.*reads 1/) })
  })

  it('is not touched by the refusal', async () => {
    await spoiled(async () => writeFile(await shard(), 'x'))
    expect(await readFile(await shard(), 'utf8')).toBe('x')
    expect(await readdir(folder)).toHaveLength(3)
  })

  async function edit(from: string | RegExp, to: string): Promise<void> {
    const path = await shard()
    await writeFile(path, (await readFile(path, 'utf8')).replace(from, to))
  }

  async function overwriteLog(): Promise<void> {
    const path = join(folder, 'audit.jsonl')
    await writeFile(path, (await readFile(path, 'utf8')).replace('{', 'x'))
  }
})

describe('opening a store', () => {
  it('refuses a URL of an engine that is not built in', async () => {
    await expect(openStore({ url: 'mysql://x', dataDir })).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringContaining('"mysql://x"'),
    })
  })

  it('refuses a data folder that is a file', async () => {
    const file = join(dataDir, 'file')
    await writeFile(file, '')
    await expect(openStore({ url: 'lowdb:', dataDir: file })).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringContaining(file),
    })
  })
})
