import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The built program of this run. */
    readonly program: string
    /** The built script of its threads. */
    readonly thread: string
    /** The folder of the built `*-process.ts` of tests/store. */
    readonly storeProcesses: string
  }
}

const ROOT = resolve(import.meta.dirname, '..')

/**
 * Builds the program for the tests that start processes; types are checked elsewhere. Its modules and those of its libraries are joined, since a process
 * starts in a quarter of the time that the sources need, and in half of what single modules do. Runs beside each other have a folder each, at the depth
 * of `dist`.
 */
export async function setup({ provide }: TestProject): Promise<void> {
  const folder = mkdtempSync(join(ROOT, '.built-'))
  // A run that is stopped, or whose compiler fails, comes here too.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // One of them runs as a user that owns nothing.
  chmodSync(folder, 0o755)
  const processes = join(folder, 'processes')
  await joinModules(['src/main.ts', 'src/workers/thread.ts'], { outdir: folder, entryNames: '[name]' })
  await joinModules(['tests/store/**/*-process.ts'], { outdir: processes, outbase: 'tests/store' })
  execFileSync(process.execPath, ['scripts/copy-assets.mjs', folder], { cwd: ROOT })
  // What modules find beside themselves.
  cpSync(join(folder, 'web/assets'), folder, { recursive: true })
  provide('program', join(folder, 'main.js'))
  provide('thread', join(folder, 'thread.js'))
  provide('storeProcesses', processes)
}

async function joinModules(entryPoints: string[], where: BuildOptions): Promise<void> {
  const node = { platform: 'node', target: 'node20', format: 'esm' } as const
  await build({
    absWorkingDir: ROOT,
    entryPoints,
    bundle: true,
    splitting: true,
    logLevel: 'warning',
    // Some libraries load modules by names that only their own build can follow.
    mainFields: ['module', 'main'],
    banner: {
      js: "import { createRequire as createJoinedRequire } from 'node:module'; const require = createJoinedRequire(import.meta.url)",
    },
    ...node,
    ...where,
  })
}
