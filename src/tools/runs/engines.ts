import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { type Engine, MEMORY } from '../../l10n/engines/engine.ts'
import { firstFaults } from '../../l10n/faults.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { echo } from '../../text/escape.ts'
import { findClosestName } from '../closest-name.ts'
import type { Services } from '../pipeline/call.ts'
import type { Project } from '../translations/records.ts'
import { findEngineFault, readSpend } from './budget.ts'
import { toDollars } from './view.ts'

/** An engine of the server, as a project can use it. */
export const EngineView = z.object({
  engine: z.string(),
  kind: z.enum(['memory', 'llm', 'mt', 'pseudo']),
  model: z.string().optional(),
  /** Why runs of the project cannot use it; absent if they can. */
  unavailable: z.string().optional(),
  /** Target locales that it cannot translate into. */
  unsupported: z.array(z.string()).optional(),
  /** Whether its requests cost money. */
  paid: z.literal(true).optional(),
  /** US dollars of this calendar month (UTC). */
  budget: z.number().optional(),
  spent: z.number().optional(),
})

/** The engines of the server for a project. Budgets are for members of its account. */
export async function listEngines(
  place: Place,
  { read, now, isMember }: { readonly read: Reader; readonly now: Date; readonly isMember: boolean },
  services: Pick<Services, 'engines'>,
): Promise<readonly z.input<typeof EngineView>[]> {
  const views: z.input<typeof EngineView>[] = []
  const { source_locale, target_locales } = place.project
  for (const name of listEngineNames(services)) {
    const engine = services.engines.find(name)
    const fault = findUseFault(name, place, services)
    const unsupported = target_locales.filter(locale => engine?.findUnsupported(source_locale, locale) !== undefined)
    const spend = isMember && engine?.isPaid === true ? await readSpend(place.account, name, read, now) : undefined
    views.push({
      engine: name,
      kind: engine?.kind ?? 'memory',
      ...(engine?.model !== undefined && { model: engine.model }),
      ...(fault !== undefined && { unavailable: fault.why }),
      ...(unsupported.length > 0 && { unsupported: [...unsupported] }),
      ...(engine?.isPaid === true && { paid: true }),
      ...(spend?.budget !== undefined && { budget: toDollars(spend.budget), spent: toDollars(spend.spent) }),
    })
  }
  return views
}

interface Place {
  readonly project: Project
  readonly account: Frozen<AccountRecord>
}

/** The names of all engines of the server. */
export const listEngineNames = ({ engines }: Pick<Services, 'engines'>): readonly string[] => [
  MEMORY,
  ...engines.all.map(({ id }) => id),
]

/** Why a project cannot use an engine; undefined if it can. */
export function findUseFault(
  name: string,
  { project, account }: Place,
  { engines }: Pick<Services, 'engines'>,
): { readonly why: string; readonly fix: string } | undefined {
  const { engines: allowed } = project.settings
  const names = listEngineNames({ engines })
  if (!names.includes(name)) {
    const close = findClosestName(name, names)
    return {
      why: `Engine "${echo(name)}" does not exist on this server.`,
      fix: `${close === undefined ? '' : `Did you mean ${close}? `}Engines: ${names.join(', ')}.`,
    }
  }
  if (allowed !== undefined && !allowed.includes(name)) {
    return {
      why: `The policy of this project does not allow engine "${echo(name)}".`,
      fix: `Use ${allowed.join(', ')}, or ask an administrator to change engines with update_project_policy.`,
    }
  }
  const engine = engines.find(name)
  const why = engine && findEngineFault(engine, account)
  return why === undefined ? undefined : { why, fix: 'Choose another engine, or ask an operator of this server.' }
}

/**
 * Returns the engines of a run, in order: those of the call, else those of the policy, else memory and the first engine that the account may use. Engines that
 * support none of the locales are left out of a default.
 * @throws AppError `invalid_input` that names every engine which cannot be used.
 */
export function chooseEngines(
  given: readonly string[] | undefined,
  locales: readonly string[],
  kind: 'translate' | 'revise',
  place: Place,
  services: Pick<Services, 'engines'>,
): readonly string[] {
  const { source_locale, settings } = place.project
  const supports = (engine: Engine): boolean =>
    locales.some(locale => engine.findUnsupported(source_locale, locale) === undefined) &&
    (kind === 'translate' || engine.canRevise)
  const isUsable = (name: string): boolean => findUseFault(name, place, services) === undefined
  if (given !== undefined) {
    assertUsable(given, locales, kind, place, services)
    return [...new Set(given)]
  }
  const fitting = services.engines.all.filter(engine => supports(engine) && isUsable(engine.id)).map(({ id }) => id)
  const chain =
    settings.engines === undefined
      ? [...(kind === 'translate' ? [MEMORY] : []), ...preferred(fitting, services)]
      : settings.engines.filter(name => (name === MEMORY ? kind === 'translate' : fitting.includes(name)))
  if (chain.some(name => name !== MEMORY) || (chain.length > 0 && settings.engines !== undefined)) return chain
  const hasMemory = kind === 'translate' && isUsable(MEMORY)
  const none = hasMemory ? 'No engine of this server besides memory' : 'No engine of this server'
  throw new AppError('invalid_input', `${none} can ${kind} into ${locales.join(', ')} for you.`, {
    fix: `${hasMemory ? MEMORY_ONLY : ''}Translate with get_work and submit_translations, or ask an operator to configure or enable an engine. Engines: ${listEngineNames(services).join(', ')}.`,
  })
}

/** The memory alone leaves out most strings of a new project, so it is no default. */
const MEMORY_ONLY = 'To reuse earlier translations alone, give engines: ["memory"]. '

/** One language model or machine translation, the first that is configured, and pseudo-localization, which has locales of its own. */
function preferred(names: readonly string[], { engines }: Pick<Services, 'engines'>): readonly string[] {
  const isPseudo = (name: string): boolean => engines.find(name)?.kind === 'pseudo'
  return [...names.filter(name => !isPseudo(name)).slice(0, 1), ...names.filter(isPseudo)]
}

function assertUsable(
  names: readonly string[],
  locales: readonly string[],
  kind: 'translate' | 'revise',
  place: Place,
  services: Pick<Services, 'engines'>,
): void {
  const faults = names.flatMap(name => {
    const fault = findUseFault(name, place, services)
    if (fault !== undefined) return [fault]
    const engine = services.engines.find(name)
    if (kind === 'revise' && engine?.canRevise !== true) {
      return [{ why: `Engine "${name}" cannot revise translations.`, fix: 'Use a language model.' }]
    }
    const reasons = locales.map(locale => engine?.findUnsupported(place.project.source_locale, locale))
    const [reason] = reasons
    return reason === undefined || reasons.includes(undefined)
      ? []
      : [{ why: reason, fix: 'Leave the engine out, or choose other locales.' }]
  })
  const [first] = faults
  if (first === undefined) return
  throw new AppError('invalid_input', firstFaults(faults.map(({ why }) => why)).join(' '), { fix: first.fix })
}
