import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

/** What Node.js starts or loads by its own name: the program, its threads, and libraries that it loads without waiting. */
export const PROGRAM = {
  main: 'src/main.ts',
  thread: 'src/workers/thread.ts',
  'markdown-libraries': 'src/l10n/formats/markdown/libraries.mjs',
}

/** Creates a folder in the checkout, at the depth of `dist`. It is removed when this process ends. */
export function createBuildFolder() {
  const folder = mkdtempSync(resolve('.built-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Bundles the program with its libraries into a folder, and adds the files that its pages load. Returns what each file is made of. */
export async function bundleProgram(folder) {
  const { inputs } = await bundle(PROGRAM, folder)
  copyAssets(folder)
  return inputs
}

/**
 * Joins modules and their libraries into few files, so that a process loads only what its command needs. Types are checked elsewhere (`npm run check`).
 * Modules find their own folder at the top of `outdir`. Names of functions stay, for stack traces.
 */
export async function bundle(entryPoints, outdir, options = {}) {
  const { metafile } = await build({
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    metafile: true,
    logLevel: 'warning',
    legalComments: 'none',
    // Some libraries load modules by names that only their own build can follow.
    mainFields: ['module', 'main'],
    // CommonJS libraries load the modules of Node.js with it.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
    },
    ...options,
  })
  return metafile
}

/** Copies what pages load. */
export function copyAssets(folder) {
  cpSync('src/web/assets', join(folder, 'web/assets'), { recursive: true, filter: path => !path.endsWith('.ts') })
}
