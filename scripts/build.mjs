import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { bundleProgram, createBuildFolder } from './bundle.mjs'

const DIST = resolve('dist')
/** How long files of earlier builds stay for servers that started from them; `--clean` deletes them. */
const KEPT_MS = process.argv.includes('--clean') ? 0 : 24 * 60 * 60 * 1000

const filesIn = folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))

// A server that runs from dist loads modules later too: each file is replaced as a whole, and none is missing in between.
try {
  const built = createBuildFolder()
  await bundleProgram(built)
  const files = filesIn(built)
  for (const file of files) {
    mkdirSync(dirname(join(DIST, file)), { recursive: true })
    renameSync(join(built, file), join(DIST, file))
  }
  const current = new Set(files)
  const old = filesIn(DIST).filter(file => !current.has(file))
  for (const file of old)
    if (Date.now() - statSync(join(DIST, file)).mtimeMs >= KEPT_MS) rmSync(join(DIST, file), { force: true })
} catch (error) {
  console.error(describe(error))
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) {
    console.error(
      'Run `npm run build` as a user who can write there, then start the server with `node dist/main.js serve`.',
    )
  }
  process.exitCode = 1
}

/** The bundler has printed its errors. */
function describe(error) {
  return 'errors' in error ? 'The sources were not compiled.' : `Cannot write the program to ${DIST}: ${error.message}`
}
