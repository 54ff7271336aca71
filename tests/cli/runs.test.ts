import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { startFakeProvider } from '../engines/fake-provider.ts'
import { run } from '../harness/command-line.ts'
import { allTests } from '../harness/each-test.ts'
import { startDragoman } from '../harness.ts'

const provider = allTests(() => startFakeProvider())
const dragoman = allTests(() => {
  const { engines } = readConfig({
    DRAGOMAN_LLM_PROVIDER: 'openai-compatible',
    DRAGOMAN_LLM_URL: `${provider.url}/v1`,
    DRAGOMAN_LLM_MODEL: 'fake-1',
  })
  return startDragoman({ engines })
})
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  env = { DRAGOMAN_URL: dragoman.url, DRAGOMAN_TOKEN: await dragoman.token() }
  const call = (tool: string, args: object) => run(['call', tool, '--json', JSON.stringify(args)], env)
  await call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de', 'fr'] })
  const content = JSON.stringify({ a: 'Save all changes', b: 'Hello {name}', c: 'Cancel the order' })
  await call('push_source', { project: 'ada/app', files: [{ path: 'locales/en.json', content }] })
})

describe('dragoman translate', () => {
  it('estimates without sending anything', async () => {
    const { code, stdout } = await run(['translate', 'ada/app', 'de', '--estimate'], env)
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^3 strings into 1 locale \(3 translations\), 7 words, about [\d,]+ tokens, no cost\. Nothing was sent\.\n$/,
    )
    expect(provider.requests).toHaveLength(0)
  })

  it('starts a run, follows it and prints its result', async () => {
    const { code, stdout, stderr } = await run(['translate', 'ada/app', 'de', '--note', 'Release 5'], env)
    expect(stderr).toBe('')
    expect(stdout).toMatch(
      /^Completed: 3 translations of 3\. 3 translated\nBatch \S+\nhttp\S+\/p\/ada\/app\/runs\/\S+\n$/,
    )
    expect(code).toBe(0)
  })

  it('says what is left, with exit code 1', async () => {
    provider.setScenario('changed_placeholder')
    const { code, stdout } = await run(['translate', 'ada/app', 'fr'], env)
    provider.setScenario('ok')
    expect(stdout).toContain('1 unresolved')
    expect(stdout).toMatch(/ {2}fr {2}b {2}unresolved {2}"\{name\}" is missing\./)
    expect(code).toBe(1)
  })

  it('prints each state as JSON', async () => {
    const { code, stdout } = await run(['translate', 'ada/app', 'de', '--only', 'missing', '--json'], env)
    const states = stdout
      .trim()
      .split('\n')
      .map(line => (JSON.parse(line) as { state: string }).state)
    expect(states.at(-1)).toBe('completed')
    expect(code).toBe(0)
  })
})

describe('dragoman runs', () => {
  it('lists the runs of a project', async () => {
    const { code, stdout } = await run(['runs', 'list', 'ada/app'], env)
    expect(code).toBe(0)
    expect(stdout.split('\n')[0]).toMatch(/^RUN +STATE +KIND +LOCALES +DONE +COST +STARTED \(UTC\)$/)
    expect(stdout).toMatch(/completed +translate +fr +\d\/\d/)
  })

  it('starts a run without following it, cancels it, and watches its end', async () => {
    provider.setScenario('hang')
    const count = provider.requests.length
    const content = JSON.stringify({
      d: 'Delete the file',
      a: 'Save all changes',
      b: 'Hello {name}',
      c: 'Cancel the order',
    })
    const files = [{ path: 'locales/en.json', content }]
    await run(['call', 'push_source', '--json', JSON.stringify({ project: 'ada/app', files })], env)
    const started = await run(['translate', 'ada/app', 'de', '--detach', '--json'], env)
    const { id } = JSON.parse(started.stdout) as { id: string }
    while (provider.requests.length === count) await new Promise(resolve => setImmediate(resolve))
    const cancelled = await run(['runs', 'cancel', 'ada/app', id], env)
    expect(cancelled.stdout).toContain('Cancelled: 0 translations of 1.')
    const watched = await run(['runs', 'watch', 'ada/app', id], env)
    expect(watched.stdout).toContain('Cancelled:')
    expect(watched.code).toBe(1)
    provider.setScenario('ok')
  })
})
