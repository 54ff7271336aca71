import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads a file of a folder of `fixtures/`. */
export const fixturesOf =
  (folder: string) =>
  (name: string): string =>
    readFileSync(join(import.meta.dirname, 'fixtures', folder, name), 'utf8')
