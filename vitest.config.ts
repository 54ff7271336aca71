import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: 'tests/build.ts',
    pool: 'forks',
    // Most of the time would go into loading the same modules for every file.
    isolate: false,
    // What is waited for comes late on a machine that has other work.
    expect: { poll: { timeout: 10_000 } },
    // Some start a handful of processes.
    testTimeout: process.env['DRAGOMAN_NIGHTLY'] === undefined ? 120_000 : 900_000,
    hookTimeout: 60_000,
  },
})
