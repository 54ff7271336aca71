import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { joinModules } from './join-modules.mjs'
import { writeLicenses } from './licenses.mjs'

/** What Node.js starts or loads by its own name: the program, its threads, and libraries that it loads without waiting. */
export const PROGRAM = {
  main: 'src/main.ts',
  thread: 'src/workers/thread.ts',
  'markdown-libraries': 'src/l10n/formats/markdown/libraries.mjs',
}

/** What lists the tools. */
const TOOL_LIST = { 'list-tools': 'src/http/mcp/list-tools.ts' }

/** Creates a folder in the checkout, at the depth of `dist`. It is removed when this process ends. */
export function createBuildFolder() {
  const folder = mkdtempSync(resolve('.built-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A process starts faster with less to read. Names of functions and lines stay, for stack traces. */
const SMALLER = { minifyWhitespace: true, minifySyntax: true, lineLimit: 160 }

/** Leaves out the messages of the schema library in 50 other languages, half of what it loads: ours are in English, or in locales/. */
const ENGLISH_SCHEMAS = {
  name: 'english-schemas',
  setup(builder) {
    const contents = "export { default as en } from './en.js'"
    builder.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({ contents }))
  },
}

/** Bundles the program with its libraries into a folder, and adds the files that it reads there. */
export async function bundleProgram(folder) {
  const entries = { ...PROGRAM, ...TOOL_LIST }
  const split = await bundle(entries, folder, { write: false })
  const { inputs } = await bundle(entries, folder, { ...SMALLER, plugins: [ENGLISH_SCHEMAS, joinModules(split)] })
  writeToolList(folder)
  copyAssets(folder)
  writeLicenses(inputs, folder)
}

/**
 * Joins modules and their libraries into few files, so that a process loads only what its command needs. Types are checked elsewhere (`npm run check`).
 * Modules find their own folder at the top of `outdir`.
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

/** Writes the tools that a client lists by default (`src/http/mcp/tool-list.ts`). They are loaded in a process of their own. */
function writeToolList(folder) {
  const { href } = pathToFileURL(join(folder, 'list-tools.js'))
  const script = `const { listTools } = await import('${href}'); process.stdout.write(JSON.stringify(listTools(['core'])))`
  writeFileSync(
    join(folder, 'default-tools.json'),
    execFileSync(process.execPath, ['--input-type=module', '-e', script]),
  )
}

/** Copies what pages load. */
export function copyAssets(folder) {
  cpSync('src/web/assets', join(folder, 'web/assets'), { recursive: true, filter: path => !path.endsWith('.ts') })
}
