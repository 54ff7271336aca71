import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    pool: 'forks',
    // What is waited for comes late on a machine that has other work.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: process.env['DRAGOMAN_NIGHTLY'] === undefined ? 30_000 : 900_000,
  },
})
