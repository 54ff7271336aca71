import { join } from 'node:path'
import type { EngineSources } from '../config/engine-variables.ts'
import { isExecutable } from '../config/programs.ts'
import { AppError } from '../errors.ts'
import type { Engine, EngineSet } from '../l10n/engines/engine.ts'
import { type EngineConfig, readEngineConfig } from './config.ts'

interface EngineDeps {
  readonly now: () => Date
}

interface ClosableEngine extends Engine {
  close?(): Promise<void>
}

/**
 * Opens the engines of a server: those that are configured, pseudo-localization, and Apertium if it is installed. Starts no process and sends no request.
 * @throws AppError `bad_config`
 */
export async function openEngines(sources: EngineSources, { now }: EngineDeps): Promise<EngineSet> {
  const configured = await Promise.all(readEngineConfig(sources).map(config => openEngine(config, sources, now)))
  const { createPseudoEngine } = await import('./pseudo/pseudo-engine.ts')
  const program = findApertium(sources)
  const found = program === undefined ? [] : [await openEngine({ ...APERTIUM, program }, sources, now)]
  const engines: readonly ClosableEngine[] = [...configured, ...found, createPseudoEngine()]
  return {
    ...createEngineSet(engines),
    close: async () => {
      await Promise.all(engines.map(async engine => engine.close?.()))
    },
  }
}

const APERTIUM = { id: 'apertium', type: 'apertium', data: undefined, timeoutMs: undefined } as const

async function openEngine(config: EngineConfig, sources: EngineSources, now: () => Date): Promise<ClosableEngine> {
  if (config.type === 'libretranslate') {
    const { createLibreTranslateEngine } = await import('./libretranslate/libretranslate-engine.ts')
    return createLibreTranslateEngine({ ...config, now })
  }
  if (config.type === 'apertium') {
    const program = config.program ?? findApertium(sources)
    if (program === undefined || !isExecutable(program)) {
      throw new AppError('bad_config', `Engine ${config.id}: ${program ?? 'apertium'} is not an executable program.`, {
        fix: 'Install Apertium, or set "program" to its path.',
      })
    }
    const { createApertiumEngine } = await import('./apertium/apertium-engine.ts')
    const { id, data, timeoutMs } = config
    return createApertiumEngine({ id, program, dataFolder: data ?? sources.apertiumData, timeoutMs })
  }
  const { createLlmEngine } = await import('./llm/llm-engine.ts')
  const { type: provider, ...options } = config
  return createLlmEngine({ ...options, provider, now })
}

const findApertium = ({ programFolders }: EngineSources): string | undefined =>
  programFolders.map(folder => join(folder, 'apertium')).find(isExecutable)

/** The engines of the server, by name. */
export function createEngineSet(engines: readonly Engine[]): EngineSet {
  const byId = new Map(engines.map(engine => [engine.id, engine]))
  return { all: engines, find: id => byId.get(id), close: async () => {} }
}
