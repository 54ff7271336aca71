import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { diffLines } from '../../../src/cli/output/text-diff.ts'
import { run } from '../../harness/command-line.ts'
import { startDragoman } from '../../harness.ts'
import {
  dragoman,
  env,
  FILES,
  read,
  repository,
  start,
  startProject,
  useRepository,
  type WorkLine,
  write,
} from './daily-repository.ts'
import { LAYOUTS } from './layouts.ts'

useRepository()

describe.each(LAYOUTS)('$name', ({ files, detected, translations, changes }) => {
  it('goes from init to a pull that changes only the expected lines', async () => {
    await start(files)
    const { detected: found } = JSON.parse((await dragoman(['init', '--json'])).stdout)
    expect(found.map((one: { path: string; locales: string[] }) => [one.path, one.locales.join()])).toEqual(detected)

    const pushed = await dragoman(['push', '--create', '--translations'])
    expect(pushed).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Queued for translation: ') })
    expect((await dragoman(['push'])).stdout).toContain('no changes')
    expect((await dragoman(['pull'])).stdout).toMatch(/^Everything is up to date[.]/)

    const work = (await dragoman(['work'])).stdout.trim().split('\n')
    const lines = work.map(line => JSON.parse(line) as WorkLine)
    const done = lines.map(line => {
      const text = translations[line.key ?? String(line.source)]
      return JSON.stringify({ ...line, ...(typeof text === 'string' ? { text } : { forms: text }) })
    })
    expect(done).toHaveLength(Object.keys(translations).length)
    const submitted = await dragoman(['submit'], done.join('\n'))
    expect(submitted).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^\d stored, 0 refused[.] Left: \w+ 0[.]\n$/),
    })

    const before = await Promise.all(Object.keys(files).map(async path => [path, await read(path)] as const))
    expect(await dragoman(['pull'])).toMatchObject({ code: 0, stderr: '' })
    const differing: Record<string, readonly string[]> = {}
    for (const [path, text] of before) {
      const diff = diffLines(text, await read(path)).filter(({ mark }) => mark !== ' ')
      if (diff.length > 0) differing[path] = diff.map(({ mark, text: line }) => mark + line)
    }
    expect(differing).toEqual(changes)
    expect((await dragoman(['status', '--json', 'ready,left'])).stdout).toBe('[{"ready":100,"left":0}]\n')
  })
})

describe('push', () => {
  it('counts what changed, and names renamed keys', async () => {
    await startProject(FILES)
    await write({ 'l/en.json': '{\n  "start": "Home",\n  "save": "Save all",\n  "quit": "Quit",\n  "new": "New"\n}\n' })
    const dry = await dragoman(['push', '--dry-run'])
    const row = 'l/en.json\t1 added, 1 changed, 1 renamed (home → start)\n'
    expect(dry).toMatchObject({ code: 0, stdout: `${row}Nothing was written.\n` })
    expect((await dragoman(['push'])).stdout).toBe(`${row}Queued for translation: de 2 strings (3 words).\n`)
    expect(JSON.parse((await dragoman(['push', '--json'])).stdout)).toMatchObject({
      files: [{ path: 'l/en.json', added: 0, unchanged: 4 }],
      queued: {},
    })
  })

  it('names translations with errors and copies of their source, and each conflict', async () => {
    const source = { a: 'Good morning to you', b: 'Good evening to you', c: 'Hello {name}' }
    await start({ 'l/en.json': `${JSON.stringify(source)}\n`, 'l/de.json': '{}\n' })
    await write({ 'l/de.json': `${JSON.stringify({ ...source, c: 'Hallo' })}\n` })
    const pushed = await dragoman(['push', '--create', '--translations'])
    expect(pushed.stdout).toContain(
      '\nde: 2 translations equal their source, 1 has an error (dragoman work de --finding error).\n',
    )
    const lines = (await dragoman(['work', 'de', '--finding', 'any'])).stdout.trim().split('\n')
    const corrected = lines.map(line => JSON.parse(line) as { key: string })
    const done = corrected.map(line =>
      JSON.stringify({ ...line, text: line.key === 'c' ? 'Hi {name}' : `Neu ${line.key}` }),
    )
    expect(await dragoman(['submit'], done.join('\n'))).toMatchObject({ code: 0 })
    await write({ 'l/de.json': JSON.stringify({ a: 'Moin', b: 'Abend', c: 'Tag {name}' }) })
    const again = await dragoman(['push', '--translations'])
    expect(again.stdout).toContain('3 conflicts:\n  de a (dragoman open a)\n  de b (dragoman open b)\n  de c ')
    const json = JSON.parse((await dragoman(['push', '--translations', '--json', '--dry-run'])).stdout)
    expect(json).toMatchObject({ found: {}, conflicts: expect.any(Array) })
  })

  it('names the rule whose file does not exist', async () => {
    await start(FILES)
    await rm(join(repository, 'l/en.json'))
    expect(await dragoman(['push'])).toMatchObject({
      code: 66,
      stderr: expect.stringContaining(
        'No file matches "l/en.json" of dragoman.json.\n       Correct the path, or remove',
      ),
    })
  })

  it('names the locales of a file that has several', async () => {
    await start({ 'l/texts.csv': 'key,en,de,pl\nhome,Home,Start,\n' })
    const pushed = await dragoman(['push', '--create', '--translations'])
    expect(pushed.stdout).toContain('l/texts.csv\tde: 1 imported\nl/texts.csv\tpl: no translations\n')
  })

  it('creates no project without a terminal or --create', async () => {
    await start(FILES)
    expect(await dragoman(['push'])).toMatchObject({
      code: 66,
      stderr: expect.stringContaining('dragoman push --create'),
    })
  })

  it('follows dragoman.json: adds locales, and hides them only with --prune', async () => {
    await start(FILES)
    await dragoman(['push', '--create'])
    const file = JSON.parse(await read('dragoman.json'))
    await write({ 'dragoman.json': JSON.stringify({ ...file, target_locales: ['de', 'pl'] }) })
    expect((await dragoman(['push'])).stdout).toContain('Added locales: pl.')
    await write({ 'dragoman.json': JSON.stringify(file) })
    expect((await dragoman(['push'])).stdout).toContain('also has pl')
    expect((await dragoman(['push', '--prune'])).stdout).toContain('Hid locales: pl.')
    expect((await dragoman(['status', '--quiet'])).stdout).toBe('de\n')
  })

  it('keeps the translations of a moved file, also with --prune', async () => {
    await startProject(FILES)
    const file = JSON.parse(await read('dragoman.json'))
    const rule = { source: 'app/l/en.json', target: 'app/l/{locale}.json' }
    await rm(join(repository, 'l'), { recursive: true })
    await write({
      'app/l/en.json': FILES['l/en.json'],
      'app/l/de.json': FILES['l/de.json'],
      'dragoman.json': JSON.stringify({ ...file, files: [...file.files, rule] }),
    })
    const text = 'Set the target paths of dragoman.json.\napp/l/en.json\tmoved from l/en.json\n'
    expect((await dragoman(['push', '--dry-run'])).stdout).toBe(`${text}Nothing was written.\n`)
    expect((await dragoman(['push', '--prune'])).stdout).toMatch(`${text}Nothing new to translate.`)
    expect(await dragoman(['push'])).toMatchObject({ code: 66, stderr: expect.stringContaining('"l/en.json"') })
    await write({ 'dragoman.json': JSON.stringify({ ...file, files: [rule] }) })
    expect(JSON.parse((await dragoman(['push', '--json'])).stdout)).not.toHaveProperty('gone')
    expect((await dragoman(['pull'])).stdout).toMatch(/^Everything is up to date[.]/)
  })

  it('moves no file that now exists twice', async () => {
    await startProject(FILES)
    const file = JSON.parse(await read('dragoman.json'))
    await rm(join(repository, 'l'), { recursive: true })
    const files = ['a', 'b'].map(name => ({ source: `${name}/en.json`, target: `${name}/{locale}.json` }))
    await write({
      'a/en.json': FILES['l/en.json'],
      'b/en.json': FILES['l/en.json'],
      'dragoman.json': JSON.stringify({ ...file, files: [...file.files, ...files] }),
    })
    const { files: rows, gone, moved } = JSON.parse((await dragoman(['push', '--json'])).stdout)
    expect([rows, gone, moved]).toMatchObject([[{ added: 3 }, { added: 3 }], ['l/en.json'], undefined])
  })

  it('removes the strings of a deleted file only with --prune', async () => {
    await start({ ...FILES, 'm/en.json': '{"a": "A thing"}\n', 'm/de.json': '{"a": "Ein Ding"}\n' })
    await dragoman(['push', '--create'])
    await rm(join(repository, 'm'), { recursive: true })
    expect((await dragoman(['push'])).stdout).toContain('m/en.json is no longer here.')
    expect((await dragoman(['push', '--prune', '--dry-run'])).stdout).toBe(
      'l/en.json\tno changes\nm/en.json\tremoved\nTo remove the strings, add --confirm-removed 1.\nNothing was written.\n',
    )
    const pruned = await dragoman(['push', '--prune', '--confirm-removed', '1'])
    expect(pruned).toMatchObject({ code: 0, stdout: expect.stringContaining('m/en.json\tremoved') })
    expect(await dragoman(['push'])).toMatchObject({
      code: 66,
      stderr: expect.stringContaining('No file matches "m/en.json" of dragoman.json.'),
    })
  })
})

describe('init', () => {
  it('asks for project and locales on a terminal', async () => {
    await write(FILES)
    const answers = { cwd: repository, isTerminal: true }
    const { code, stderr } = await run(['init'], env, 'acme/shop\nde, pt_BR\n', answers)
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('? Target locales  (de)') })
    expect(JSON.parse(await read('dragoman.json'))).toMatchObject({
      project: 'acme/shop',
      target_locales: ['de', 'pt-BR'],
      files: [{ source: 'l/en.json', target: 'l/{locale}.json' }],
    })
  })

  it('shows the difference to an existing file, and replaces it only with --force', async () => {
    await start(FILES)
    const before = await read('dragoman.json')
    const more = ['init', '--yes', '--locales', 'de,pl']
    expect(await dragoman(more)).toMatchObject({
      code: 73,
      stderr: expect.stringContaining('+   "target_locales": ["de", "pl"],'),
    })
    expect(await read('dragoman.json')).toBe(before)
    expect(await dragoman([...more, '--force'])).toMatchObject({ code: 0 })
    expect(JSON.parse(await read('dragoman.json')).target_locales).toEqual(['de', 'pl'])
  })

  it('keeps the order of the target locales of an existing file', async () => {
    await start(FILES)
    const file = JSON.parse(await read('dragoman.json')) as object
    await write({ 'dragoman.json': JSON.stringify({ ...file, target_locales: ['pl', 'de'] }) })
    expect(await dragoman(['init', '--yes', '--force'])).toMatchObject({ code: 0 })
    expect(JSON.parse(await read('dragoman.json')).target_locales).toEqual(['pl', 'de'])
  })

  it('names login as the next command only without a token', async () => {
    await write(FILES)
    const args = ['init', '--yes', '--project', 'acme/app', '--server', 'https://l10n.example']
    expect((await dragoman(args)).stdout).toContain('Next: dragoman login, then dragoman push --create.')
    const token = { DRAGOMAN_URL: 'https://l10n.example', DRAGOMAN_TOKEN: `svca_${'0'.repeat(48)}` }
    expect((await dragoman(args, '', token)).stdout).toContain('Next: dragoman push.')
  })

  it("names a project of the server's user, not of the operating system's", async () => {
    const server = await startDragoman()
    const here = { DRAGOMAN_URL: server.url, DRAGOMAN_TOKEN: await server.token('all', 'grace') }
    await write(FILES)
    expect(await dragoman(['init', '--yes'], '', here)).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(await read('dragoman.json'))).toMatchObject({ project: 'grace/repository' })
    expect(await dragoman(['push', '--create'], '', here)).toMatchObject({ code: 0 })
    await server.stop()
  })

  it('needs a project without a terminal', async () => {
    await write(FILES)
    expect(await dragoman(['init'])).toMatchObject({ code: 65, stderr: expect.stringContaining('--project') })
  })
})

it('a CSV file is pulled unchanged, with a warning of cells that spreadsheets run', async () => {
  const source = 'key,source,target\na,Add,\nb,- item,\nc,Minus,\n'
  const { user } = JSON.parse((await run(['call', 'get_context'], env)).stdout) as { user: { handle: string } }
  const files = [{ source: 'locales/en.csv', target: 'locales/{locale}.csv' }]
  const file = { project: `${user.handle}/app`, source_locale: 'en', target_locales: ['de'], files }
  await write({ 'locales/en.csv': source, 'dragoman.json': JSON.stringify(file) })
  expect(await dragoman(['push', '--create'])).toMatchObject({ code: 0, stderr: '' })
  const texts = ['=HYPERLINK("x")', '- Punkt', '-5']
  const lines = (await dragoman(['work', 'de'])).stdout.trim().split('\n')
  const done = lines.map((line, at) => JSON.stringify({ ...(JSON.parse(line) as object), text: texts[at] }))
  expect(await dragoman(['submit'], done.join('\n'))).toMatchObject({ code: 0 })
  const pulled = await dragoman(['pull'])
  expect(pulled.stdout).toContain('warning: 1 translation begins like a formula, which spreadsheets run: de a.')
  expect(await read('locales/de.csv')).toBe(
    'key,source,target\na,Add,"=HYPERLINK(""x"")"\nb,- item,- Punkt\nc,Minus,-5\n',
  )
  expect(JSON.parse((await dragoman(['pull', '--json'])).stdout)).toMatchObject({
    formulas: { count: 1, first: [{ path: 'locales/de.csv', locale: 'de', key: 'a' }] },
  })
})

it('the glossary goes to a CSV file and back', async () => {
  await start(FILES)
  await dragoman(['push', '--create'])
  await write({ 'terms.csv': 'term,kind,de\ncart,normal,Warenkorb\nDragoman,do_not_translate,\n' })
  expect((await dragoman(['glossary', 'import', 'terms.csv', '--dry-run'])).stdout).toContain('Nothing was written.')
  expect((await dragoman(['glossary', 'import', 'terms.csv'])).stdout).toMatch(/^2 added, 0 changed, 0 unchanged in /)
  expect((await dragoman(['glossary', 'export', 'out.csv'])).stdout).toBe('Wrote 2 terms to out.csv.\n')
  expect(await read('out.csv')).toContain('cart,normal,Warenkorb')
  await write({ 'terms.csv': 'term,kind,de\nsum,normal,=SUM(A1)\n' })
  await dragoman(['glossary', 'import', 'terms.csv'])
  expect((await dragoman(['glossary', 'export', 'out.csv', '--force'])).stderr).toBe(
    'warning: 1 term has a cell that spreadsheets run as a formula: "sum".\n',
  )
  const [line = ''] = (await dragoman(['work', 'de', '--guide'])).stdout.split('\n')
  expect(JSON.parse(line)).toMatchObject({ locale: 'de' })
  expect(await dragoman(['glossary', 'export', 'l/en.json'])).toMatchObject({ code: 73 })
})

it('review and open sum up what waits, and print addresses', async () => {
  await startProject(FILES)
  expect((await dragoman(['review'])).stdout).toMatch(/^No open review[.]\nPage: http\S+\/app\/review[.]/)
  expect((await dragoman(['open', 'save'])).stdout).toMatch(/^http\S+\/app\/strings\/\w+[?]locale=de\n$/)
  expect((await dragoman(['open', 'de'])).stdout).toMatch(/\/strings[?]locale=de\n$/)
  expect(await dragoman(['open', 'nope'])).toMatchObject({ code: 66 })
})
