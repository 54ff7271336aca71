import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    pool: 'forks',
    testTimeout: process.env['DRAGOMAN_NIGHTLY'] === undefined ? 30_000 : 900_000,
  },
})
