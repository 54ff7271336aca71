import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build, type Metafile } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from './harness/folder.ts'
import { demand } from './run/demand.ts'

const ROOT = resolve(import.meta.dirname, '..')
const BUILT = await demand('program')

/** Every file of the package matches one of these. */
const PUBLISHED = [
  /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|mcp\.json)$/,
  /^dist\/[\w.-]+\.js$/,
  /^dist\/(?:default-tools\.json|THIRD-PARTY-LICENSES\.txt)$/,
  /^dist\/web\/assets\/(?:project\/)?[\w-]+\.(?:css|js|svg)$/,
  /^docs\/(?:decisions\/)?[\w-]+\.md$/,
  /^docs\/openapi\.json$/,
  /^locales\/[\w-]+\.(?:json|csv)$/,
  // `dragoman connect --skill` copies these.
  /^skills\/dragoman\/(?:SKILL|references\/[\w-]+)\.md$/,
  // Secrets of a checkout are beside them, in dragoman.env.
  /^deploy\/(?:[\w-]+\.(?:service|timer|conf)|dragoman\.env\.example|healthcheck\.mjs)$/,
  /^deploy\/(?:grafana\/dragoman\.json|prometheus\/alerts\.yaml)$/,
]

/** What the package must have, beside what the program imports. */
const NEEDED = [
  'LICENSE',
  'README.md',
  'dist/THIRD-PARTY-LICENSES.txt',
  'dist/default-tools.json',
  'dist/main.js',
  'dist/markdown-libraries.js',
  'dist/thread.js',
  'dist/web/assets/style.css',
  'docs/openapi.json',
  'locales/ar.json',
  'locales/de.json',
  'locales/en.json',
  'locales/es.json',
  'locales/ja.json',
  'skills/dragoman/SKILL.md',
]

const MAX_FILES = 400
const MAX_BYTES = 20_000_000
/** Characters of code. The parser has about half of it; a library of schemas alone would be too much. */
const MAX_HELP = 350_000
/** Finding and opening a file takes a third of a millisecond. */
const MAX_START = 20

interface Packed {
  readonly files: readonly { readonly path: string }[]
  readonly unpackedSize: number
}

/** Lists what npm packs from a copy of this checkout that has been built, and that has files of its own. */
async function pack(own: readonly string[]): Promise<Packed> {
  const folder = await temporaryFolder()
  const skipped = /^(?:node_modules|\.git|dist|data|coverage|\.built-.*)$/
  const top = (await readdir(ROOT)).filter(name => !skipped.test(name))
  // Files that npm skips anyway, and that take long to copy.
  const isBig = (path: string): boolean => /^(?:tests|bench|docs\/screenshots)\/./.test(relative(ROOT, path))
  for (const name of top)
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter: path => !isBig(path) })
  const isState = (path: string): boolean => basename(path).startsWith('state-')
  await cp(BUILT, join(folder, 'dist'), { recursive: true, filter: path => !isState(path) })
  for (const path of own) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), 'x')
  }
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: folder,
  })
  const [packed] = JSON.parse(stdout) as Packed[]
  if (packed === undefined) throw new Error('npm packed nothing')
  return packed
}

/** The modules of the program, as the bundler reads them again. */
let modules: Metafile['inputs'] = {}
beforeAll(async () => {
  const entryPoints = (await readdir(BUILT)).filter(name => name.endsWith('.js')).map(name => join(BUILT, name))
  const read = await build({
    entryPoints,
    bundle: true,
    // Without it each entry point would get a copy of all that it imports.
    splitting: true,
    write: false,
    outdir: 'read',
    format: 'esm',
    platform: 'node',
    metafile: true,
  })
  modules = read.metafile.inputs
})

/** The modules that a process loads from the start of those that match, each with its size in bytes. */
function loadedFrom(start: RegExp): ReadonlyMap<string, number> {
  const loaded = new Map<string, number>()
  const load = (path: string): void => {
    const found = modules[path]
    if (found === undefined || loaded.has(path)) return
    loaded.set(path, found.bytes)
    for (const next of found.imports) if (next.kind !== 'dynamic-import') load(next.path)
  }
  for (const path of Object.keys(modules)) if (start.test(path)) load(path)
  return loaded
}

describe('the package', () => {
  it('contains the program and its documents, and nothing else', async () => {
    const secrets = [
      '.env',
      'data/store.json',
      'deploy/dragoman.env',
      'tests/a.test.ts',
      'bench/a.ts',
      'docs/screenshots/a.png',
      'npm-debug.log',
    ]
    const { files, unpackedSize } = await pack(secrets)
    const paths = files.map(({ path }) => path)
    expect(paths.filter(path => !PUBLISHED.some(pattern => pattern.test(path)))).toEqual([])
    expect(NEEDED.filter(path => !paths.includes(path))).toEqual([])
    expect(paths.length).toBeLessThan(MAX_FILES)
    expect(unpackedSize).toBeLessThan(MAX_BYTES)
  })

  it('needs no other package', async () => {
    const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Readonly<Record<string, object>>
    expect(Object.keys(manifest)).not.toContain('dependencies')
    const { builtinModules } = await import('node:module')
    const imported = Object.values(modules).flatMap(({ imports }) => imports)
    const outside = imported.filter(({ external }) => external === true).map(({ path }) => path)
    expect(outside.filter(name => !name.startsWith('node:') && !builtinModules.includes(name))).toEqual([])
    expect(outside).toContain('node:fs')
  })

  it('loads for help little more than the parser of command lines', async () => {
    const loaded = loadedFrom(/\/(?:main|run-command-\w+)\.js$/)
    const sum = [...loaded.values()].reduce((a, b) => a + b)
    expect(sum, [...loaded.keys()].join(' ')).toBeLessThan(MAX_HELP)
    expect(loaded.size).toBeGreaterThan(1)
  })

  it('loads few files until an MCP client has the list of tools', () => {
    const start = /\/(?:main|run-command-\w+|start-machine-\w+|server-\w+|lazy-machine-\w+)\.js$/
    const loaded = [...loadedFrom(start).keys()]
    expect(loaded.filter(path => start.test(path)).length).toBeGreaterThanOrEqual(5)
    expect(loaded.length, loaded.join(' ')).toBeLessThan(MAX_START)
  })

  it('loads the libraries of traces only where a collector is configured', () => {
    const serving = loadedFrom(/\/(?:main|(?:run-command|start-machine|serve-until-signal|open-services)-\w+)\.js$/)
    expect(loadedFrom(/\/open-tracer-\w+\.js$/).size).toBeGreaterThan(0)
    expect([...serving.keys()].filter(path => path.includes('open-tracer'))).toEqual([])
    expect([...serving.keys()].join()).toContain('serve-until-signal')
  })

  it('names the license of each library that it contains', async () => {
    const text = await readFile(join(BUILT, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
    for (const name of [
      '@modelcontextprotocol/server',
      '@simplewebauthn/server',
      'ai',
      'express',
      'lowdb',
      'oauth4webapi',
      'zod',
    ])
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((?:MIT|Apache-2\\.0)\\)$`, 'm'))
    expect(text).not.toContain('undefined')
  })
})

/** Whether a range such as `^20.19.0 || >=22` contains the version. Upper bounds are ignored. */
function isAllowed(range: string, version: readonly [major: number, minor: number]): boolean {
  return range.split('||').some(part => {
    const [, operator = '', major = 0, minor = 0] = /^\s*(\D*)(\d+)(?:\.(\d+))?/.exec(part) ?? []
    const isLater = version[0] > Number(major) || (version[0] === Number(major) && version[1] >= Number(minor))
    return isLater && (operator.startsWith('>') || version[0] === Number(major))
  })
}

it('npm ci warns of no package on the oldest Node.js that the service supports', async () => {
  expect(['>=22.0.0', '^22', '>=20.20', '^18 || ^22'].filter(range => isAllowed(range, [20, 19]))).toEqual([])
  expect(['>= v12.1', '20 || >=22', '^20.19.0', '>=20.19'].filter(range => !isAllowed(range, [20, 19]))).toEqual([])
  const text = await readFile(join(ROOT, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, { engines?: unknown }>> }
  const ranges = Object.entries(packages).flatMap(([path, { engines }]) => {
    const { node } = (engines ?? {}) as { readonly node?: string }
    return node === undefined ? [] : [[path, node] as const]
  })
  const [, own = ''] = ranges.find(([path]) => path === '') ?? []
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(own) ?? []
  expect(ranges.filter(([, range]) => !isAllowed(range, [Number(major), Number(minor)]))).toEqual([])
  expect(ranges.length).toBeGreaterThan(200)
})
