import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeEach, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { temporaryFolder } from '../../harness/folder.ts'
import { connectModern } from '../../harness/surfaces.ts'
import { startDragoman } from '../../harness.ts'
import { describeWith } from '../../require.ts'
import { isNightly } from '../../runs.ts'

/** Many strings take long, long ones do not: by day, too, a file is too large for an answer. */
const [STRINGS, UNITS] = isNightly ? [1393, 0] : [40, 450]
/** Those of each of many files. */
const [EACH, PAD] = isNightly ? [20, 0] : [2, 300]

interface Line {
  readonly path: string
  readonly curl: string
}

interface Answer {
  readonly uploads?: readonly Line[]
  readonly more?: number
  readonly downloads?: readonly Line[]
  readonly archive?: Line
  readonly added?: number
}

describeWith('curl', 'an agent with a shell', () => {
  let folder: string
  const project = 'ada/app'

  const dragoman = eachTest(() => startDragoman())
  const agent = eachTest(async () => {
    const headers = { authorization: `Bearer ${await dragoman.token('everyday', 'ada')}` }
    const transport = new StreamableHTTPClientTransport(new URL(`${dragoman.url}/mcp`), { requestInit: { headers } })
    return connectModern(transport, '2026-07-28')
  })
  beforeEach(async () => {
    folder = await temporaryFolder()
    await agent.call('create_project', { project, source_locale: 'en', target_locales: ['de', 'fr'] })
  })

  const run = (line: string) => promisify(execFile)('/bin/sh', ['-c', line], { cwd: folder })
  const call = async (tool: string, args: object) => (await agent.call(tool, { project, ...args })) as Answer

  async function keep(path: string, texts: object): Promise<object> {
    const bytes = JSON.stringify(texts, null, 2)
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
    return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }

  /** The whole push: uploads as long as the answers ask for some. */
  async function push(tool: string, files: readonly object[]): Promise<Answer> {
    for (;;) {
      const answer = await call(tool, { files })
      if (answer.uploads === undefined) return answer
      for (const { curl } of answer.uploads) await run(curl)
    }
  }

  const texts = (of: string, count = STRINGS, units = UNITS) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`key ${at}`, `${of} text ${at}${'x'.repeat(units)}`]))

  it('moves files of 1,393 entries outside of messages, under names with shell characters', async () => {
    const folders = ['locales', "it's $(touch x) `id`", 'app/[lang]/{a,b}']
    const files = await Promise.all(folders.map(name => keep(`${name}/en.json`, texts('Source'))))
    expect(await push('push_source', files)).toMatchObject({ added: 3 * STRINGS })
    const targets = await Promise.all(folders.map(name => keep(`${name}/de.json`, texts('Deutscher'))))
    await push('push_translations', targets)
    for (const name of folders) await rm(join(folder, name, 'de.json'))
    const pulled = await call('pull_translations', { locale: 'de' })
    expect(JSON.stringify(pulled).length).toBeLessThan(4_000)
    for (const { curl } of pulled.downloads ?? []) await run(curl)
    for (const name of folders) {
      expect(await readFile(join(folder, name, 'de.json'), 'utf8')).toBe(JSON.stringify(texts('Deutscher'), null, 2))
    }
    expect((await readdir(folder)).sort()).toEqual(['app', "it's $(touch x) `id`", 'locales'])
  })

  it('sends more files than one answer requests, and unpacks an archive of them', async () => {
    const names = Array.from({ length: 45 }, (_, at) => `part ${at}`)
    const files = await Promise.all(names.map(name => keep(`${name}/en.json`, texts(name, EACH, PAD))))
    const first = await call('push_source', { files })
    expect([first.uploads?.length, first.more]).toEqual([40, 5])
    expect(await push('push_source', files)).toMatchObject({ added: 45 * EACH })
    const translated = isNightly ? names : names.slice(0, 25)
    const targets = await Promise.all(translated.map(name => keep(`${name}/de.json`, texts('d', EACH, PAD))))
    await push('push_translations', targets)
    for (const name of translated) await rm(join(folder, name, 'de.json'))
    const { archive } = await call('pull_translations', { locale: 'de' })
    expect(archive).toEqual({ curl: expect.stringMatching(/^curl -fsSg '[^']+' \| tar -xzf -$/) })
    await run(archive?.curl ?? 'false')
    for (const name of translated) {
      expect(await readFile(join(folder, name, 'de.json'), 'utf8')).toBe(JSON.stringify(texts('d', EACH, PAD), null, 2))
    }
  })

  it('reads why an upload was rejected, and how to continue', async () => {
    const { uploads = [] } = await call('push_source', { files: [await keep('l/en.json', { a: 'A' })] })
    await keep('l/en.json', { a: 'Another' })
    const failed = await run(uploads[0]?.curl ?? 'true').then(
      () => undefined,
      (error: { stdout: string; code: number }) => error,
    )
    expect(failed?.code).toBe(22)
    expect(JSON.parse(failed?.stdout ?? '')).toMatchObject({
      status: 400,
      fix: expect.stringContaining('repeat the call'),
    })
  })
})
