import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the program: the sources, or the bundle, which has all modules at its top. */
export const PROGRAM_FOLDER = dirname(fileURLToPath(import.meta.url))

/** The folder of package.json. */
export const PACKAGE_ROOT = resolve(PROGRAM_FOLDER, '..')

/** Whether this is a checkout of the repository, not an installed package. */
export const IS_CHECKOUT = existsSync(join(PACKAGE_ROOT, 'tsconfig.json'))
