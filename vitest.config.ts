import { builtinModules } from 'node:module'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import type { Vite } from 'vitest/node'
import { COMPILED_SOURCES, findSource } from './tests/run/compiled-sources.ts'
import { LongestFirst } from './tests/run/longest-first.ts'
import { isMeasuring } from './tests/run/times.ts'
import { isNightly } from './tests/runs.ts'

/**
 * The settings that name a compiled module in the cache have the built-in modules of the Node.js that runs; those that every Node.js lists are enough, and
 * another one finds what the first one compiled.
 */
const SAME_ON_EACH_NODE: Vite.Plugin = {
  name: 'same-on-each-node',
  configResolved({ environments }) {
    const names = builtinModules.filter(name => !name.startsWith('node:'))
    for (const { resolve } of Object.values(environments))
      resolve.external = names.flatMap(name => [name, `node:${name}`])
  },
}

/**
 * Tests call most functions too seldom to pay for optimized code: V8 starts to compile it several times later than it would, which saves up to a tenth. The V8 of
 * each Node.js has other options for that.
 */
const LESS_OPTIMIZING: Readonly<Record<string, string[]>> = {
  v20: ['--interrupt-budget=600000'],
  v24: ['--invocation-count-for-maglev=2000', '--invocation-count-for-turbofan=30000'],
}

/** Only a single run: while files are watched, tests shall run again after a change of src/. */
const isSingleRun = process.argv.includes('run')

export default defineConfig({
  plugins: [SAME_ON_EACH_NODE, ...(isSingleRun ? [COMPILED_SOURCES] : [])],
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/run/setup.ts'],
    ...(isMeasuring && { runner: 'tests/run/measuring-runner.ts' }),
    pool: 'forks',
    // Tests wait for browsers, processes and disks for a third of their time.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    execArgv: LESS_OPTIMIZING[process.version.split('.')[0] ?? ''] ?? [],
    // Most of the time would go into loading the same modules for every file.
    isolate: false,
    // A second run, also on another Node.js, finds the tests compiled.
    experimental: { fsModuleCache: true },
    onStackTrace: (_, frame) => void Object.assign(frame, findSource(frame.file, frame.line, frame.column)),
    // What is waited for comes late on a machine that has other work.
    expect: { poll: { timeout: 60_000 } },
    // They end what hangs, ten times later than the slowest takes on a quiet machine: a test has no limit of its own.
    testTimeout: isNightly ? 7_200_000 : 900_000,
    hookTimeout: 900_000,
  },
})
