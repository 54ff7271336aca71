import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const BASE = ['errors', 'log', 'config', 'text', 'scheduling', 'shell-commands', 'package-root']

/** What each folder (or file) right below src may import of ours; `types:` allows `import type` alone, a path allows only what is below it. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  errors: ['text'],
  text: [],
  scheduling: [],
  log: ['errors'],
  config: ['errors', 'text', 'package-root'],
  'shell-commands': ['config', 'errors', 'package-root'],
  'package-root': [],
  l10n: ['errors', 'text'],
  workers: [...BASE, 'l10n'],
  store: [...BASE, 'l10n'],
  telemetry: [...BASE, 'types:store'],
  events: [...BASE, 'store'],
  auth: [...BASE, 'events', 'store'],
  tools: [...BASE, 'auth', 'events', 'l10n', 'store', 'telemetry', 'workers'],
  outbound: [...BASE],
  engines: [...BASE, 'l10n', 'outbound'],
  operator: [...BASE, 'auth', 'tools', 'types:store'],
  web: [...BASE, 'auth', 'tools', 'operator', 'l10n', 'types:store'],
  http: [...BASE, 'auth', 'telemetry', 'tools', 'web', 'types:store'],
  cli: [...BASE, 'l10n', 'auth', 'tools', 'operator', 'http/mcp', 'types:store'],
  compose: ['*'],
  'open-services': ['*'],
  'move-context': ['*'],
  'system-user': [],
  'start-machine': ['*'],
  'serve-until-signal': ['*'],
  serve: ['*'],
  'run-command': ['*'],
  main: ['run-command'],
}

/** Packages that only one folder may import. */
const ONLY_IN: Readonly<Record<string, RegExp>> = {
  express: /^src\/http\//,
  '@modelcontextprotocol/server': /^src\/(http\/mcp|cli)\//,
  '@hono/node-server': /^src\/http\/mcp\//,
  lowdb: /^src\/store\/embedded\//,
  pino: /^src\/log\.ts$/,
  commander: /^src\/(cli\/|main\.ts$)/,
  'jsonc-parser': /^src\/(l10n\/|cli\/(connect|repository)\/|auth\/oauth\/clients\/document-rules\.ts$)/,
  preact: /^src\/web\//,
  'preact-render-to-string': /^src\/web\//,
  'intl-messageformat': /^src\/web\/i18n\//,
  oauth4webapi: /^src\/(auth|cli)\/sign-in\//,
  'prom-client': /^src\/telemetry\/prometheus\//,
  '@opentelemetry/api': /^src\/telemetry\/tracing\//,
  '@opentelemetry/core': /^src\/telemetry\/tracing\//,
  '@opentelemetry/exporter-trace-otlp-http': /^src\/telemetry\/tracing\//,
  '@opentelemetry/resources': /^src\/telemetry\/tracing\//,
  '@opentelemetry/sdk-trace-base': /^src\/telemetry\/tracing\//,
  ai: /^src\/engines\/llm\//,
  '@ai-sdk/openai': /^src\/engines\/llm\//,
  '@ai-sdk/openai-compatible': /^src\/engines\/llm\//,
  '@ai-sdk/anthropic': /^src\/engines\/llm\//,
}

const files = ['src', 'tests', 'bench', 'scripts', 'docs', 'deploy', '.ci', '.']
  .flatMap(folder => list(folder, folder !== '.'))
  .filter(path => /\.(tsx?|json|md|sh|mjs|css|ya?ml|service|example)$|\/run$|(Docker|Caddy)file$/.test(path))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const code = files.filter(path => /^(src|tests|bench|scripts)\/.*\.tsx?$/.test(path))
const source = code.filter(path => path.startsWith('src/'))
const lines = (path: string) => read(path).split('\n').length - 1

describe('the source tree', () => {
  it('imports in one direction only', () => {
    const wrong = source.flatMap(path => importsOf(path).flatMap(found => fault(path, found)))
    expect(wrong, 'move the code, or pass what it needs as an argument (docs/architecture.md)').toEqual([])
  })

  it('has no cycle of imports, types included', () => {
    const next = new Map(code.map(path => [path, importsOf(path).map(({ to }) => to)]))
    // A file without remaining imports or importers is in no cycle.
    for (let before = Number.POSITIVE_INFINITY; next.size < before; ) {
      before = next.size
      const imported = new Set([...next.values()].flat())
      for (const [path, imports] of next) {
        if (!imported.has(path) || !imports.some(to => next.has(to))) next.delete(path)
      }
    }
    expect([...next.keys()], 'these import each other: move what they share to the lower room').toEqual([])
  })

  it('has folders of at most 20 files', () => {
    const counts = new Map<string, number>()
    for (const path of source) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    expect(
      [...counts].filter(([, count]) => count > 20),
      'split these by topic',
    ).toEqual([])
  })

  it('begins its tests with files that exist', () => {
    const long = Object.keys(JSON.parse(read('tests/run/long-files.json')) as object)
    expect(long.filter(path => !files.includes(path))).toEqual([])
  })

  it('names a store engine only where the store is opened', () => {
    const naming = source.filter(path =>
      importsOf(path).some(({ to }) => /^src\/store\/(embedded|postgres)\//.test(to)),
    )
    expect(
      naming.filter(
        path =>
          !/^src\/(store\/(embedded|postgres)\/|store\/(open|closed-store)\.ts|serve\.ts|run-command\.ts)/.test(path),
      ),
    ).toEqual([])
  })

  it('has files of at most 400 lines, and mostly of fewer than 150', () => {
    const data = ['tests/requirements.ts']
    const long = code.filter(path => !data.includes(path) && lines(path) > 400)
    expect(long, 'split these by idea').toEqual([])
    const sizes = source.map(lines).toSorted((a, b) => a - b)
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(150)
  })

  it('has no folder with a meaningless name', () => {
    const vague = code.filter(path => /(^|\/)(utils?|helpers?|common|services?|misc|shared)(\/|\.ts$)/.test(path))
    expect(vague, 'name the folder or file after what it holds').toEqual([])
  })

  it('receives time, randomness and the environment as arguments', () => {
    const free = ['src/main.ts', 'src/run-command.ts', 'src/serve.ts', 'src/config.ts', 'src/log.ts']
    const pattern = /process\.env\b|Date\.now\(|Math\.random\(|new Date\(\)/
    expect(source.filter(path => !free.includes(path)).flatMap(path => hits(path, pattern))).toEqual([])
  })

  it('never writes to stdout where stdio speaks', () => {
    const reached = source.filter(path => /^src\/(tools|http|store|auth|l10n)\//.test(path))
    expect(
      reached.flatMap(path => hits(path, /\bconsole\.|process\.stdout/)),
      'use the log',
    ).toEqual([])
  })

  it('contains no unfinished code', () => {
    const pattern = /\b(TODO|FIXME|XXX)\b|\b(it|test|describe)\.(only|skip|todo)\b|\.skip\(\)|@ts-(ignore|nocheck)/
    const others = code.filter(path => path !== 'tests/structure.test.ts')
    expect(others.flatMap(path => hits(path, pattern))).toEqual([])
  })

  it('contains no paths of one machine, and no package registry', () => {
    const pattern = /(?<=^|[\s'"`(=])\/(?:work|root|Users)\/|\bregistry\.[a-z]+\.(?:org|com)\b/
    expect(files.flatMap(path => hits(path, pattern))).toEqual([])
  })
})

interface Import {
  readonly to: string
  readonly kind: 'type' | 'value'
}

function fault(path: string, { to, kind }: Import): string[] {
  if (!to.startsWith('src/')) {
    const only = ONLY_IN[to.split('/', to.startsWith('@') ? 2 : 1).join('/')]
    return only === undefined || only.test(path) ? [] : [`${path} imports ${to}, which belongs in ${only.source}`]
  }
  const [from, target] = [layerOf(path), layerOf(to)]
  const allowed = MAY_IMPORT[from]
  if (allowed === undefined) return [`${path} is in src/${from}, which this test does not know: add it to MAY_IMPORT`]
  const passes = allowed.some(
    rule =>
      rule === '*' ||
      rule === target ||
      to.startsWith(`src/${rule}/`) ||
      (kind === 'type' && rule === `types:${target}`),
  )
  return passes || from === target
    ? []
    : [`${path} imports ${to}; src/${from} may import ${allowed.join(', ') || 'nothing'}`]
}

const layerOf = (path: string) => path.split('/')[1]?.replace(/\.tsx?$/, '') ?? ''

function importsOf(path: string): readonly Import[] {
  const statement = /\b(?:import|export)\s+(?:(type)\s+)?(?:[\w*{}\s,]+\s+from\s+)?'([^']+)'|\bimport\('([^']+)'\)/g
  return [...read(path).matchAll(statement)].map(([, type, named, called]) => {
    const name = named ?? called ?? ''
    const kind = type === undefined ? 'value' : 'type'
    return { to: name.startsWith('.') ? posix.join(dirname(path), name) : name, kind }
  })
}

function hits(path: string, pattern: RegExp): readonly string[] {
  return read(path)
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : []))
}

function list(folder: string, recursive: boolean): readonly string[] {
  if (!existsSync(join(ROOT, folder))) return []
  return readdirSync(join(ROOT, folder), { recursive, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => posix.join(entry.parentPath.slice(ROOT.length + 1), entry.name))
    .filter(path => !path.includes('node_modules/'))
}
