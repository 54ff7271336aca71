import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { allTests } from '../../../harness/each-test.ts'
import { openTestApp } from '../../../http/test-app.ts'
import { openRunScene } from '../../runs/scene.ts'
import { refused } from '../../world.ts'
import { BYPASS_FORMATS, JSON_FORMAT } from './formats.ts'
import { useScenes } from './run-cells.ts'
import { BAD, type BypassScene, openBypassScene, SOURCES } from './scene.ts'

const open = useScenes()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe.each(BYPASS_FORMATS)('in $name', format => {
  it('a hash that is of no file gives the file that everybody gets', async () => {
    const scene = await open(format, 'translated')
    await scene.importTexts(scene.agent, { open: BAD, approved: BAD })
    const before = await scene.pulls()
    for (const hash of ['0'.repeat(64), sha256(BAD), sha256(scene.fileWith({ open: 'Anders' }))]) {
      expect(await scene.pulls({ have: { [format.target]: hash } })).toEqual(before)
    }
  })
})

it('an import by an agent whose plural forms are refused leaves the files of others', async () => {
  const po = BYPASS_FORMATS.find(({ name }) => name === 'PO')
  if (po === undefined) throw new Error('there is no PO')
  const scene = await open(po, 'translated')
  const before = await scene.pulls()
  const forms = `msgid "$1"\nmsgid_plural "$1"\nmsgstr[0] "${BAD}"\nmsgstr[1] "${BAD}"\n`
  const content = scene.fileWith({}).replace(/msgid "(Save the file|Open another window)"\nmsgstr ".*"\n/g, forms)
  expect(await scene.importFile(scene.agent, content)).toMatchObject({ refused: 2 })
  // A blank folder is none.
  expect(await refused(pull(scene, { include: 'all', preview: '' }))).toMatchObject({ code: 'forbidden' })
  expect(await scene.pulls()).toEqual(before)
})

const pull = (scene: BypassScene, more: object) => scene.call(scene.agent, 'pull_translations', { ...more })

describe('a pull by an agent', () => {
  it.each([
    ['translated', 'all'],
    ['approved', 'all'],
    ['approved', 'translated'],
  ])('under export: %s cannot include %s', async (exports, include) => {
    const scene = await open(JSON_FORMAT, exports)
    const before = await scene.pulls()
    const { code, fix } = await refused(pull(scene, { include }))
    expect([code, fix]).toEqual([expect.stringMatching(/forbidden|insufficient_scope/), expect.any(String)])
    expect(await scene.pulls()).toEqual(before)
  })

  it('can include all in a folder of its own, and nowhere else', async () => {
    const scene = await open(JSON_FORMAT, 'approved')
    await scene.importTexts(scene.agent, { open: BAD })
    const before = await scene.pulls()
    const { files } = (await pull(scene, { include: 'all', preview: 'look', locale: 'de' })) as {
      files: readonly { path: string; content: string }[]
    }
    expect(files).toMatchObject([{ path: 'look/locales/de.json', content: expect.stringContaining(BAD) }])
    const none = ['.', './', '..', '/tmp', 'look/../', 'look/../..', 'locales/..', 'locales', '.git', 'a/node_modules']
    for (const preview of none) {
      const fault = await refused(pull(scene, { include: 'all', preview }))
      expect([preview, fault.code, fault.field]).toEqual([preview, 'invalid_input', 'preview'])
    }
    // A blank folder is none.
    expect(await refused(pull(scene, { include: 'all', preview: '' }))).toMatchObject({ code: 'forbidden' })
    expect(await scene.pulls()).toEqual(before)
  })
})

describe('the REST file, the archive and the links', () => {
  const app = allTests(openTestApp)
  beforeAll(async () => {
    await Promise.all(['ada', 'bob'].map(handle => app.world.user(handle)))
    await app.world.organization('acme', { ada: 'admin', bob: 'member' })
  })

  it('have the same bytes after an import by an agent', async () => {
    const scene = await openBypassScene(app.world, { slug: 'app', format: JSON_FORMAT, exports: 'translated' })
    const { token } = await app.token('ada', ['project:read'])
    const get = (address: string): Promise<Response> =>
      fetch(address.startsWith('http') ? address : `${app.url}/api/projects/acme/app/${address}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    const read = async (): Promise<readonly unknown[]> => {
      const file = await get('file?path=locales/en.json&locale=de')
      const archive = await get('export')
      return [file.status, await file.text(), gunzipSync(Buffer.from(await archive.arrayBuffer())).toString()]
    }
    const before = await read()
    expect(before[0]).toBe(200)
    await scene.importTexts(scene.agent, { open: BAD, stale: BAD, approved: BAD, plain: BAD })
    expect(await read()).toEqual(before)
  })
})

it('a run by an agent with its own memory leaves the files of others', async () => {
  const scene = await openRunScene({ engines: [], content: { ...SOURCES } })
  const { team } = scene
  await team.submit(team.adaByHand, 'approved', 'Datei sichern')
  await team.settings({ review: 'required', approve: 'people' })
  const agent = await team.token(team.bob, 'agent')
  const units = Object.values(SOURCES).map(
    source => `<tu><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="de"><seg>${BAD}</seg></tuv></tu>`,
  )
  const content = `<tmx version="1.4"><header srclang="en"/><body>${units.join('')}</body></tmx>`
  const read = () => team.call('pull_translations')
  const { files: before } = await read()
  await agent.call('import_memory', { project: team.project, files: [{ path: 'a.tmx', content }] })
  const { run } = await agent.call<{ run: { id: string } }>('start_run', {
    project: team.project,
    engines: ['memory'],
  })
  expect((await scene.settled(run.id)).counts).toMatchObject({ needs_review: 7 })
  const contents = (files: unknown): unknown => (files as { content: string }[]).map(({ content: text }) => text)
  expect(contents((await read()).files)).toEqual(contents(before))
})
