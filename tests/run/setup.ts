import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundle, bundleProgram, createBuildFolder, PROGRAM } from '../../scripts/bundle.mjs'
import { type Cluster, createCluster } from '../postgres/cluster.ts'
import { compileSources } from './compiled-sources.ts'
import { type Make, serveOnDemand } from './on-demand.ts'
import { createRunFolder, type RunFolder } from './run-folder.ts'
import { reportTimes } from './times.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `demand` asks. */
    readonly onDemand: string
    /** The built script of the threads of a service. */
    readonly thread: string
  }
}

let cluster: Cluster | undefined

/** What tests of several files share. */
export const THINGS = ({ add }: RunFolder) =>
  ({
    /** The folder of the built program, as it is published. */
    program: async () => {
      const folder = createOpenFolder(add)
      await bundleProgram(folder)
      return folder
    },
    /** The folder of the built `*-process.ts` of tests/store. */
    'store-processes': async () => {
      const folder = createOpenFolder(add)
      await bundle(['tests/store/**/*-process.ts'], folder, { outbase: 'tests/store' })
      return folder
    },
    /** The URL of a PostgreSQL and its superuser. */
    postgres: async () => {
      cluster = await createCluster()
      return cluster.url
    },
  }) satisfies Record<string, Make>

/** Prepares a run, and leaves nothing of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = createRunFolder()
  const threads = createOpenFolder(folder.add)
  const { thread, 'markdown-libraries': libraries } = PROGRAM
  const [onDemand] = await Promise.all([
    serveOnDemand(THINGS(folder)),
    compileSources(),
    bundle({ thread, 'markdown-libraries': libraries }, threads),
  ])
  project.provide('onDemand', onDemand.url)
  project.provide('thread', join(threads, 'thread.js'))
  return async () => {
    reportTimes(project.vitest.state.getTestModules())
    await onDemand.close()
    await cluster?.remove()
    await folder.remove()
  }
}

/** In the checkout, like `dist`. One process of the tests runs as a user that owns nothing. */
function createOpenFolder(add: RunFolder['add']): string {
  const folder = createBuildFolder()
  add(folder)
  chmodSync(folder, 0o755)
  return folder
}
