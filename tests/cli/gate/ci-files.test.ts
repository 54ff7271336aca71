import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { run } from '../../harness/command-line.ts'

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
    const named = [...page.matchAll(/dragoman[@-](\d+\.\d+\.\d+)/g)].map(([, found]) => found)
    expect(new Set(named)).toEqual(new Set([version]))
    expect(action.inputs['version']?.['default']).toBe(version)
  })

  it('run commands with options that exist', async () => {
    const scripts = `${page}\n${steps.map(({ run: script = '' }) => script).join('\n')}`
    const lines = [
      ...scripts.matchAll(/\bdragoman(?:@[\d.]+)? (check|push|pull|token create|glossary export)\b([^\n`]*)/g),
    ]
    expect(lines.length).toBeGreaterThan(8)
    const fromAction = [...(action.runs.steps[0]?.run ?? '').matchAll(/--[a-z][a-z-]+(?= |\))/g)].map(([name]) => name)
    const used = new Map<string, Set<string>>([['check', new Set(fromAction.filter(name => name !== '--yes'))]])
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
