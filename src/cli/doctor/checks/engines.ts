import type { EngineList } from '../../../operator/accounts/engines.ts'
import type { Services } from '../../../tools/pipeline/call.ts'
import { ignoreHolderError, runOnHolder } from '../../control/client.ts'
import type { Machine } from '../../machine.ts'
import { type Finding, fault, toFault, warning, works } from '../finding.ts'

type Engine = Services['engines']['all'][number]

/** Time for the test of one engine; a local model may have to be loaded first. */
const TEST_TIMEOUT_MS = 60_000

/** Translates one string with each engine that is configured or installed, all at once. Returns one finding for each. */
export async function checkEngines(
  machine: Pick<Machine, 'engines' | 'command' | 'socketPath'>,
  timeoutMs = TEST_TIMEOUT_MS,
): Promise<readonly Finding[]> {
  const engines = await machine.engines().catch(toFault('engines', 'Correct the configuration of engines.'))
  if ('check' in engines) return [engines]
  try {
    const served = await readServed(machine)
    const tested = engines.all.filter(({ kind }) => kind !== 'pseudo')
    const findings = await Promise.all(tested.map(engine => checkEngine(engine, served, machine, timeoutMs)))
    return [...findings, ...listUnknown(engines, served)]
  } finally {
    await engines.close()
  }
}

async function checkEngine(
  engine: Engine,
  served: EngineList | undefined,
  { command }: Pick<Machine, 'command'>,
  timeoutMs: number,
): Promise<Finding> {
  const { id, isPaid, prices } = engine
  const check = `engine ${id}`
  try {
    const message = await withTimeout(engine, timeoutMs)
    if (isPaid && Object.values(prices).every(price => price === 0)) {
      return warning(
        check,
        `${message} It has no prices, so no budget can limit it.`,
        'Configure its prices (docs/engines.md).',
      )
    }
    const isUnused = served?.accounts.every(row => row.engine !== id || !row.enabled) === true
    return isPaid && isUnused
      ? warning(
          check,
          `${message} No account can use it.`,
          `Enable it: ${command(`engines enable <account> ${id} --budget 20`)}`,
        )
      : works(check, message)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // Without configuration: nobody has to use it.
    if (id === 'apertium')
      return warning(check, message, 'Install a language pair, or ignore this if you do not use Apertium.')
    return fault(check, message, toFix(error))
  }
}

/** The test of an engine, which also ends if the engine ignores the signal. */
async function withTimeout(engine: Engine, timeoutMs: number): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error(`Engine ${engine.id} did not answer within ${timeoutMs / 1_000} seconds.`))
    })
  })
  return Promise.race([late, engine.test(signal)])
}

function toFix(error: unknown): string {
  const failure = error instanceof Error && 'failure' in error ? error.failure : undefined
  if (failure === 'rejected') return 'Check its URL, key and model (docs/engines.md).'
  if (failure === 'rate_limited') return 'Wait, or ask the provider for a higher limit.'
  return 'Check that this machine can reach its URL, and that the service works.'
}

/** The engines of the running server; undefined if none runs, or one of another version. */
async function readServed(machine: Pick<Machine, 'socketPath'>): Promise<EngineList | undefined> {
  return (await runOnHolder(machine, 'engines', {}, { repeatable: true }).catch(ignoreHolderError)) as
    | EngineList
    | undefined
}

/** Engines of the server that this shell has no configuration for, so that they were not tested. */
const listUnknown = (engines: Services['engines'], served: EngineList | undefined): readonly Finding[] =>
  (served?.engines ?? [])
    .filter(({ engine }) => engines.find(engine) === undefined)
    .map(({ engine }) =>
      warning(
        `engine ${engine}`,
        'The server has it, but this shell does not. It was not tested.',
        "Run the command with the server's environment variables.",
      ),
    )
