import { type Engine, NO_USAGE } from '../../src/l10n/engines/engine.ts'

/** An engine that answers nothing; with these differences. */
export const fakeEngine = (id: string, differences: Partial<Engine> = {}): Engine => ({
  id,
  kind: 'llm',
  isPaid: false,
  prices: { input: 0, output: 0, characters: 0 },
  concurrency: 1,
  batchSize: 1,
  canRevise: false,
  findUnsupported: () => undefined,
  estimate: () => NO_USAGE,
  translate: async () => ({ answers: [], usage: NO_USAGE }),
  test: async () => `${id} works.`,
  ...differences,
})

/** An engine whose requests cost money. */
export const paidEngine = (id: string): Engine =>
  fakeEngine(id, { isPaid: true, model: `${id}-5`, prices: { input: 1, output: 2, characters: 0 } })
