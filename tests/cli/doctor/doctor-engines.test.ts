import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkEngines } from '../../../src/cli/doctor/checks/engines.ts'
import { readConfig } from '../../../src/config.ts'
import { createEngineSet } from '../../../src/engines/open-engines.ts'
import { AppError } from '../../../src/errors.ts'
import { type Engine, EngineError } from '../../../src/l10n/engines/engine.ts'
import { fakeEngine, paidEngine } from '../../engines/fake-engine.ts'
import { startFakeLibreTranslate } from '../../engines/fake-libretranslate.ts'
import { run } from '../../harness/command-line.ts'
import { temporaryFolder } from '../../harness/folder.ts'
import { startDragoman } from '../../harness.ts'

const check = (engines: readonly Engine[], timeoutMs?: number) =>
  checkEngines(
    {
      engines: async () => createEngineSet(engines),
      command: args => `dragoman ${args}`,
      socketPath: () => '/nowhere/socket',
    },
    timeoutMs,
  )

const failing = (id: string, failure: EngineError['failure']): Engine =>
  fakeEngine(id, {
    test: async () => {
      throw new EngineError(failure, `${id} failed.`)
    },
  })

describe('the engines in the doctor', () => {
  it('are tested with one sentence each, and a fix for each fault', async () => {
    const findings = await check([
      fakeEngine('local'),
      fakeEngine('pseudo', { kind: 'pseudo' }),
      failing('key', 'rejected'),
      failing('busy', 'rate_limited'),
      failing('gone', 'unavailable'),
      failing('apertium', 'rejected'),
      fakeEngine('unpriced', { isPaid: true }),
    ])
    expect(findings.map(({ check: name, state, message, fix }) => [name, state, message, fix])).toEqual([
      ['engine local', 'works', 'local works.', undefined],
      ['engine key', 'fault', 'key failed.', 'Check its URL, key and model (docs/engines.md).'],
      ['engine busy', 'fault', 'busy failed.', 'Wait, or ask the provider for a higher limit.'],
      [
        'engine gone',
        'fault',
        'gone failed.',
        'Check that this machine can reach its URL, and that the service works.',
      ],
      [
        'engine apertium',
        'warning',
        'apertium failed.',
        'Install a language pair, or ignore this if you do not use Apertium.',
      ],
      [
        'engine unpriced',
        'warning',
        'unpriced works. It has no prices, so no budget can limit it.',
        'Configure its prices (docs/engines.md).',
      ],
    ])
  })

  it('have a time limit, and their processes are ended', async () => {
    let closed = 0
    const hanging = fakeEngine('slow', { test: () => new Promise(() => undefined) })
    const findings = await checkEngines(
      {
        engines: async () => ({ ...createEngineSet([hanging]), close: async () => void (closed += 1) }),
        command: args => args,
        socketPath: () => '/nowhere/socket',
      },
      10,
    )
    expect(findings).toMatchObject([{ state: 'fault', message: 'Engine slow did not answer within 0.01 seconds.' }])
    expect(closed).toBe(1)
  })

  it('are a fault if their configuration is wrong', async () => {
    const engines = async (): Promise<never> => {
      throw new AppError('bad_config', 'engines.json is wrong.', { fix: 'Correct it.' })
    }
    expect(await checkEngines({ engines, command: args => args, socketPath: () => '/nowhere' })).toEqual([
      { check: 'engines', state: 'fault', message: 'engines.json is wrong.', fix: 'Correct it.' },
    ])
  })

  it('are not compared without a server', async () => {
    expect(await check([paidEngine('gpt')])).toMatchObject([{ state: 'works', message: 'gpt works.' }])
  })
})

describe('the doctor command', () => {
  let folder: string
  beforeEach(async () => {
    folder = await temporaryFolder()
  })

  it('compares the engines of the shell with those of the server', async () => {
    const [libre, paid] = [await startFakeLibreTranslate(), await startFakeLibreTranslate()]
    const file = join(folder, 'engines.json')
    const prices = { characters: 10 }
    await writeFile(file, JSON.stringify({ engines: { deep: { type: 'libretranslate', url: paid.url, prices } } }))
    const env = { DRAGOMAN_LIBRETRANSLATE_URL: libre.url, DRAGOMAN_ENGINES_FILE: file }
    const server = await startDragoman({ engines: readConfig(env).engines })
    const doctor = async (given: Record<string, string>): Promise<readonly string[]> => {
      const { stdout } = await run(['doctor', '--json'], { DRAGOMAN_DATA_DIR: server.dataDir, ...given })
      const { findings } = JSON.parse(stdout) as { findings: { check: string; state: string; message: string }[] }
      return findings
        .filter(finding => /^engine (deep|libre)/.test(finding.check))
        .map(finding => `${finding.check}, ${finding.state}: ${finding.message}`)
    }
    expect(await doctor(env)).toEqual([
      `engine deep, warning: ${paid.url} answers. Languages: 1. No account can use it.`,
      `engine libretranslate, works: ${libre.url} answers. Languages: 1.`,
    ])
    expect(await doctor({})).toEqual([
      'engine deep, warning: The server has it, but this shell does not. It was not tested.',
      'engine libretranslate, warning: The server has it, but this shell does not. It was not tested.',
    ])
    await server.stop()
    await Promise.all([libre.close(), paid.close()])
  })

  it('makes a wrong configuration of engines a fault, which stops the server with exit code 78', async () => {
    const env = { DRAGOMAN_DATA_DIR: folder, DRAGOMAN_LLM_MODEL: 'x' }
    const { code, stdout } = await run(['doctor'], env)
    expect(code).toBe(1)
    expect(stdout).toContain('DRAGOMAN_LLM_PROVIDER is missing.')
    const served = await run(['serve'], env)
    expect([served.code, served.stderr]).toEqual([78, expect.stringContaining('DRAGOMAN_LLM_PROVIDER is missing.')])
  })
})
