import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compile } from './compile.mjs'

// `node scripts/bench.mjs NAME [OPTION]...` runs a benchmark compiled, as users run the service. The loader that runs TypeScript takes
// processor time for each request, and memory.
const [name] = process.argv.splice(2, 1)
const folder = compile('tsconfig.bench.json', 'src')
// Pages read their messages from the package.
cpSync('locales', join(folder, 'locales'), { recursive: true })
await import(pathToFileURL(join(folder, 'bench', `${name}.js`)).href)
