import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { PUBLISHED_NAME } from '../../../src/package-root.ts'
import { run } from '../../harness/command-line.ts'
import { withFolder } from '../../harness/folder.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const Step = z.looseObject({ uses: z.string().optional(), run: z.string().optional() })
type Step = z.output<typeof Step>
const Workflow = z.looseObject({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), z.looseObject({ 'timeout-minutes': z.number(), steps: z.array(Step) })),
})
const Action = z.looseObject({
  inputs: z.record(z.string(), z.looseObject({ description: z.string() })),
  runs: z.looseObject({ using: z.literal('composite'), steps: z.array(Step.extend({ shell: z.string() })) }),
})

const page = read('docs/ci.md')
const blocks = [...page.matchAll(/^```yaml\n([^]*?)^```/gm)].map(([, text = '']): unknown => parse(text))
const workflows = blocks.flatMap(block => {
  const found = Workflow.safeParse(block)
  return found.success ? [found.data] : []
})
const action = Action.parse(parse(read('action/action.yml')))
const steps: readonly Step[] = [
  ...workflows.flatMap(({ jobs }) => Object.values(jobs).flatMap(job => job.steps)),
  ...action.runs.steps,
]

const actionScript = action.runs.steps[0]?.run ?? ''

describe('the files for continuous integration', () => {
  it('are YAML', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(6)
    expect(workflows).toHaveLength(3)
  })

  it('pin each action to a commit', () => {
    const used = steps.flatMap(({ uses = './action' }) => (uses.startsWith('./') ? [] : [uses]))
    expect(used.length).toBeGreaterThan(5)
    for (const name of used) expect(name).toMatch(/^[\w-]+\/[\w./-]+@[0-9a-f]{40}$/)
  })

  it('paste nothing into scripts', () => {
    for (const { run: script = '' } of steps) expect(script).not.toContain('${{')
  })

  it('may only read, but for what uploads reports and opens pull requests', () => {
    const granted = workflows.flatMap(({ permissions, jobs }) => [
      permissions,
      ...Object.values(jobs).map(job => z.record(z.string(), z.string()).parse(job['permissions'] ?? {})),
    ])
    const written = granted.flatMap(one => Object.entries(one).filter(([, level]) => level === 'write'))
    expect(written.map(([name]) => name)).toEqual(['security-events', 'contents', 'pull-requests'])
  })

  it('use the version of the program', () => {
    const { version } = z.looseObject({ version: z.string() }).parse(JSON.parse(read('package.json')))
    const named = [...page.matchAll(/dragoman[\w-]*[@-](\d+\.\d+\.\d+)/g)].map(([, found]) => found)
    expect(new Set(named)).toEqual(new Set([version]))
    expect(actionScript).toContain('"$CHECK_PACKAGE"')
    expect(action.inputs['package']?.['default']).toBe(
      PUBLISHED_NAME === undefined ? '' : `${PUBLISHED_NAME}@${version}`,
    )
  })

  it('run commands with options that exist', async () => {
    const scripts = `${page}\n${steps.map(({ run: script = '' }) => script).join('\n')}`
    const lines = [
      ...scripts.matchAll(/\bdragoman(?:@[\d.]+)? (check|push|pull|token create|glossary export)\b([^\n`]*)/g),
    ]
    expect(lines.length).toBeGreaterThan(8)
    const lists = actionScript.match(/^.*args\+?=\(.*$/gm)?.join('\n') ?? ''
    const fromAction = [...lists.matchAll(/--[a-z][a-z-]+(?= |\))/g)].map(([name]) => name)
    const used = new Map<string, Set<string>>([['check', new Set(fromAction)]])
    for (const [, command = '', rest = ''] of lines) {
      const known = used.get(command) ?? new Set()
      used.set(command, known)
      for (const [name] of rest.matchAll(/(?<= )--[a-z][a-z-]*/g)) known.add(name)
    }
    for (const [command, options] of used) {
      const { stdout } = await run([...command.split(' '), '--help'])
      for (const option of options) expect(stdout, command).toContain(option)
    }
  })
})

describe.skipIf(process.platform === 'win32')('the action', () => {
  /** Runs the script of the action with programs that print what they are started with. */
  const runAction = (folder: string, env: Readonly<Record<string, string>>): string => {
    const write = (path: string, text: string): void => {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), text, { mode: 0o755 })
    }
    for (const path of ['bin/npm', 'bin/node', 'temp/dragoman/node_modules/.bin/dragoman'])
      write(path, `#!/bin/sh\necho "$(basename "$0") $*" | sed 's#${folder}#~#g'\n`)
    write('repository/tools/dragoman.tgz', '')
    write('repository/action/action.yml', '')
    const defaults = Object.fromEntries(
      ['BASE', 'PACKAGE', 'LOCALES', 'MAX_WARNINGS', 'SARIF', 'SERVER', 'TOKEN'].map(name => [`CHECK_${name}`, '']),
    )
    return execFileSync('bash', ['-c', actionScript], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
        GITHUB_ACTION_PATH: join(folder, 'repository/action'),
        GITHUB_WORKSPACE: join(folder, 'repository'),
        RUNNER_TEMP: join(folder, 'temp'),
        ...defaults,
        ...env,
      },
    })
  }

  it('installs the package that it is given', () =>
    withFolder(async folder => {
      const install = 'npm install --silent --no-audit --no-fund --prefix ~/temp/dragoman --'
      const path = { CHECK_PACKAGE: 'tools/dragoman.tgz', CHECK_BASE: 'a b', CHECK_LOCALES: 'de pl' }
      expect(runAction(folder, path)).toBe(
        `${install} ~/repository/tools/dragoman.tgz\ndragoman check --format github --diff a b --only de --only pl\n`,
      )
      const address = { CHECK_PACKAGE: 'https://example.org/d.tgz', CHECK_SARIF: 'x.sarif' }
      expect(runAction(folder, address)).toBe(
        `${install} https://example.org/d.tgz\ndragoman check --format sarif --output x.sarif\n`,
      )
    }))

  it('builds the checkout around it without one, and never asks a registry for a name', () =>
    withFolder(async folder => {
      expect(() => runAction(folder, {})).toThrow('Give the input package')
      mkdirSync(join(folder, 'repository/src/cli/gate'), { recursive: true })
      writeFileSync(join(folder, 'repository/src/cli/gate/run-check.ts'), '')
      expect(runAction(folder, {})).toBe(
        'npm ci --silent --no-audit --no-fund\nnpm run --silent build\nnode ~/repository/action/../dist/main.js check --format github\n',
      )
    }))
})
