import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, with their seconds. `npm run test:times` writes it. */
export const LONG_FILES = join(import.meta.dirname, 'long-files.json')

/** Begins with the files that take longest, so that no worker is left alone with one of them at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = JSON.parse(readFileSync(LONG_FILES, 'utf8')) as Readonly<Record<string, number>>
    const long = ({ moduleId }: TestSpecification): number => seconds[relative(this.ctx.config.root, moduleId)] ?? 0
    return (await super.sort(files)).toSorted((one, other) => long(other) - long(one))
  }
}
