import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
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
    await mkdir(join(checkout, 'src/web/assets'), { recursive: true })
    for (const name of ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'scripts'])
      await cp(join(ROOT, name), join(checkout, name), { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
    for (const [path, text] of Object.entries(sources)) await writeFile(join(checkout, 'src', path), text)
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

it('npm start compiles and runs the current sources', async () => {
  await withCheckout(
    { 'main.ts': `const port: number = 1\n${MAIN}`, 'old.ts': '', 'web/assets/style.css': 'a {}' },
    async at => {
      const { href: url } = pathToFileURL(join(await realpath(at), 'dist/main.js'))
      expect(await npmStart(at)).toEqual({ code: 0, stdout: `${url},serve`, stderr: '' })
      await rm(join(at, 'src/old.ts'))
      await writeFile(join(at, 'src/main.ts'), `process.stdout.write('changed: ')\n${MAIN}`)
      expect(await npmStart(at)).toEqual({ code: 0, stdout: `changed: ${url},serve`, stderr: '' })
      expect((await readdir(join(at, 'dist'), { recursive: true })).toSorted()).toEqual([
        'main.js',
        'web',
        'web/assets',
        'web/assets/style.css',
      ])
      expect((await readdir(at)).filter(name => name.startsWith('.built-'))).toEqual([])
    },
  )
})

it('npm start stops at a compile error, and keeps the compiled program', async () => {
  await withCheckout({ 'main.ts': MAIN }, async at => {
    await npmStart(at)
    const before = await readFile(join(at, 'dist/main.js'), 'utf8')
    await writeFile(join(at, 'src/main.ts'), `${MAIN}\nconst = 1`)
    const { code, stdout, stderr } = await npmStart(at)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/src\/main\.ts.*error TS[^]*The sources were not compiled\.\n$/)
    expect(await readFile(join(at, 'dist/main.js'), 'utf8')).toBe(before)
    expect((await readdir(at)).filter(name => name.startsWith('.built-'))).toEqual([])
  })
})
