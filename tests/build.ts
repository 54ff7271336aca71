import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundle, bundleProgram, createBuildFolder } from '../scripts/bundle.mjs'

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

/**
 * Builds the program for the tests that start processes, as it is published. Runs beside each other have a folder each. A run that is stopped, or whose
 * compiler fails, removes it too.
 */
export async function setup({ provide }: TestProject): Promise<void> {
  const [folder, processes] = [createBuildFolder(), createBuildFolder()]
  // One process runs as a user that owns nothing.
  for (const one of [folder, processes]) chmodSync(one, 0o755)
  await bundleProgram(folder)
  await bundle(['tests/store/**/*-process.ts'], processes, { outbase: 'tests/store' })
  provide('program', join(folder, 'main.js'))
  provide('thread', join(folder, 'thread.js'))
  provide('storeProcesses', processes)
}
