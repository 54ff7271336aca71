import { rm } from 'node:fs/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { stdioTransport } from '../../harness/command-line.ts'
import { eachTest } from '../../harness/each-test.ts'
import { callByRest } from '../../harness/rest-call.ts'
import { connectModern } from '../../harness/surfaces.ts'
import { startDragoman } from '../../harness.ts'
import { isNightly } from '../../runs.ts'
import {
  call,
  command,
  EN,
  env,
  german,
  project,
  read,
  repository,
  startProject,
  state,
  submit,
  useRepository,
  useServer,
  write,
  XCSTRINGS,
} from './daily-repository.ts'

useRepository()

interface Pushed {
  readonly conflicts: { readonly first: readonly { readonly id: string; readonly suggestion: string }[] }
}

async function decide(action: 'accept' | 'reject'): Promise<void> {
  const files = [{ path: 'l/de.json' }]
  const { conflicts } = await call<Pushed>('push_translations', { files, dry_run: true })
  const [conflict] = conflicts.first
  const items = [{ id: conflict?.id, suggestion: conflict?.suggestion, action }]
  await call('review_translations', { locale: 'de', items })
}

describe.each(['this machine', 'a remote server'])('a text that conflicts with the project, on %s', where => {
  beforeEach(async () => {
    if (where === 'a remote server') {
      const server = await startDragoman()
      onTestFinished(server.stop)
      await useServer(server)
    }
    await startProject({ 'l/en.json': EN, 'l/de.json': german('Start') })
    await submit('home', 'Projekt')
    await write({ 'l/de.json': german('Datei') })
    expect((await command('push', '--translations')).stdout).toContain('1 conflict')
    await submit('save', 'Speichern')
  })
  const KEPT = 'Kept 1 text of your files: conflicts or waiting for a review. Decide de home (dragoman open home).'

  // What is written does not depend on where the project is.
  const itOnce = it.runIf(isNightly || where === 'this machine')

  it('stays in the file over two pulls, also on a machine that never pulled', async () => {
    const dry = await command('pull', '--dry-run')
    expect(dry.stdout).toBe(`l/de.json\t~1\n1 file would change, 1 line. Nothing was written. ${KEPT}\n`)
    expect(await command('pull')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `l/de.json\t~1\n1 file changed, 1 line. ${KEPT}\n`,
    })
    expect(await read('l/de.json')).toBe(german('Datei', 'Speichern'))
    expect((await command('pull')).stdout).toBe(`Everything is up to date. ${KEPT}\n`)
    await rm(state, { recursive: true })
    const { stdout } = await command('pull', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      files: [],
      kept: [{ path: 'l/de.json', locale: 'de', key: 'home', ours: 'Datei', theirs: 'Projekt' }],
    })
    expect(await read('l/de.json')).toBe(german('Datei', 'Speichern'))
  })

  itOnce.each([
    ['accept', 'Datei'],
    ['reject', 'Projekt'],
  ] as const)('is written as somebody decided: %s', async (action, text) => {
    await command('pull')
    await decide(action)
    expect(await command('pull')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Kept') })
    expect(await read('l/de.json')).toBe(german(text, 'Speichern'))
  })

  itOnce('is replaced with --force, which shows it first', async () => {
    expect(await command('pull', '--force')).toMatchObject({
      code: 0,
      stderr: '--force replaces l/de.json home   - Datei   + Projekt\n',
      stdout: expect.stringContaining('1 conflict is open: de home (dragoman open home).'),
    })
    expect(await read('l/de.json')).toBe(german('Projekt', 'Speichern'))
    expect((await command('pull')).stdout).toMatch(/^Everything is up to date\. 1 conflict is open: /)
  })

  itOnce('goes only to the clone that has it', async () => {
    await write({ 'l/de.json': german('Start') })
    expect((await command('pull')).stdout).toContain('1 conflict is open: de home')
    expect(await read('l/de.json')).toBe(german('Projekt', 'Speichern'))
  })

  it('is kept by the call of a tool, and over MCP', async () => {
    const answer = { kept: { count: 1, first: [{ path: 'l/de.json', locale: 'de', key: 'home' }] } }
    const pulled = await call<{ next: string }>('pull_translations', {})
    expect(pulled).toMatchObject({ written: ['l/de.json'], ...answer })
    expect(pulled.next).toContain('Kept 1 text of your files: conflicts or waiting for a review.')
    expect(await read('l/de.json')).toBe(german('Datei', 'Speichern'))
    const { call: callOver, close } = await connectModern(stdioTransport(['--root', repository], env), '2026-07-28')
    expect(await callOver('pull_translations', { project })).toMatchObject(answer)
    await close()
    expect(await read('l/de.json')).toBe(german('Datei', 'Speichern'))
    const forced = ['call', 'pull_translations', '--force', '--json', JSON.stringify({ project })]
    expect(await command(...forced)).toMatchObject({
      stderr: '--force replaces l/de.json: de home   - Datei   + Projekt\n',
      stdout: expect.stringContaining('"forced":["l/de.json"]'),
    })
    expect(await read('l/de.json')).toBe(german('Projekt', 'Speichern'))
  })

  itOnce('is no difference for check --frozen, unlike others', async () => {
    const before = await command('check', '--frozen')
    expect(before).toMatchObject({ code: 1, stdout: expect.stringContaining('A pull would change 1 string.') })
    await command('pull')
    expect(await command('check', '--frozen')).toMatchObject({ code: 0, stdout: '' })
    await decide('reject')
    expect(await command('check', '--frozen')).toMatchObject({ code: 1 })
  })

  itOnce('does not hide a local change', async () => {
    await write({ 'l/de.json': german('Datei', 'Ablegen') })
    const refused = await command('pull')
    expect(refused.code).toBe(73)
    expect(refused.stderr).toContain('l/de.json has local changes in 1 string')
    expect(refused.stderr).toContain('save   - Ablegen   + Speichern')
    expect(await read('l/de.json')).toBe(german('Datei', 'Ablegen'))
  })
})

describe('after an import by an agent that waits for a review', () => {
  const server = eachTest(() => startDragoman())
  /** The file of the repository has a string that the source lacks. */
  const own = german('Start').replace('\n}', ',\n    "old": "Alt"\n}')

  beforeEach(async () => {
    await useServer(server)
    await startProject({ 'l/en.json': EN, 'l/de.json': own })
    await call('update_project_policy', { review: 'required' })
  })
  const importByAgent = async (content: string, branch?: string): Promise<Pushed> => {
    const token = await server.token('project:read project:write', 'ada')
    const input = { project, ...(branch !== undefined && { branch }), files: [{ path: 'l/de.json', content }] }
    return (await callByRest(server.url, token, 'push_translations', input)) as Pushed
  }

  it('pulls go on as before, on each branch', async () => {
    await importByAgent(german('Agent', 'Merken'))
    expect(await command('pull')).toMatchObject({ code: 0, stderr: '' })
    expect(await read('l/de.json')).toBe(own)
    await command('push', '--branch', 'next')
    await importByAgent(german('Agent'), 'next')
    expect(await command('pull', '--branch', 'next')).toMatchObject({ code: 0, stderr: '' })
    expect(await read('l/de.json')).toBe(own)
  })

  it('its file keeps keys that the source lacks, and gets what the project delivers', async () => {
    const agents = own.replace('Alt', 'Vom Agenten').replace('Sichern', 'Merken')
    await call('update_project_policy', { review: 'none' })
    await submit('quit', 'Verlassen')
    await call('update_project_policy', { review: 'required' })
    await importByAgent(agents)
    await write({ 'l/de.json': agents })
    for (const time of ['first', 'second']) {
      expect(await command('pull'), time).toMatchObject({ code: 0, stderr: '' })
      expect(await read('l/de.json'), time).toBe(agents.replace('Beenden', 'Verlassen'))
    }
  })

  it('a conflict of the file before it stays in that file until somebody decides', async () => {
    await call('update_project_policy', { review: 'none' })
    await submit('home', 'Projekt')
    await call('update_project_policy', { review: 'required' })
    await write({ 'l/de.json': german('Datei') })
    expect((await command('push', '--translations')).stdout).toContain('1 conflict')
    const { conflicts } = await importByAgent(german('Agent'))
    const outcome = await command('pull')
    expect(outcome).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Kept 1 text of your files') })
    expect(await read('l/de.json')).toBe(german('Datei'))
    for (const text of ['Start', 'Projekt']) {
      await write({ 'l/de.json': german(text) })
      const { stdout } = await command('pull')
      expect(stdout).toMatch(/\. 1 conflict is open: de home \(dragoman open home\)\.\n$/)
      expect(await read('l/de.json')).toBe(german('Projekt'))
    }
    const [conflict] = conflicts.first
    const decision = { id: conflict?.id, suggestion: conflict?.suggestion, action: 'reject' }
    await call('review_translations', { locale: 'de', items: [decision] })
    await write({ 'l/de.json': german('Datei') })
    expect(await command('pull')).toMatchObject({ code: 0, stderr: '' })
    expect(await read('l/de.json')).toBe(german('Projekt'))
  })
})

const PO = (locale: string, home: string, quit: string): string =>
  `msgid ""\nmsgstr ""\n"Language: ${locale}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n#: a.c:1\nmsgid "Home"\nmsgstr "${home}"\n\nmsgid "Quit"\nmsgstr "${quit}"\n`

describe.each([
  {
    name: 'JSON',
    target: 'l/de.json',
    files: { 'l/en.json': EN, 'l/de.json': german('Start') },
    edit: ['Start', 'Startseite'],
  },
  {
    name: 'gettext',
    target: 'po/de.po',
    files: { 'po/en.po': PO('en', 'Home', 'Quit'), 'po/de.po': PO('de', 'Start', 'Beenden') },
    edit: ['Start', 'Startseite'],
  },
  {
    name: 'gettext, unfinished',
    target: 'po/de.po',
    files: { 'po/en.po': PO('en', 'Home', 'Quit'), 'po/de.po': PO('de', 'Start', 'Beenden') },
    edit: ['msgid "Home"\nmsgstr "Start"', '#, fuzzy\nmsgid "Home"\nmsgstr "Startseite"'],
  },
  {
    name: 'a string catalog with all locales',
    target: 'App/Localizable.xcstrings',
    files: { 'App/Localizable.xcstrings': XCSTRINGS('Start') },
    edit: ['"Start"', '"Startseite"'],
  },
] as const)('a text that waits for a review, in $name', ({ target, files, edit: [before, after] }) => {
  beforeEach(async () => {
    await startProject(files)
    await call('update_project_policy', { review: 'required' })
    await write({ [target]: (await read(target)).replace(before, after) })
    expect(await command('push', '--translations')).toMatchObject({ code: 0 })
  })
  const waiting = 'Kept 1 text of your files: conflicts or waiting for a review.'

  it('stays in the file over two pulls, and passes check --frozen', async () => {
    const own = await read(target)
    expect(own).toContain(after)
    for (let round = 0; round < 2; round++) {
      const pulled = await command('pull')
      expect(pulled).toMatchObject({ code: 0, stderr: '' })
      expect(pulled.stdout).toContain(`Everything is up to date. ${waiting}`)
      expect(await read(target)).toBe(own)
    }
    expect((await command('check', '--frozen')).stdout).not.toContain('frozen')
  })

  it('is replaced with --force', async () => {
    expect((await command('pull', '--force')).stderr).toMatch(/^--force replaces .* {3}- Startseite {3}[+] Start\n$/)
    expect(await read(target)).not.toContain(after)
  })
})

describe('where the project exports approved texts only', () => {
  const EN_YAML = 'home: Home\nsave: Save\n'
  const DE_YAML = '# Duzen!\n"save":   Sichern # kurz\n\nhome: \'Start\'\n'
  const PLURALS = { title: 'Cart', item_one: '{{count}} item', item_other: '{{count}} items' }
  const GERMAN = { item_other: '{{count}} Artikel', item_one: '{{count}} Stück', title: 'Korb' }

  it('a pull leaves an unchanged file as it is, on each machine and as the call of a tool', async () => {
    await startProject({ 'l/en.yaml': EN_YAML, 'l/de.yaml': DE_YAML })
    await call('update_project_policy', { export: 'approved' })
    const kept = 'Everything is up to date. Kept 2 texts of your files: conflicts or waiting for a review.'
    for (const stdout of [kept, kept]) {
      expect(await command('pull')).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(stdout) })
      expect(await read('l/de.yaml')).toBe(DE_YAML)
      await rm(state, { recursive: true, force: true })
    }
    expect(await command('check', '--frozen')).toMatchObject({ stdout: expect.not.stringContaining('frozen') })
    expect(await call('pull_translations', {})).toMatchObject({ kept: { count: 2 } })
    expect(await read('l/de.yaml')).toBe(DE_YAML)
    expect(await command('pull', '--force')).toMatchObject({ code: 0 })
    expect(await read('l/de.yaml')).not.toContain('Sichern')
  })

  it('a pull keeps plurals of i18next that it has no text for, also in a file with another layout', async () => {
    const toFile = (texts: object, indent = 2): string => `${JSON.stringify(texts, null, indent)}\n`
    await startProject({ 'l/en.json': toFile(PLURALS), 'l/de.json': toFile(GERMAN) })
    await call('update_project_policy', { export: 'approved' })
    expect(await command('pull')).toMatchObject({ code: 0, stderr: '' })
    expect(await read('l/de.json')).toBe(toFile(GERMAN))
    await write({ 'l/de.json': toFile(GERMAN, 4) })
    await rm(state, { recursive: true, force: true })
    expect(await command('pull')).toMatchObject({ code: 0, stderr: '' })
    expect(await read('l/de.json')).toBe(toFile({ ...PLURALS, ...GERMAN }))
  })
})

it('keeps a new text where no other one is delivered, at its place', async () => {
  await startProject({ 'l/en.json': EN, 'l/de.json': german('Start').replace('    "home": "Start",\n', '') })
  await call('update_project_policy', { review: 'required' })
  const own = german('Startseite')
  await write({ 'l/de.json': own })
  expect(await command('push', '--translations')).toMatchObject({ code: 0 })
  expect((await command('pull')).stdout).toContain('Kept 1 text of your files')
  expect(await read('l/de.json')).toBe(own)
  await submit('save', 'Ablegen')
  expect((await command('pull')).stdout).toMatch(/^Everything is up to date\. Kept 1 text/)
})

it('a text for a locale that the project does not have stays in a file with all locales', async () => {
  const target = 'App/Localizable.xcstrings'
  const good = XCSTRINGS('Start')
  await startProject({ [target]: good })
  await call('update_project_policy', { review: 'required' })
  const spanish = `        "es" : ${/(?<="de" : )[^]*?\n {8}}/.exec(good)?.[0]}`.replace('Start', 'Inicio')
  const own = good.replace(/\n {8}}\n {6}}/, `\n        },\n${spanish}\n      }`)
  await write({ [target]: own })
  expect(await command('push', '--translations')).toMatchObject({ code: 0 })
  expect(await command('pull')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Everything is up to date.'),
  })
  expect(await read(target)).toBe(own)
  await submit('home', 'Startseite')
  await command('pull')
  expect(await read(target)).toBe(own)
})
