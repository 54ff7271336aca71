import { execFile } from 'node:child_process'
import { link, mkdir, readdir, readFile, realpath, stat, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { openRoot, type Root } from '../../src/cli/files/root.ts'
import { AppError } from '../../src/errors.ts'
import { temporaryFolder } from '../harness/folder.ts'

let outside: string
let folder: string
let root: Root
let ids = 0

const open = (at: string, home = '/nowhere'): Root => openRoot({ folder: at, home, newId: () => `id${ids++}` })

beforeEach(async () => {
  outside = await realpath(await temporaryFolder())
  folder = join(outside, 'repo')
  await mkdir(join(folder, 'locales'), { recursive: true })
  await writeFile(join(folder, 'locales/en.json'), '{"a":"A"}')
  await writeFile(join(outside, 'secret.json'), '{"s":"S"}')
  root = open(folder)
})

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('nothing was refused'),
    (reason: unknown) => reason,
  )
  if (error instanceof AppError) return error
  throw error
}

const everything = () => readdir(outside, { recursive: true }).then(names => names.sort())

describe('files below the root', () => {
  it('are read unchanged, whatever their names', async () => {
    expect(await root.read('locales/en.json')).toBe('{"a":"A"}')
    for (const name of ["it's en.json", '"q" $(x) `y`.json', 'übersetzung/日本.json', '.hidden/en.json', 'en.po']) {
      await mkdir(join(folder, name, '..'), { recursive: true })
      await writeFile(join(folder, name), '\uFEFF{}\r\n')
      expect(await root.read(name)).toBe('\uFEFF{}\r\n')
    }
  })

  it('in another encoding are refused with its name and the command that converts them', async () => {
    const utf16 = (text: string, mark = ''): Buffer => Buffer.from(mark + text, 'utf16le')
    const xml = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?><root>é</root>`
    const cases: [name: string, bytes: Buffer, encoding: string, more?: string][] = [
      ['a.strings', utf16('"a" = "A";', '\uFEFF'), 'UTF-16'],
      ['b.strings', utf16('"a" = "A";', '\uFEFF').swap16(), 'UTF-16'],
      ['c.strings', utf16('"a" = "A";'), 'UTF-16LE'],
      ['d.strings', utf16('"a" = "A";').swap16(), 'UTF-16BE'],
      ['e.resx', utf16(xml('utf-16'), '\uFEFF'), 'UTF-16', ', set encoding="UTF-8" in its first line,'],
      ['f.xml', Buffer.from(xml('ISO-8859-1'), 'latin1'), 'ISO-8859-1', ', set encoding="UTF-8" in its first line,'],
      ['g.po', Buffer.from('"Content-Type: text/plain; charset=KOI8-R\\n"\n\xe9', 'latin1'), 'KOI8-R'],
    ]
    for (const [name, bytes, encoding, more = ''] of cases) {
      await writeFile(join(folder, name), bytes)
      const { code, message, fix } = await refusal(root.read(name))
      expect([code, message, fix]).toEqual([
        'invalid_input',
        `"${name}" is ${encoding}, not UTF-8.`,
        `Convert it with iconv -f ${encoding} -t UTF-8${more} and push it again.`,
      ])
    }
    await writeFile(join(folder, 'h.properties'), Buffer.from('a=\xe9', 'latin1'))
    expect(await refusal(root.read('h.properties'))).toMatchObject({
      message: '"h.properties" is not UTF-8: invalid byte at offset 2.',
      fix: expect.stringContaining('iconv -f ISO-8859-1 -t UTF-8'),
    })
  })

  it('are written with their folders, and without leftovers', async () => {
    for (const name of ['locales/de.json', 'new/deep/de.json', "it's/$(x) `y`.json", 'ü/日本.json']) {
      await root.write(name, '{"a":"Ä"}')
      expect(await readFile(join(folder, name), 'utf8')).toBe('{"a":"Ä"}')
    }
    expect((await everything()).filter(name => name.includes('.part'))).toEqual([])
  })

  it('keep their mode when replaced, and leave a hard link unchanged', async () => {
    const file = join(folder, 'locales/de.json')
    await writeFile(file, '{"old":"1"}', { mode: 0o600 })
    await link(file, join(outside, 'other-name.json'))
    await root.write('locales/de.json', '{"new":"2"}')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(join(outside, 'other-name.json'), 'utf8')).toBe('{"old":"1"}')
  })

  it('are read through a symbolic link that stays below the root, but never written', async () => {
    await symlink('en.json', join(folder, 'locales/source.json'))
    await symlink('locales', join(folder, 'alias'))
    expect(await root.read('locales/source.json')).toBe('{"a":"A"}')
    expect(await root.read('alias/en.json')).toBe('{"a":"A"}')
    for (const path of ['locales/source.json', 'alias/de.json']) {
      expect((await refusal(root.write(path, '{}'))).message).toContain('is behind a symbolic link')
    }
    expect(await readFile(join(folder, 'locales/en.json'), 'utf8')).toBe('{"a":"A"}')
    expect(await readdir(join(folder, 'locales'))).toEqual(['en.json', 'source.json'])
  })
})

describe('paths outside the root', () => {
  const paths = [
    '../secret.json',
    'locales/../../secret.json',
    '/etc/passwd',
    '../.bashrc',
    '.git/hooks/x',
    '.git/config.json',
    '.GIT/config.json',
    'sub/.git/en.json',
    '-rf.json',
    'locales/-x.json',
    'a\nb.json',
    'a\0.json',
    'a\\b.json',
    '',
    '.',
  ]

  it.each(paths)('are neither read nor written: %j', async path => {
    await mkdir(join(folder, '.git/hooks'), { recursive: true })
    await writeFile(join(folder, '.git/config.json'), '{}')
    const before = await everything()
    expect(await refusal(root.read(path))).toMatchObject({ code: 'invalid_input', fix: expect.any(String) })
    expect(await refusal(root.write(path, '{}'))).toMatchObject({ code: 'invalid_input', fix: expect.any(String) })
    expect(await everything()).toEqual(before)
  })

  it('are not reached by a symbolic link of the file or of a parent folder', async () => {
    await symlink(join(outside, 'secret.json'), join(folder, 'locales/leak.json'))
    await symlink(outside, join(folder, 'up'))
    await symlink('../../secret.json', join(folder, 'locales/relative.json'))
    for (const path of ['locales/leak.json', 'up/secret.json', 'locales/relative.json']) {
      expect((await refusal(root.read(path))).message).toContain('leads out of')
      expect((await refusal(root.write(path, '{}'))).message).toContain('is behind a symbolic link')
    }
    expect(await refusal(root.write('up/new/de.json', '{}'))).toMatchObject({ code: 'invalid_input' })
    expect(await readFile(join(outside, 'secret.json'), 'utf8')).toBe('{"s":"S"}')
    expect(await readdir(outside)).toEqual(['repo', 'secret.json'])
  })

  it('do not include .git through a link below the root', async () => {
    await mkdir(join(folder, '.git'))
    await writeFile(join(folder, '.git/config.json'), '{}')
    await symlink('../.git/config.json', join(folder, 'locales/git.json'))
    expect((await refusal(root.read('locales/git.json'))).message).toContain('.git')
  })
})

describe('a path that is no translation file', () => {
  it('is not read: a folder, a pipe, another format, no UTF-8, over 16 MiB, an empty file', async () => {
    await mkdir(join(folder, 'folder.json'))
    await promisify(execFile)('mkfifo', [join(folder, 'pipe.json')])
    await writeFile(join(folder, '.env'), 'SECRET=1')
    await writeFile(join(folder, 'latin1.json'), Buffer.from([0x7b, 0xe4, 0x7d]))
    await writeFile(join(folder, 'large.json'), Buffer.alloc(16 * 1024 * 1024 + 1, 0x20))
    expect((await refusal(root.read('folder.json'))).message).toContain('is not a file')
    expect((await refusal(root.read('pipe.json'))).message).toContain('is not a file')
    expect((await refusal(root.read('.env'))).message).toContain('The format of')
    expect((await refusal(root.read('latin1.json'))).message).toContain('offset 1')
    expect(await refusal(root.read('large.json'))).toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('"large.json" has 16.0 MB (16777217 bytes); the limit is 16 MB'),
      fix: expect.stringContaining('Move its keys into several source files'),
    })
    expect(await refusal(root.read('none.json'))).toMatchObject({
      code: 'not_found',
      fix: expect.stringContaining('--root'),
    })
  })

  it('is not written where developer tools look, whatever a server answers', async () => {
    await writeFile(join(folder, 'package.json'), '{"scripts":{}}')
    await mkdir(join(folder, '.claude'))
    for (const path of ['package.json', 'Package.json', '.claude/settings.json', '.mcp.json', 'a/tsconfig.json']) {
      expect((await refusal(root.write(path, '{"a":"A"}'))).message).toContain('cannot hold translations')
    }
    expect(await readFile(join(folder, 'package.json'), 'utf8')).toBe('{"scripts":{}}')
    expect(await readdir(join(folder, '.claude'))).toEqual([])
  })

  it('is neither written nor replaced', async () => {
    await mkdir(join(folder, 'folder.json'))
    await writeFile(join(folder, 'file'), '')
    expect(await refusal(root.write('run.sh', 'rm -rf /'))).toMatchObject({ code: 'invalid_input' })
    expect((await refusal(root.write('folder.json', '{}'))).message).toContain('because it is not a file')
    expect((await refusal(root.write('file/de.json', '{}'))).message).toContain('because it is not a file')
  })
})

describe('the root', () => {
  it('is never / or a folder that contains the home folder', async () => {
    const home = join(outside, 'home/ada')
    await mkdir(join(home, 'repo/l'), { recursive: true })
    await writeFile(join(home, 'repo/l/en.json'), '{}')
    for (const at of ['/', home, join(outside, 'home'), homedir()]) {
      const error = await refusal(open(at, at === homedir() ? homedir() : home).read('l/en.json'))
      expect(error).toMatchObject({ code: 'invalid_input', fix: expect.stringContaining('--root DIR') })
      expect(await refusal(open(at, at === homedir() ? homedir() : home).write('l/de.json', '{}'))).toBeInstanceOf(
        AppError,
      )
    }
    expect(await open(join(home, 'repo'), home).read('l/en.json')).toBe('{}')
  })

  it('is reported when it was deleted', async () => {
    const gone = open(join(outside, 'gone'))
    expect(await refusal(gone.read('l/en.json'))).toMatchObject({ code: 'not_found' })
  })

  it('may be a symbolic link itself', async () => {
    await symlink(folder, join(outside, 'link'))
    const linked = open(join(outside, 'link'))
    expect(await linked.read('locales/en.json')).toBe('{"a":"A"}')
    await linked.write('locales/de.json', '{}')
    expect(await readFile(join(folder, 'locales/de.json'), 'utf8')).toBe('{}')
  })
})
