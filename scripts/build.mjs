import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { compile } from './compile.mjs'

const DIST = resolve('dist')

const filesIn = folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))

// A server that runs from dist loads modules later too: each file is replaced as a whole, and none is missing in between.
try {
  const built = compile('tsconfig.build.json')
  const files = filesIn(built)
  for (const file of files) {
    mkdirSync(dirname(join(DIST, file)), { recursive: true })
    renameSync(join(built, file), join(DIST, file))
  }
  const current = new Set(files)
  for (const file of filesIn(DIST)) if (!current.has(file)) rmSync(join(DIST, file), { force: true })
} catch (error) {
  console.error(`Cannot write the compiled program to ${DIST}: ${error.message}`)
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) {
    console.error(
      'Run `npm run build` as a user who can write there, then start the server with `node dist/main.js serve`.',
    )
  }
  process.exitCode = 1
}
