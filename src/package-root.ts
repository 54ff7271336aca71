import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the program: the sources, or the bundle, which has all modules at its top. */
export const PROGRAM_FOLDER = dirname(fileURLToPath(import.meta.url))

/** Whether this is a bundle, not the sources. */
export const IS_BUNDLED = !import.meta.url.endsWith('.ts')

/** The folder of package.json. */
export const PACKAGE_ROOT = resolve(PROGRAM_FOLDER, '..')

const manifest = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { readonly version: string }

export const VERSION = manifest.version

/**
 * The name under which a registry has this package; undefined until it has one. Set it when the package is published, and run `npm run generate`: commands for
 * other programs, documents, the action and server.json follow it.
 */
export const PUBLISHED_NAME = undefined as string | undefined

/** Whether this is a checkout of the repository, not an installed package. */
export const IS_CHECKOUT = existsSync(join(PACKAGE_ROOT, 'tsconfig.json'))
