import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openApiDocument } from '../src/http/rest/openapi.ts'
import { VERSION } from '../src/package-root.ts'
import { checksPage } from './generate/checks-page.ts'
import { connectTable } from './generate/clients.ts'
import { configurationPage } from './generate/configuration.ts'
import { exitCodesTable } from './generate/exit-codes.ts'
import { formatsPage } from './generate/formats-page.ts'
import { overLimits } from './generate/limits.ts'
import { fillMarkers } from './generate/markdown.ts'
import { MCP_JSON } from './generate/mcp-json.ts'
import { metricsTable } from './generate/metrics.ts'
import { describePackage, fillPackage } from './generate/package-source.ts'
import { scopesPage } from './generate/scopes-page.ts'
import { SERVER_JSON } from './generate/server-json.ts'
import { storedRecords } from './generate/stored-records.ts'
import { toolsPage } from './generate/tools-page.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** Every file that is made from the code; run with --check it writes nothing and fails when one is out of date. */
const generated: Readonly<Record<string, string>> = {
  'docs/openapi.json': `${JSON.stringify(openApiDocument({ version: VERSION, baseUrl: 'http://localhost:4050' }), null, 2)}\n`,
  'docs/tools.md': toolsPage(),
  'docs/checks.md': checksPage(),
  'docs/formats.md': formatsPage(),
  'docs/scopes.md': scopesPage(),
  'docs/configuration.md': configurationPage(),
  'mcp.json': MCP_JSON,
  'server.json': SERVER_JSON,
  'docs/ci.md': fillMarkers(fillPackage(readText('docs/ci.md')), 'package', describePackage()),
  'action/action.yml': fillPackage(readText('action/action.yml')),
  'docs/clients.md': fillMarkers(readText('docs/clients.md'), 'connect', connectTable()),
  'docs/command-line.md': fillMarkers(readText('docs/command-line.md'), 'exit-codes', exitCodesTable()),
  'docs/stored-records.md': fillMarkers(readText('docs/stored-records.md'), 'records', storedRecords()),
  'docs/monitoring.md': fillMarkers(readText('docs/monitoring.md'), 'metrics', metricsTable()),
}

const stale = Object.entries(generated).filter(([path, text]) => readText(path) !== text)
const faults = [...overLimits()]
if (process.argv.includes('--check')) {
  faults.push(...stale.map(([path]) => `${path} is out of date: run npm run generate and commit it.`))
} else {
  for (const [path, text] of stale) {
    writeFileSync(join(ROOT, path), text)
    console.log(`wrote ${path}`)
  }
}
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0

function readText(path: string): string {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : ''
}
