import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, realpath, symlink, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { withFolder } from './harness/folder.ts'
import { bareEnvironment } from './harness/process.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** A checkout with the scripts and settings of this one, and with its own sources. */
async function withCheckout(
  sources: Readonly<Record<string, string>>,
  body: (checkout: string) => Promise<void>,
): Promise<void> {
  await withFolder(async checkout => {
    for (const folder of ['workers', 'l10n/formats/markdown', 'http/mcp', 'web/assets'])
      await mkdir(join(checkout, 'src', folder), { recursive: true })
    for (const name of ['package.json', 'tsconfig.json', 'scripts'])
      await cp(join(ROOT, name), join(checkout, name), { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
    const entries = {
      'workers/thread.ts': '',
      'l10n/formats/markdown/libraries.mjs': '',
      'http/mcp/list-tools.ts': 'export const listTools = () => []',
    }
    for (const [path, text] of Object.entries({ ...entries, ...sources }))
      await writeFile(join(checkout, 'src', path), text)
    await body(checkout)
  })
}

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const npmStart = (checkout: string): Promise<Ended> =>
  new Promise(done => {
    execFile('npm', ['--silent', 'start'], { cwd: checkout, env: bareEnvironment() }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })

const MAIN = 'process.stdout.write([import.meta.url, ...process.argv.slice(2)].join())'

it('npm start bundles and runs the current sources', async () => {
  const late = "export const late: string = 'first'"
  const main = `import type {} from 'node:fs'\nconst { late } = await import('./late.ts')\nprocess.stdout.write([late, import.meta.url, ...process.argv.slice(2)].join())`
  await withCheckout({ 'main.ts': main, 'late.ts': late, 'web/assets/style.css': 'a {}' }, async at => {
    const dist = join(await realpath(at), 'dist')
    const { href: url } = pathToFileURL(join(dist, 'main.js'))
    const list = async (): Promise<string[]> =>
      (await readdir(dist, { recursive: true })).map(name => name.replace(/-[A-Z0-9]{8}\.js$/, '-HASH.js')).toSorted()
    expect(await npmStart(at)).toEqual({ code: 0, stdout: `first,${url},serve`, stderr: '' })
    expect(await list()).toEqual([
      'THIRD-PARTY-LICENSES.txt',
      'default-tools.json',
      'late-HASH.js',
      'list-tools.js',
      'main.js',
      'markdown-libraries.js',
      'thread.js',
      'web',
      'web/assets',
      'web/assets/style.css',
    ])
    const [old = ''] = (await readdir(dist)).filter(name => name.startsWith('late-'))
    await writeFile(join(at, 'src/late.ts'), late.replace('first', 'second'))
    expect(await npmStart(at)).toEqual({ code: 0, stdout: `second,${url},serve`, stderr: '' })
    // A server of the first build can still load its module.
    expect((await list()).filter(name => name.startsWith('late-'))).toHaveLength(2)
    await utimes(join(dist, old), new Date(0), new Date(0))
    await npmStart(at)
    expect((await list()).filter(name => name.startsWith('late-'))).toHaveLength(1)
    expect((await readdir(at)).filter(name => name.startsWith('.built-'))).toEqual([])
  })
})

it('npm start stops at a compile error, and keeps the compiled program', async () => {
  await withCheckout({ 'main.ts': MAIN }, async at => {
    await npmStart(at)
    const before = await readFile(join(at, 'dist/main.js'), 'utf8')
    await writeFile(join(at, 'src/main.ts'), `${MAIN}\nconst = 1`)
    const { code, stdout, stderr } = await npmStart(at)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/src\/main\.ts:2:6:[^]*The sources were not compiled\.\n$/)
    expect(await readFile(join(at, 'dist/main.js'), 'utf8')).toBe(before)
    expect((await readdir(at)).filter(name => name.startsWith('.built-'))).toEqual([])
  })
})
