import { addAmounts, addUsage, type Engine, MEMORY, NO_USAGE, toCost, type Usage } from '../../l10n/engines/engine.ts'
import { groupBy } from '../../l10n/groups.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { RunPartRecord, RunRecord, RunUsage } from '../../store/records/runs.ts'
import { MemorySearch } from '../memory/memory-search.ts'
import type { ReadDeps, Services } from '../pipeline/call.ts'
import type { Project } from '../translations/records.ts'
import { type SelectedUnit, selectPage } from './select-items.ts'
import { estimateBatch } from './worker/build-batch.ts'

export type Run = Frozen<RunRecord>

/** What translations would consume. */
export type Estimate = RunRecord['estimate']

export const NO_ESTIMATE: Estimate = { strings: 0, words: 0, usage: { ...NO_USAGE, cost: 0 } }

/** Translations that one run may select. */
export const MAX_TRANSLATIONS = 100_000

type Planned = Pick<Run, 'kind' | 'filter' | 'engines' | 'batch_size'>

/** Some translations of one locale, in the order of their files. */
interface Group {
  readonly locale: string
  readonly units: readonly SelectedUnit[]
}

/** A page of a plan: what is sent together, and what it would consume. */
export interface PlanPage {
  readonly parts: readonly Group[]
  readonly estimate: Estimate
  readonly total: number
  /** As in `UnitPage`. */
  readonly alreadySuggested: number
  readonly cursor?: string
}

type PlanDeps = ReadDeps & { readonly services: Pick<Services, 'engines' | 'leases' | 'now'> }

/** Selects the next translations, puts those of one locale together, and estimates what they consume. */
export async function planPage(
  run: Planned,
  project: Project,
  cursor: string | undefined,
  deps: PlanDeps,
): Promise<PlanPage> {
  const page = await selectPage({ project, kind: run.kind, filter: run.filter }, cursor, deps)
  const memory = new MemorySearch({ project, branch: run.filter.branch, isOutsider: false }, deps.read)
  const parts: Group[] = []
  let usage = NO_ESTIMATE.usage
  const pace = deps.computed.pace()
  for (const { locale, units } of groupByLocale(page.units)) {
    const engines = run.engines.flatMap(name => deps.services.engines.find(name) ?? [])
    const engine = engines.find(one => one.findUnsupported(project.source_locale, locale) === undefined)
    const size = Math.min(run.batch_size, engine?.batchSize ?? run.batch_size)
    for (let at = 0; at < units.length; at += size) {
      if (pace.shouldYield) await pace.yieldNow()
      const own = units.slice(at, at + size)
      parts.push({ locale, units: own })
      const sent = run.engines.includes(MEMORY) ? await leaveOutKnown(own, memory) : own
      if (engine !== undefined && sent.length > 0) {
        usage = addCost(
          usage,
          engine,
          await estimateBatch(engine, sent, { kind: run.kind, locale }, project.source_locale),
        )
      }
    }
  }
  const entries = new Map(page.units.map(({ entry }) => [entry.id, entry]))
  const words = [...entries.values()].reduce((sum, { words: own }) => sum + own, 0)
  return {
    parts,
    estimate: { strings: page.strings, words, usage },
    total: page.units.length,
    alreadySuggested: page.alreadySuggested,
    ...(page.cursor !== undefined && { cursor: page.cursor }),
  }
}

/** Estimates all translations that a run would select, up to the limit of a run. `isCut`: it selects more. Writes nothing. */
export async function estimateRun(run: Planned, project: Project, deps: PlanDeps) {
  let estimate = NO_ESTIMATE
  let total = 0
  let alreadySuggested = 0
  let cursor: string | undefined
  do {
    const page = await planPage(run, project, cursor, deps)
    estimate = addEstimate(estimate, page.estimate)
    total += page.total
    alreadySuggested += page.alreadySuggested
    cursor = page.cursor
  } while (cursor !== undefined && total < MAX_TRANSLATIONS)
  return { estimate, total, alreadySuggested, isCut: cursor !== undefined }
}

/** The part of a run for a group of translations. */
export const toPart = ({ locale, units }: Group, run: Run, position: number): RunPartRecord => ({
  id: `${run.id}.${position}`,
  run_id: run.id,
  project_id: run.project_id,
  locale,
  position,
  state: 'waiting',
  items: units.map(({ entry, line: { src }, translation, cause }) => ({
    entry_id: entry.id,
    src,
    rev: translation.rev,
    repairs: 0,
    at: 0,
    ...(cause !== undefined && { cause }),
  })),
  requests: 0,
  reserved: 0,
})

export const addEstimate = (one: Frozen<Estimate>, other: Frozen<Estimate>): Estimate => ({
  strings: one.strings + other.strings,
  words: one.words + other.words,
  usage: addRunUsage(one.usage, other.usage),
})

export const addRunUsage = (one: Frozen<RunUsage>, other: Frozen<RunUsage>): RunUsage => ({
  ...addUsage(one, other),
  cost: addAmounts(one.cost, other.cost),
})

const addCost = (to: RunUsage, { prices }: Engine, usage: Usage): RunUsage =>
  addRunUsage(to, { ...usage, cost: toCost(usage, prices) })

function groupByLocale(units: readonly SelectedUnit[]): readonly Group[] {
  const groups = groupBy(units, ({ translation }) => translation.locale)
  return [...groups].map(([locale, own]) => ({ locale, units: own }))
}

async function leaveOutKnown(units: readonly SelectedUnit[], memory: MemorySearch): Promise<readonly SelectedUnit[]> {
  const known = await Promise.all(
    units.map(({ entry, line: { src }, translation: { locale } }) =>
      memory.findExact({ entry, source: getSource(entry, src), syntax: entry.syntax }, [locale]),
    ),
  )
  return units.filter((_, at) => known[at]?.size === 0)
}
