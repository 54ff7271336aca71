import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The built program of this run: it starts in half the time that the sources need. */
    readonly program: string
    /** The folder of the built `*-process.ts` of tests/store, which start in a third of the time. */
    readonly storeProcesses: string
  }
}

const ROOT = resolve(import.meta.dirname, '..')

/** Builds the program for the tests that start processes; types are checked elsewhere. Runs beside each other have a folder each, at the depth of `dist`. */
export function setup({ provide }: TestProject): void {
  const folder = mkdtempSync(join(ROOT, '.built-'))
  // A run that is stopped, or whose compiler fails, comes here too.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // One of them runs as a user that owns nothing.
  chmodSync(folder, 0o755)
  const processes = join(folder, 'processes')
  compile('tsconfig.build.json', folder)
  compile('tests/store/tsconfig.processes.json', processes)
  execFileSync(process.execPath, ['scripts/copy-assets.mjs', folder], { cwd: ROOT })
  provide('program', join(folder, 'main.js'))
  provide('storeProcesses', join(processes, 'tests/store'))
}

function compile(project: string, outDir: string): void {
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  execFileSync(compiler, ['-p', project, '--noCheck', '--outDir', outDir], { cwd: ROOT })
}
