import { MEMORY } from '../../../l10n/engines/engine.ts'
import { getSource } from '../../../l10n/translation/sources.ts'
import { MemorySearch } from '../../memory/memory-search.ts'
import type { Services } from '../../pipeline/call.ts'
import { CheckRulesReader } from '../../translations/check-rules.ts'
import { getVoiceStamp } from '../../voice/stamps.ts'
import { StopError } from '../end-run.ts'
import type { SelectedUnit } from '../select-items.ts'
import { type Application, applyAnswers, type Part } from './apply-answers.ts'
import type { BatchContext } from './build-batch.ts'
import { type Item, MEMORY_WRITER, toWriter } from './decide-item.ts'
import { loadUnits } from './load-units.ts'
import type { RunScene } from './run-scene.ts'
import type { RunRequest } from './send-request.ts'

/** A request, and what it is built with. */
export type PartRequest = RunRequest & { readonly context: BatchContext }

/** Sends a request and stores its answers. Returns the part; undefined if nothing was sent or stored, because the run ended or has another worker. @throws StopError */
export type Send = (request: PartRequest) => Promise<Part | undefined>

interface PartDeps {
  /** The run as it is now; undefined if it does not go on. @throws StopError */
  readonly loadScene: () => Promise<RunScene | undefined>
  readonly send: Send
  readonly services: Services
}

/** A part, and the run that it is worked on for. */
interface PartScene extends RunScene {
  readonly part: Part
  readonly services: Services
}

/** Works on a part until each of its items has an outcome, or the run ends. @throws StopError when the run must stop. */
export async function processPart(start: Part, { loadScene, send, services }: PartDeps): Promise<void> {
  let part: Part | undefined = start
  while (part !== undefined && part.state !== 'done') {
    const scene = await loadScene()
    if (scene === undefined) return
    const present: PartScene = { ...scene, part, services }
    part = part.state === 'answered' ? await applyEngine(present) : await ask(present, send)
  }
}

/** Stores the answers of an engine. */
function applyEngine(scene: PartScene): Promise<Part | undefined> {
  const { run, part, services } = scene
  const position = run.engines.indexOf(part.engine ?? '')
  const engine = services.engines.find(part.engine ?? '')
  if (engine === undefined) throw new StopError(missingEngine(part.engine))
  const isAnswered = (item: Item): boolean => item.outcome === undefined && item.at === position
  return apply(scene, position, { writer: toWriter(engine, part.model), isAnswered })
}

function apply(
  scene: PartScene,
  position: number,
  answers: Pick<Application, 'writer' | 'isAnswered'>,
): Promise<Part | undefined> {
  const { run, project, account, part, services } = scene
  const next = findEngineFrom(position + 1, scene)
  return applyAnswers({ part, worker: run.worker, project, account, ...answers, next }, services)
}

/** Ends the items that need no engine: their string changed, the memory has them, or no engine is left. Sends the others to their next engine. */
async function ask(scene: PartScene, send: Send): Promise<Part | undefined> {
  const { run, project, account, principal, part, services } = scene
  const { read } = services.store
  const computed = services.compute.forCall({ queue: 'runs' })
  const memory = new MemorySearch({ project, branch: run.filter.branch, isOutsider: false }, read)
  const units = await loadUnits(part, project, run.filter.branch, { read, computed })
  const ended = new Set<Item>()
  const items: Item[] = []
  for (const [at, item] of part.items.entries()) {
    const unit = units[at]
    const next = item.outcome === undefined ? await route(item, unit, scene, memory) : item
    items.push(next)
    const isOver = !isCurrent(next, unit) || next.at === run.engines.length || run.engines[next.at] === MEMORY
    if (next.outcome === undefined && isOver) ended.add(next)
  }
  const now: Part = { ...part, items }
  const known = run.engines.indexOf(MEMORY)
  if (ended.size > 0) {
    return apply({ ...scene, part: now }, known, { writer: MEMORY_WRITER, isAnswered: item => ended.has(item) })
  }
  const position = Math.min(...items.flatMap(({ outcome, at }) => (outcome === undefined ? [at] : [])))
  const engine = services.engines.find(run.engines[position] ?? '')
  if (engine === undefined) throw new StopError(missingEngine(run.engines[position]))
  const sent = items.flatMap((item, at) => {
    const unit = units[at]
    return item.outcome === undefined && item.at === position && unit !== undefined ? [{ ...unit, item, at }] : []
  })
  const context = {
    project,
    account,
    principal,
    read,
    computed,
    memory,
    checker: new CheckRulesReader(project, run.filter.branch, read, computed),
    stamp: await getVoiceStamp(project, part.locale, read),
  }
  return send({ run, part: now, account, engine, units: sent, context })
}

/** Moves an item to the first engine that can do something for it. The memory then has its answer. */
async function route(
  item: Item,
  unit: SelectedUnit | undefined,
  scene: PartScene,
  memory: MemorySearch,
): Promise<Item> {
  const { locale } = scene.part
  const last = scene.run.engines.length
  if (!isCurrent(item, unit)) return withoutAnswer(item)
  const at = findEngineFrom(item.at, scene) ?? last
  if (scene.run.engines[at] !== MEMORY) return { ...item, at }
  const { entry, line } = unit
  const sought = { entry, source: getSource(entry, line.src), syntax: entry.syntax }
  const hit = (await memory.findExact(sought, [locale])).get(locale)
  if (hit !== undefined) return { ...item, at, answer: hit.unit.target }
  return { ...item, at: findEngineFrom(at + 1, scene) ?? last }
}

function withoutAnswer(item: Item): Item {
  const { answer: _, ...rest } = item
  return rest
}

/** Whether the string and its translation are as they were when the run selected them. */
const isCurrent = (item: Item, unit: SelectedUnit | undefined): unit is SelectedUnit =>
  unit?.line.src === item.src && unit.translation.rev === item.rev

/** The position of the first engine from one on that supports a locale; undefined if there is none. */
function findEngineFrom(position: number, { run, project, part, services }: PartScene): number | undefined {
  for (let at = Math.max(0, position); at < run.engines.length; at += 1) {
    const name = run.engines[at] ?? ''
    const engine = services.engines.find(name)
    if (name === MEMORY || engine?.findUnsupported(project.source_locale, part.locale) === undefined) return at
  }
  return undefined
}

const missingEngine = (name = '') =>
  ({
    state: 'paused',
    reason: 'engine_unavailable',
    message: `Engine ${name} is no longer configured on this server.`,
  }) as const
