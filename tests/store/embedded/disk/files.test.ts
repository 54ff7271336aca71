import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../../../src/store/open.ts'
import { SHAPE_VERSION } from '../../../../src/store/records/schema.ts'
import { event } from '../../contract/samples.ts'
import { diskFull } from '../../faulty-files.ts'
import { contentOf, LowdbFolder, SNAPSHOTS, write } from '../folder.ts'

let place: LowdbFolder

beforeEach(async () => {
  place = await LowdbFolder.make()
})

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe('the files of the embedded engine', () => {
  it('are a manifest and a journal before the first snapshot', async () => {
    const store = await place.open()
    for (const name of ['a', 'b', 'c']) await write(store, 'ada', name)
    expect(await place.names()).toEqual(['journal.1.jsonl', 'manifest.json'])
    const text = await readFile(place.path('journal.1.jsonl'), 'utf8')
    expect(text).toMatch(new RegExp(`^([0-9a-f]{8} \\{"seq":\\d,"shape":${SHAPE_VERSION},"units":\\[.*\\]\\}\n){3}$`))
  })

  it('are one generation of each shard and the segments of each log after a snapshot', async () => {
    const store = await place.open(SNAPSHOTS)
    for (const name of ['a', 'b']) await place.untilSnapshot(() => write(store, 'ada', name))
    expect(await place.names()).toEqual([
      'audit.1.index.json',
      'audit.1.jsonl',
      'audit.2.index.json',
      'audit.2.jsonl',
      'journal.3.jsonl',
      'manifest.json',
      'users.1.2.json',
    ])
    expect(await readFile(place.path('users.1.2.json'), 'utf8')).toMatch(
      /^\{"collection":"users","group":"","records":\[\n\{"id":"ada".*"name":"b".*\}\n\]\}\n$/,
    )
    expect(await readFile(place.path('audit.2.jsonl'), 'utf8')).toMatch(/^[0-9a-f]{8} \{"id":"ada-b".*\}\n$/)
    expect(await readFile(place.path('journal.3.jsonl'), 'utf8')).toBe('')
  })

  it('are accessible to their owner only', async () => {
    const store = await place.open(SNAPSHOTS)
    await place.untilSnapshot(() => write(store, 'ada'))
    expect(await modeOf(place.folder)).toBe(0o700)
    for (const name of await place.names()) expect(await modeOf(place.path(name)), name).toBe(0o600)
  })

  it('keep unchanged shards in a snapshot', async () => {
    const store = await place.open(SNAPSHOTS)
    await place.untilSnapshot(() => write(store, 'ada'))
    await place.untilSnapshot(() => store.transaction(tx => tx.audit.append(event('alone'))))
    expect(await place.names()).toContain('users.1.1.json')
  })

  it('grow by a quarter of the snapshot before the next one', async () => {
    const store = await place.open(SNAPSHOTS)
    const name = 'x'.repeat(20_000)
    await place.untilSnapshot(() => write(store, 'ada', name))
    const before = await place.manifest()
    await write(store, 'bob')
    await write(store, 'eve')
    await store.close()
    expect(await place.manifest()).toEqual(before)
  })

  it('continue after a snapshot and a restart as if there had been none', async () => {
    const store = await place.open(SNAPSHOTS)
    await place.untilSnapshot(() => write(store, 'ada'))
    await place.untilSnapshot(() => write(store, 'bob'))
    const before = await contentOf(store)
    await store.close()
    const again = await place.open()
    expect(await contentOf(again)).toEqual(before)
    await write(again, 'eve')
    const text = await readFile(place.path('journal.3.jsonl'), 'utf8')
    expect(text).toContain(
      ` {"seq":${(await place.manifest()).seq + 1},"shape":${SHAPE_VERSION},"units":[[["users",{"id":"eve",`,
    )
  })
})

describe('other files in the folder', () => {
  const LEFT = [
    'users.1.999.json',
    'audit.999.jsonl',
    'audit.999.index.json',
    'manifest.json.tmp',
    'journal.1.jsonl',
    'journal.3.jsonl',
    'journal.17.jsonl',
  ]
  const STRANGE = [
    'notes.txt',
    'users.json',
    'users.1.2.json.bak',
    'strangers.1.2.json',
    'journal.jsonl',
    'journal.2.jsonl~',
  ]

  beforeEach(async () => {
    const store = await place.open(SNAPSHOTS)
    await place.untilSnapshot(() => write(store, 'ada'))
    await store.close()
  })

  it('are removed at the next start when they are leftovers of this program', async () => {
    const before = await place.bytes()
    for (const name of LEFT) await writeFile(place.path(name), /journal\.(?:3|17)/.test(name) ? '' : 'half')
    const store = await place.open()
    expect((await store.read.users.get('ada'))?.name).toBe('ada')
    expect(await place.bytes()).toEqual(before)
  })

  it('are kept when they belong to other programs', async () => {
    for (const name of STRANGE) await writeFile(place.path(name), name)
    await mkdir(place.path('folder'))
    const store = await place.open(SNAPSHOTS)
    await write(store, 'bob')
    await store.close()
    for (const name of STRANGE) expect(await readFile(place.path(name), 'utf8')).toBe(name)
    expect(await place.names()).toContain('folder')
  })
})

describe('a first start that was killed', () => {
  it.each([
    ['grow', /journal/, 'before'],
    ['grow', /journal/, 'after'],
    ['write', /manifest/, 'before'],
    ['write', /manifest/, 'after'],
    ['replace', /manifest/, 'before'],
    ['replace', /manifest/, 'after'],
  ] as const)('at the %s of %s, %s it, starts again', async (operation, path, moment) => {
    place.files.fault = (...now) => {
      if (now[0] === operation && path.test(now[1]) && now[2] === moment) throw diskFull()
    }
    expect(await place.refusal()).toMatchObject({ code: 'bad_config', message: expect.stringContaining(place.folder) })
    place.files.fault = () => undefined
    const store = await place.open()
    await write(store, 'ada')
    expect(await place.names()).toEqual(['journal.1.jsonl', 'manifest.json'])
    expect(await place.afterCrash()).toEqual(await contentOf(store))
  })

  it('in the middle of its manifest starts again', async () => {
    await mkdir(place.folder, { mode: 0o700 })
    await writeFile(place.path('journal.1.jsonl'), '')
    await writeFile(place.path('manifest.json.tmp'), '{"format"')
    expect(await place.refusal()).toBeUndefined()
    expect(await place.names()).toEqual(['journal.1.jsonl', 'manifest.json'])
  })

  it('is not assumed when the journal has content', async () => {
    const store = await place.open()
    await write(store, 'ada')
    await store.close()
    await rm(place.path('manifest.json'))
    expect(await place.refusal()).toMatchObject({
      code: 'bad_config',
      message: expect.stringMatching(/manifest\.json: it is missing, but journal\.1\.jsonl exists/),
    })
  })
})

describe('opening a store', () => {
  it('rejects the URL of an unknown engine', async () => {
    await expect(openStore({ url: 'mysql://x', dataDir: place.dataDir })).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringContaining('"mysql://x"'),
    })
  })

  it('rejects a data folder that is a file', async () => {
    const file = join(place.dataDir, 'file')
    await writeFile(file, '')
    await expect(openStore({ url: 'lowdb:', dataDir: file })).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringContaining(file),
    })
  })

  it('rejects records of another shape with both versions', async () => {
    const store = await place.open()
    await store.close()
    await place.rewriteManifest(manifest => ({ ...manifest, shape: SHAPE_VERSION + 1 }))
    expect(await place.refusal()).toMatchObject({
      code: 'bad_config',
      message: expect.stringContaining(` has shape ${SHAPE_VERSION + 1}, written by dragoman`),
    })
  })
})
