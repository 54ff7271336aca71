import { fork } from 'node:child_process'
import { constants } from 'node:fs'
import { mkdir, readdir, readFile, realpath, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { FolderHandle } from '../../src/cli/files/folder-handle.ts'
import { openRoot } from '../../src/cli/files/root.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { isNightly } from '../runs.ts'

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL

let base: string
let repo: string
let outside: string

beforeEach(async () => {
  base = await realpath(await temporaryFolder())
  repo = join(base, 'repo')
  outside = join(base, 'outside')
  await mkdir(join(repo, 'locales'), { recursive: true })
  await mkdir(outside)
  await writeFile(join(outside, 'en.json'), '{"s":"SECRET"}')
  await writeFile(join(repo, 'locales/en.json'), '{"a":"A"}')
})

/** Replaces a folder by a link to elsewhere. */
async function swap(): Promise<void> {
  await rename(join(repo, 'locales'), join(repo, 'moved'))
  await symlink(outside, join(repo, 'locales'))
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: NodeJS.ErrnoException) => error.code,
  )

describe.each([false, true])('a folder that is held open, by path alone: %s', byPath => {
  let root: FolderHandle
  let held: FolderHandle
  beforeEach(async () => {
    root = await FolderHandle.open(repo, { byPath })
    held = await root.openFolder('locales')
    return async () => {
      await held.close()
      await root.close()
    }
  })

  it('reads, writes, renames, creates and removes its content', async () => {
    const file = await held.openFile('de.part', CREATE, 0o600)
    await file.writeFile('{}')
    await file.close()
    await held.rename('de.part', 'de.json')
    await held.createFolder('deep')
    await held.createFolder('deep')
    expect((await readdir(join(repo, 'locales'))).sort()).toEqual(['de.json', 'deep', 'en.json'])
    await held.remove('de.json')
    expect([await held.lstat('de.json'), (await held.lstat('en.json'))?.isFile()]).toEqual([undefined, true])
  })

  it('never leads elsewhere when a link replaces it', async () => {
    await swap()
    const reading = await held.openFile('en.json', constants.O_RDONLY).catch(() => undefined)
    expect(await reading?.readFile('utf8')).not.toBe('{"s":"SECRET"}')
    await reading?.close()
    const writing = await held.openFile('de.json', CREATE).catch(() => undefined)
    await writing?.writeFile('{}')
    await writing?.close()
    await codeOf(held.createFolder('new'))
    await codeOf(held.remove('en.json'))
    expect(await readdir(outside)).toEqual(['en.json'])
    expect(await codeOf(root.openFolder('locales'))).toMatch(/ENOTDIR|ELOOP/)
  })

  it('follows no link in it', async () => {
    await symlink(join(outside, 'en.json'), join(repo, 'locales/link.json'))
    expect(await codeOf(held.openFile('link.json', constants.O_RDONLY))).toBe('ELOOP')
    expect(await codeOf(held.openFile('link.json', CREATE))).toMatch(/EEXIST|ELOOP/)
  })
})

/** Swaps `locales` for a link to the other folder and back until its parent is gone. */
const SWAPPER = `
const { renameSync, symlinkSync } = require('node:fs')
const [repo, base] = process.argv.slice(1)
const move = (from, to) => { for (let n = 0; n < 1000; n++) try { return renameSync(from, to) } catch { try { renameSync(to, base + '/trash' + process.hrtime.bigint()) } catch {} } }
symlinkSync(base + '/outside', base + '/link')
process.send('ready')
const pause = most => { const end = process.hrtime.bigint() + BigInt(Math.floor(Math.random() * most)); while (process.hrtime.bigint() < end); }
const turn = () => {
  for (let n = 0; n < 50; n++) {
    move(repo + '/locales', base + '/real'); move(base + '/link', repo + '/locales'); pause(4e5)
    move(repo + '/locales', base + '/link'); move(base + '/real', repo + '/locales'); pause(8e5)
  }
  setImmediate(turn)
}
turn()
`

describe.runIf(process.platform === 'linux')('while another process replaces a folder by a link', () => {
  it('nothing is read or written at the target of the link', async () => {
    await writeFile(join(base, 'swapper.cjs'), SWAPPER.replace('slice(1)', 'slice(2)'))
    const swapper = fork(join(base, 'swapper.cjs'), [repo, base], { execArgv: [] })
    try {
      await new Promise(resolve => swapper.once('message', resolve))
      let ids = 0
      const root = openRoot({ folder: repo, home: '/nowhere', newId: () => `id${ids++}` })
      const attempts = isNightly ? 600 : 200
      const outcomes = new Set<string>()
      for (let n = 0; n < attempts; n += 1) {
        outcomes.add(
          await root.write(`locales/n${n}.json`, '{"a":"A"}').then(
            () => 'written',
            () => 'refused',
          ),
        )
        const text = await root.read('locales/en.json').catch(() => '')
        expect(text).not.toContain('SECRET')
      }
      expect(await readdir(outside)).toEqual(['en.json'])
      expect(outcomes).toContain('written')
      expect(await readFile(join(outside, 'en.json'), 'utf8')).toContain('SECRET')
    } finally {
      swapper.kill('SIGKILL')
      await new Promise(resolve => swapper.once('exit', resolve))
    }
  })
})
