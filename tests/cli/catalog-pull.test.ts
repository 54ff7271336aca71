import { readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { localHandle } from '../../src/auth/users/handles.ts'
import { run } from '../harness/command-line.ts'
import { eachTest } from '../harness/each-test.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { callByRest } from '../harness/rest-call.ts'
import { startDragoman } from '../harness.ts'
import { withoutTime } from './without-time.ts'

const PATH = 'Localizable.xcstrings'

interface CatalogString {
  readonly comment?: string
  readonly de?: string
}

const catalog = (strings: Readonly<Record<string, CatalogString>>): string => {
  const all = Object.entries(strings).map(([key, { comment, de }]) => [
    key,
    { comment, localizations: de && { de: { stringUnit: { state: 'translated', value: de } } } },
  ])
  const file = { sourceLanguage: 'en', strings: Object.fromEntries(all), version: '1.0' }
  return JSON.stringify(file, null, 2).replaceAll('":', '" :')
}

const dragoman = eachTest(() => startDragoman())
let folder: string
const project = `${localHandle(userInfo().username)}/app`

beforeEach(async () => {
  folder = await temporaryFolder()
})

it('a pull replaces a file with all locales unless its source strings or notes were changed since the push', async () => {
  const token = await dragoman.token('all', localHandle(userInfo().username))
  const rest = (tool: string, args: object) => callByRest(dragoman.url, token, tool, { project, ...args })
  const env = { DRAGOMAN_DATA_DIR: dragoman.dataDir }
  const call = (tool: string, args: object = {}) =>
    run(['call', tool, '--root', folder, '--json', JSON.stringify({ project, ...args })], env)
  const write = (strings: Parameters<typeof catalog>[0]) => writeFile(join(folder, PATH), catalog(strings))
  const read = () => readFile(join(folder, PATH), 'utf8')

  await rest('create_project', { source_locale: 'en', target_locales: ['de', 'ja'] })
  await write({ Close: {}, Save: { comment: 'Button', de: 'Sichern' } })
  for (const tool of ['push_source', 'push_translations']) {
    expect(await call(tool, { files: [{ path: PATH }] })).toMatchObject({ code: 0, stderr: '' })
  }
  const { items } = (await rest('get_work', { locale: 'de' })) as { items: readonly { id: string; src: string }[] }
  await rest('submit_translations', {
    locale: 'de',
    items: items.map(({ id, src }) => ({ id, src, text: 'Schließen' })),
  })

  const local = catalog({ Close: { de: 'Zu' }, Save: { comment: 'Button', de: 'Sichern' } })
  await writeFile(join(folder, PATH), local)
  const refused = await call('pull_translations')
  expect(refused).toMatchObject({ code: 73, stderr: expect.stringContaining('  de Close   - Zu   + Schließen') })
  expect(await read()).toBe(local)

  // Translations alone differ, although no earlier pull wrote the file.
  await write({ Close: {}, Save: { comment: 'Button', de: 'Sichern' } })
  expect(JSON.parse((await call('pull_translations')).stdout)).toMatchObject({ written: [PATH] })
  expect(await read()).toBe(catalog({ Close: { de: 'Schließen' }, Save: { comment: 'Button', de: 'Sichern' } }))

  const edits: readonly Parameters<typeof catalog>[0][] = [
    { Close: {}, Open: {}, Save: { comment: 'Button', de: 'Sichern' } },
    { Close: {}, Save: { comment: 'Menu', de: 'Sichern' } },
  ]
  for (const edited of edits) {
    await write(edited)
    const { code, stderr } = await call('pull_translations')
    expect(code).toBe(73)
    expect(stderr).toContain('bytes, its source strings or notes differ from the pushed ones')
    expect(stderr).toContain(`"fix":"Push ${PATH} with push_source, then pull again.`)
    expect(await read()).toBe(catalog(edited))
  }

  await call('push_source', { files: [{ path: PATH }] })
  expect(await call('pull_translations')).toMatchObject({ code: 0, stderr: '' })
  expect(await read()).toBe(catalog({ Close: { de: 'Schließen' }, Save: { comment: 'Menu', de: 'Sichern' } }))
})

it('a long file with all locales is downloaded as one file', async () => {
  const token = await dragoman.token('all', localHandle(userInfo().username))
  const rest = (tool: string, args: object) => callByRest(dragoman.url, token, tool, { project, ...args })
  const env = { DRAGOMAN_URL: dragoman.url, DRAGOMAN_TOKEN: token }
  const strings = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`Text ${at}`, { de: `Der Text ${at}` }]))
  await writeFile(join(folder, PATH), catalog({ ...strings, Close: {} }))
  await writeFile(
    join(folder, 'dragoman.json'),
    JSON.stringify({
      project,
      source_locale: 'en',
      target_locales: ['de', 'ja'],
      files: [{ source: PATH, target: PATH }],
    }),
  )
  const dragomanHere = async (...args: string[]) => withoutTime(await run(args, env, '', { cwd: folder }))
  expect(await dragomanHere('push', '--create', '--translations')).toMatchObject({ code: 0, stderr: '' })
  const { items } = (await rest('get_work', { locale: 'de' })) as { items: readonly { id: string; src: string }[] }
  const [{ id, src } = { id: '', src: '' }] = items
  await rest('submit_translations', { items: [{ id, src, texts: { de: 'Zu', ja: '閉じる' } }] })
  expect(await dragomanHere('pull')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${PATH}\t+2\n1 file changed, 16 lines.`),
  })
  // A pull of one locale keeps the others in the file.
  expect((await dragomanHere('pull', 'ja')).stdout).toBe('Everything is up to date.\n')
  expect(await readFile(join(folder, PATH), 'utf8')).toContain('閉じる')
})
