import { z } from 'zod'
import { resultOr } from '../../../errors.ts'
import { MEMORY } from '../../../l10n/engines/engine.ts'
import { readSpend } from '../../../tools/runs/budget.ts'
import { chooseEngines, findUseFault, listEngineNames } from '../../../tools/runs/engines.ts'
import { toDollars } from '../../../tools/runs/view.ts'
import { getStatus } from '../../../tools/work/get-status.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import { callTool, type PageRequest, type SignedInRequest } from '../../requests/page-request.ts'

const Status = z.object({
  locales: z.array(z.object({ locale: z.string(), left: z.number(), words_left: z.number() })),
})

/** A target locale with the work that is left on the branch. */
export type LocaleWork = z.output<typeof Status>['locales'][number]

export async function readLocales(
  request: SignedInRequest,
  { name: project, branch }: Pick<LoadedProject, 'name' | 'branch'>,
): Promise<readonly LocaleWork[]> {
  const input = { project, branch }
  const { locales } = await callTool(request, { tool: getStatus, input, shape: Status })
  return locales
}

export interface EngineChoice {
  readonly name: string
  readonly kind: 'memory' | 'llm' | 'mt' | 'pseudo'
  readonly model: string | undefined
  readonly isPaid: boolean
  /** US dollars left of the monthly budget; undefined for engines without one. */
  readonly left: { readonly dollars: number; readonly of: number } | undefined
  readonly canRevise: boolean
}

export interface EngineChoices {
  /** In the order in which a run uses them. */
  readonly usable: readonly EngineChoice[]
  /** Engines that an operator can enable. */
  readonly off: readonly string[]
  /** Those of a run that names none; the memory if no other engine fits. */
  readonly defaults: readonly string[]
}

/** Lists the engines that a project may use, and what is left of their budgets. */
export async function listEngines(
  { services }: PageRequest,
  { record: project, account }: Pick<LoadedProject, 'record' | 'account'>,
): Promise<EngineChoices> {
  const place = { project, account }
  const names = project.settings.engines ?? listEngineNames(services)
  const known = listEngineNames(services).filter(name => names.includes(name))
  const ordered = [...known].toSorted((one, other) => names.indexOf(one) - names.indexOf(other))
  const usable = ordered.filter(name => findUseFault(name, place, services) === undefined)
  const choices: EngineChoice[] = []
  for (const name of usable) {
    const engine = services.engines.find(name)
    const { spent, budget } = await readSpend(account, name, services.store.read, services.now())
    const left = budget === undefined ? undefined : Math.max(0, budget - spent)
    choices.push({
      name,
      kind: engine?.kind ?? MEMORY,
      model: engine?.model,
      isPaid: engine?.isPaid ?? false,
      left:
        left === undefined || budget === undefined ? undefined : { dollars: toDollars(left), of: toDollars(budget) },
      canRevise: engine?.canRevise ?? false,
    })
  }
  const off = ordered.filter(name => !usable.includes(name))
  const defaults = listDefaults(place, services)
  return { usable: choices, off, defaults: defaults.length > 0 ? defaults : usable.filter(name => name === MEMORY) }
}

function listDefaults(
  place: Pick<Parameters<typeof chooseEngines>[3], 'project' | 'account'>,
  services: PageRequest['services'],
) {
  // Where no engine fits, none is chosen.
  return resultOr(() => chooseEngines(undefined, place.project.target_locales, 'translate', place, services), [])
}
