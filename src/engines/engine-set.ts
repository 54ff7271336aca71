import type { Engine, EngineSet } from '../l10n/engines/engine.ts'

/** The engines of the server, by name. */
export function createEngineSet(engines: readonly Engine[]): EngineSet {
  const byId = new Map(engines.map(engine => [engine.id, engine]))
  return { all: engines, find: id => byId.get(id), close: async () => {} }
}
