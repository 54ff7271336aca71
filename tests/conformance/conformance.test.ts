import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { startDragoman } from '../harness.ts'
import { describeWith } from '../require.ts'
import { verifies } from '../requirements.ts'
import { isNightly } from '../runs.ts'
import { startBearerProxy } from './bearer-proxy.ts'
import expectedFailures from './expected-failures.json' with { type: 'json' }

interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

const suite = join(import.meta.dirname, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const expected = new Set(Object.values(expectedFailures).flat())

/** What a server must pass without any fixture of the suite, by revision. The oldest one repeats what the next one proves. */
const GENERIC = {
  '2025-06-18': ['server-initialize', 'ping', 'tools-list'],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': ['server-stateless', 'tools-list', 'dns-rebinding-protection', 'caching', 'http-header-validation'],
} as const

describeWith('node24', 'the official MCP conformance suite', node24 => {
  const service = allTests(() => startDragoman())
  const proxy = allTests(async () => startBearerProxy(service.url, await service.token()))
  const failed = new Set<string>()

  it.each(Object.entries(GENERIC).slice(isNightly ? 0 : 1))(
    'finds no failure in revision %s except what does not apply',
    async (revision, generic) => {
      verifies('4.5.transport')
      const results = await runSuite(node24, `${proxy.url}/mcp`, revision)
      for (const scenario of generic) {
        const passed = results.get(scenario)?.filter(({ status }) => status === 'SUCCESS') ?? []
        expect(passed.length, `${scenario} was not run`).toBeGreaterThan(0)
      }
      const failures = [...results.values()].flat().filter(({ status }) => status === 'FAILURE')
      for (const { id } of failures) failed.add(id)
      expect(failures.filter(({ id }) => !expected.has(id))).toEqual([])
    },
  )

  it('still fails the checks of expected-failures.json', () => {
    expect([...expected].filter(id => !failed.has(id))).toEqual([])
  })
})

/** Runs every server scenario of a revision; the checks by scenario. */
async function runSuite(node: string, url: string, revision: string): Promise<Map<string, readonly Check[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-conformance-'))
  try {
    const args = [suite, 'server', '--url', url, '--suite', 'all', '--spec-version', revision, '-o', folder]
    await new Promise<void>(resolve => {
      execFile(node, args, { maxBuffer: 1e8 }, () => resolve())
    })
    const names = await readdir(folder)
    const read = async (name: string) =>
      JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')) as Check[]
    return new Map(await Promise.all(names.map(async name => [scenarioOf(name), await read(name)] as const)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Folders are named `server-<scenario>-<time>`. */
const scenarioOf = (folder: string): string => folder.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, '')
