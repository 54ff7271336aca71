import { writeFileSync } from 'node:fs'
import { bundle, PROGRAM } from './bundle.mjs'

const m = await bundle({...PROGRAM, lt: "src/http/mcp/list-tools.ts"}, '.built-full')
writeFileSync('/tmp/meta.json', JSON.stringify(m))
