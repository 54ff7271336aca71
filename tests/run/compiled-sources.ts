import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { build, version } from 'esbuild'
import type { Vite } from 'vitest/node'

/*
 * Tests load src/ as JavaScript, which Node.js itself imports: compiling all of it at once takes 4 seconds, one file after the other on request takes a
 * minute, and what Node.js imported itself runs a seventh faster. What did not change since the last run is not compiled again.
 */

const SOURCES = resolve('src')
/** Beside src/ and dist/, because modules find the files of the package from their own place. */
const COMPILED = resolve('.built-sources')
const IS_SOURCE = /\.tsx?$/
/** Keeps the ending of `import.meta.url`, by which a module knows that it is no part of the bundle. */
const AS_SOURCE = '?.ts'
/** What the compiler, and the few files that are JavaScript, write of an import of another file. */
const IMPORTED = /(?<=^(?:import|export|\}) ?(?:.* from )?["']|\bimport\(["'])(\.{1,2}\/[^"'\n]*)\.tsx?(?=["'])/gm

const SETTINGS = {
  format: 'esm',
  platform: 'node',
  target: 'node20',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  sourcemap: 'external',
  sourcesContent: false,
} as const

/** Compiles the files of src/ that have another time than what was compiled of them, also an earlier one, and removes what no file belongs to. */
export async function compileSources(): Promise<void> {
  const key = JSON.stringify([version, SETTINGS, AS_SOURCE, IMPORTED.source])
  if (readText('key') !== key) rmSync(COMPILED, { recursive: true, force: true })
  const sources = listFiles(SOURCES)
  const compiled = new Map(listFiles(COMPILED).map(path => [path, secondsOf(join(COMPILED, path))]))
  const times = new Map(sources.map(path => [path, secondsOf(join(SOURCES, path))]))
  const stale = sources.filter(path => times.get(path) !== compiled.get(toCompiled(path)))
  const { outputFiles } = await build({
    ...SETTINGS,
    entryPoints: stale.filter(path => IS_SOURCE.test(path)).map(path => join(SOURCES, path)),
    outdir: COMPILED,
    outbase: SOURCES,
    write: false,
    logLevel: 'warning',
  })
  for (const { path, text } of outputFiles) write(path, /\.m?js$/.test(path) ? importCompiled(text) : text)
  for (const path of stale.filter(one => !IS_SOURCE.test(one))) {
    const content = readFileSync(join(SOURCES, path))
    write(join(COMPILED, path), path.endsWith('.mjs') ? importCompiled(content.toString()) : content)
  }
  // Last, so that a compilation that was stopped is not taken for whole.
  for (const path of stale) {
    const seconds = times.get(path) ?? 0
    utimesSync(join(COMPILED, toCompiled(path)), seconds, seconds)
  }
  const wanted = new Set(sources.flatMap(path => [toCompiled(path), `${toCompiled(path)}.map`]))
  for (const path of compiled.keys()) if (!wanted.has(path)) rmSync(join(COMPILED, path))
  write(join(COMPILED, 'key'), key)
}

/** Lets tests import the compiled file of each source. */
export const COMPILED_SOURCES: Vite.Plugin = {
  name: 'compiled-sources',
  enforce: 'pre',
  config: () => ({ test: { server: { deps: { external: [/\/\.built-sources\//] } } } }),
  resolveId(source, importer) {
    if (!source.startsWith('.') || importer === undefined || importer.startsWith(`${SOURCES}/`)) return undefined
    const path = relative(SOURCES, resolve(dirname(importer), source))
    if (path.startsWith('..') || !IS_SOURCE.test(path)) return undefined
    return join(COMPILED, toCompiled(path)) + AS_SOURCE
  },
}

/** The place in src/ of a place in a compiled file; undefined for other files. Lines and columns begin with 1. */
export function findSource(file: string, line: number, column: number) {
  const path = relative(COMPILED, file.replace(/^file:\/\//, '').replace(AS_SOURCE, ''))
  if (path.startsWith('..')) return undefined
  const map = readText(`${path}.map`)
  if (map === undefined) return undefined
  const found = new SourceMap(JSON.parse(map) as SourceMapPayload).findEntry(line - 1, column - 1)
  if (!('originalSource' in found)) return undefined
  return {
    file: resolve(dirname(file), found.originalSource),
    line: found.originalLine + 1,
    column: found.originalColumn + 1,
  }
}

const importCompiled = (code: string): string => code.replace(IMPORTED, `$1.js${AS_SOURCE}`)

const toCompiled = (path: string): string => path.replace(IS_SOURCE, '.js')

/** When a file changed, as seconds that a disk can keep of another one. */
const secondsOf = (path: string): number => Math.round(statSync(path).mtimeMs) / 1000

function listFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .filter(path => path !== 'key')
}

function readText(path: string): string | undefined {
  const file = join(COMPILED, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Another run that reads the file finds the old or the new one. */
function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  const beside = `${path}.${process.pid}`
  writeFileSync(beside, content)
  renameSync(beside, path)
}
