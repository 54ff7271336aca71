import { builtinModules } from 'node:module'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification, type Vite } from 'vitest/node'

/** The files that take longest begin first, so that no worker is left alone with one of them at the end. */
const FIRST = [
  'tests/web/look.test.ts',
  'tests/cli/handover.test.ts',
  'tests/loop/loop.test.ts',
  'tests/web/strings/editor-browser.test.ts',
  'tests/l10n/hostile-texts.test.ts',
  'tests/store/kill.test.ts',
  'tests/store/archive.test.ts',
  'tests/web/flow.test.ts',
  'tests/cli/life-cycle.test.ts',
  'tests/story/review-walk.test.ts',
  'tests/policy/matrix.test.ts',
  'tests/web/review/walk.test.ts',
  'tests/cli/stdio.test.ts',
  'tests/cli/file-transfer.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = FIRST.findIndex(path => moduleId.endsWith(path))
      return at === -1 ? FIRST.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

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

export default defineConfig({
  plugins: [SAME_ON_EACH_NODE],
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/build.ts', 'tests/postgres/on-demand.ts'],
    pool: 'forks',
    // Tests wait for browsers, processes and disks for a third of their time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Tests call most functions too seldom to pay for optimized code: V8 starts to compile it several times later than it would, which saves a tenth.
    // The V8 of later versions has no such option.
    execArgv: process.version.startsWith('v20.') ? ['--interrupt-budget=600000'] : [],
    // Most of the time would go into loading the same modules for every file.
    isolate: false,
    // A second run, also on another Node.js, finds them compiled.
    experimental: { fsModuleCache: true },
    // What is waited for comes late on a machine that has other work.
    expect: { poll: { timeout: 10_000 } },
    // Some start a handful of processes.
    testTimeout: process.env['DRAGOMAN_NIGHTLY'] === undefined ? 120_000 : 900_000,
    hookTimeout: 60_000,
  },
})
