import { afterEach, describe, expect, it } from 'vitest'
import { type SimulatedModel, simulateModel, structuredStrings } from '../../../bench/runs/simulated-model.ts'
import { findTool } from '../../../src/tools/registry.ts'
import { isNightly } from '../../runs.ts'
import { openRunScene, type RunScene } from './scene.ts'

let scene: RunScene | undefined

afterEach(async () => {
  await scene?.close()
  scene = undefined
})

/** A share of broken structures as a published study found it for the worst of three models. */
const RATE = 0.301
const STRINGS = isNightly ? 600 : 100

async function translate(model: SimulatedModel) {
  scene = await openRunScene({ engines: [model], content: structuredStrings(STRINGS, 3), targets: ['es'] })
  const { project, ada, world } = scene.team
  const run = await scene.run({ engines: [model.id] })
  const pull = async (include: string): Promise<readonly string[]> => {
    const { services } = world
    const call = {
      services,
      principal: ada.principal,
      surface: 'rest',
      requestId: 'req-test',
      inlineFiles: true,
    } as const
    const answer = await findTool('pull_translations').invoke({ project, locale: 'es', include }, call)
    const [file] = (answer as { files: readonly { content: string }[] }).files
    return Object.values(JSON.parse(file?.content ?? '') as Record<string, string>)
  }
  return { run, pulled: await pull('translated'), all: await pull('all') }
}

describe('a run over a model that breaks structures', () => {
  it.each([
    ['corrects them when it sees the findings', 0.1],
    ['breaks them again as often', RATE],
    ['never corrects them', 1],
  ])('delivers none that it broke: the model %s', async (_, repairRate) => {
    const model = simulateModel({ seed: 11, rate: RATE, repairRate })
    const { run, pulled, all } = await translate(model)
    expect(model.broken.size).toBeGreaterThan(STRINGS * 0.2)
    for (const texts of [pulled, all]) expect(texts.filter(text => model.brokenTexts.has(text))).toEqual([])
    const { translated = 0, unresolved = 0 } = run.counts
    expect(translated + unresolved).toBe(STRINGS)
    expect(pulled).toHaveLength(translated)
    if (repairRate === 1) expect(unresolved).toBe(model.broken.size)
    if (repairRate === 0.1) expect(unresolved).toBeLessThanOrEqual(STRINGS * 0.01)
  })
})
