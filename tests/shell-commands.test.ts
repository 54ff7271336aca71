import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultDataDir } from '../src/config/folders.ts'
import { isCommandOnPath } from '../src/config/programs.ts'
import { AppError, errorBody } from '../src/errors.ts'
import { PACKAGE_ROOT } from '../src/package-root.ts'
import { createCommandFormatter, createServerCommands, shellQuote, toExecCommand } from '../src/shell-commands.ts'
import { withFolder } from './harness/folder.ts'
import { type Dragoman, startDragoman } from './harness.ts'
import { openJar } from './web/jar.ts'

const NPM = 'npm run --silent dragoman --'

describe('a command to paste', () => {
  it('names the data folder unless it is the default, and the checkout unless it runs there', () => {
    expect(createCommandFormatter({ dataDir: defaultDataDir({}), from: PACKAGE_ROOT })('login-link')).toBe(
      `${NPM} login-link`,
    )
    expect(
      createCommandFormatter({ dataDir: defaultDataDir({}), isDefaultNamed: true, from: PACKAGE_ROOT })('login-link'),
    ).toBe(`DRAGOMAN_DATA_DIR=${shellQuote(defaultDataDir({}))} ${NPM} login-link`)
    expect(createCommandFormatter({ dataDir: '/srv/l10n', from: PACKAGE_ROOT })('accounts')).toBe(
      `DRAGOMAN_DATA_DIR=/srv/l10n ${NPM} accounts`,
    )
    expect(createCommandFormatter({ dataDir: '/srv/l10n', from: '/home' })('accounts')).toBe(
      `DRAGOMAN_DATA_DIR=/srv/l10n npm --prefix ${shellQuote(PACKAGE_ROOT)} run --silent dragoman -- accounts`,
    )
  })

  it('is short where the shell finds this installation by its name', async () => {
    const found = { dataDir: '/srv/l10n', isCommandOnPath: true }
    const command = createCommandFormatter({ ...found, from: '/home' })
    expect(command('accounts')).toBe('DRAGOMAN_DATA_DIR=/srv/l10n dragoman accounts')
    const { forEverybody } = createServerCommands({ ...found, isLocal: false })
    expect(forEverybody('login-link')).toBe('dragoman login-link')
  })

  it('is short only for the first command of that name, and not by a folder of npm', () =>
    withFolder(async folder => {
      const program = join(folder, 'main.js')
      const link = async (name: string, target: string): Promise<string> => {
        await mkdir(join(folder, name), { recursive: true })
        await symlink(target, join(folder, name, 'dragoman'))
        return join(folder, name)
      }
      await mkdir(folder)
      await writeFile(program, '')
      const [own, ofNpm] = [await link('bin', program), await link('node_modules/.bin', program)]
      const other = await link('other', process.execPath)
      const isFound = (...folders: readonly string[]): boolean =>
        isCommandOnPath({ PATH: ['/nowhere', '', '.', ...folders].join(delimiter) }, program)
      expect(isFound(own), 'a program that cannot be started').toBe(false)
      await chmod(program, 0o755)
      expect([isFound(own), isFound(ofNpm, own), isFound(own, other)]).toEqual([true, true, true])
      expect([isFound(), isFound(ofNpm), isFound(other, own)]).toEqual([false, false, false])
      expect(isCommandOnPath({}, program)).toBe(false)
    }))

  it('names a database without its password', () => {
    const format = (storeUrl: string): string =>
      createCommandFormatter({ dataDir: '/srv/l10n', storeUrl, from: PACKAGE_ROOT })('login-link')
    expect(format('postgres://ada:secret@db/l10n?sslmode=require')).toBe(
      `DRAGOMAN_STORE_URL='postgres://ada:PASSWORD@db/l10n?sslmode=require' ${NPM} login-link`,
    )
    expect(format('postgres://ada@db/l10n')).toBe(`DRAGOMAN_STORE_URL=postgres://ada@db/l10n ${NPM} login-link`)
    expect(format('lowdb:')).toBe(`DRAGOMAN_DATA_DIR=/srv/l10n ${NPM} login-link`)
  })

  it('is safe for a shell, and runs without one', () => {
    const folder = "/srv/l10n of $HOME's"
    const line = createCommandFormatter({ dataDir: folder, from: PACKAGE_ROOT })('login-link')
    const script = `npm() { printf '%s' "$DRAGOMAN_DATA_DIR"; }; ${line}`
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(folder)
    expect(toExecCommand(line)).toBe(`env ${line}`)
    expect(toExecCommand('dragoman mcp')).toBe('dragoman mcp')
  })

  it('names no folder to remote users', () => {
    const dataDir = '/srv/l10n'
    expect(createServerCommands({ dataDir, isLocal: false }).forEverybody('login-link')).toBe(`${NPM} login-link`)
    expect(createServerCommands({ dataDir, isLocal: false }).forOperators('login-link')).toContain(dataDir)
    expect(createServerCommands({ dataDir, isLocal: true }).forEverybody('login-link')).toContain(dataDir)
  })

  it('is written in an error for its reader', () => {
    const error = new AppError('not_found', 'No.', { fix: dragoman => `Run: ${dragoman('accounts')}` })
    expect(error.fix).toBe('Run: dragoman accounts')
    expect(errorBody(error, 'req', args => `sudo dragoman ${args}`).fix).toBe('Run: sudo dragoman accounts')
  })

  it('is built in one place only', () => {
    const command =
      /(?<!\ba )\bdragoman (?:login-link|accounts|doctor|serve|token|user|access|audit|recover|restore|backup|server)\b/
    const files = readdirSync(`${PACKAGE_ROOT}/src`, { recursive: true, encoding: 'utf8' }).filter(name =>
      /\.tsx?$/.test(name),
    )
    const named = files.flatMap(file =>
      readFileSync(`${PACKAGE_ROOT}/src/${file}`, 'utf8')
        .split('\n')
        .filter(line => !/^\s*(?:\/?\*|\/\/)/.test(line) && command.test(line.replaceAll(/`dragoman \w+`/g, '')))
        .map(line => `${file}: ${line.trim()}`),
    )
    expect(named).toEqual([])
  })
})

describe('the pages', () => {
  let dragoman: Dragoman
  afterEach(() => dragoman.stop())

  const signIn = async () => {
    const jar = openJar(dragoman.url)
    const made = await dragoman.operator('login-link', { user: 'ada', own: true, operator: true })
    await jar.get((made as { url: string }).url)
    return jar
  }

  it('of a public server show the data folder to operators only', async () => {
    dragoman = await startDragoman({ isLocal: false })
    const stranger = openJar(dragoman.url)
    for (const path of ['/login', `/login/link/svcl_${'0'.repeat(48)}`, '/login/nobody']) {
      const { text } = await stranger.get(path)
      expect(text).not.toContain(dragoman.dataDir)
      expect(text).not.toContain(PACKAGE_ROOT)
    }
    expect((await stranger.get('/login')).text).toContain(`>${NPM} login-link<`)
    expect((await (await signIn()).get('/operator')).text).toContain(`DRAGOMAN_DATA_DIR=${dragoman.dataDir} npm`)
  })

  it('of a local server show the command for its address', async () => {
    dragoman = await startDragoman({ isLocal: true })
    const { text } = await openJar(dragoman.url).get('/login')
    expect(text).toContain(
      `>DRAGOMAN_DATA_DIR=${dragoman.dataDir} npm --prefix ${shellQuote(PACKAGE_ROOT)} run --silent dragoman -- login-link<`,
    )
  })
})
