import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { AppError } from '../../errors.ts'
import { CHECK_IDS, FIXED_CHECKS } from '../../l10n/checks/registry.ts'
import { firstFaults } from '../../l10n/faults.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Settings } from '../../store/records/localization.ts'
import { echoList } from '../../text/escape.ts'
import { findClosestName } from '../closest-name.ts'
import type { Services } from '../pipeline/call.ts'
import { ofProject, writeTool } from '../pipeline/define-tool.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { requestRecheck } from '../recheck/requests.ts'
import { listEngineNames } from '../runs/engines.ts'
import { ProjectName } from '../schemas/fields.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import { Policy, policyInput, showPolicy } from './policy.ts'
import { readSyntaxes, setSyntax } from './set-syntax.ts'

const Input = z.object({ project: ProjectName, ...policyInput })
type Input = z.output<typeof Input>

const CHANGE_FIELDS = Object.keys(policyInput) as readonly (keyof typeof policyInput)[]

/**
 * Changes the policy of a project. After new levels or a new syntax, translations are checked again in the background. A new syntax applies at once to entries of the
 * main branch. For entries that only other branches list, it applies with the next push that changes their file.
 */
export const updateProjectPolicy = writeTool({
  name: 'update_project_policy',
  title: 'Update project policy',
  pastTense: 'Updated project policy',
  description:
    'Change review, who approves and whether agents may replace translations by users. Also what a pull exports, levels of checks (old translations are checked again) and message syntax. Returns the current settings.',
  scope: 'project:admin',
  toolset: 'advanced',
  hints: { destructive: false, idempotent: true },
  changes: { fields: CHANGE_FIELDS, fix: `Give one of ${CHANGE_FIELDS.join(', ')}.` },
  grows: false,
  rest: [ofProject('PATCH', '/policy')],
  input: Input,
  output: z.object({ project: z.string(), settings: Policy }),
  structured: true,
  resource: ({ project }, call) => projectTarget(project, call),
  prepare: async (input, { resource: { project }, read, computed }) => {
    const settings = mergeSettings(project.settings, input)
    if (settings.syntax !== project.settings.syntax) await readSyntaxes({ ...project, settings }, { read, computed })
  },
  handler: async (input, { resource: { project, name }, services, tx, computed, audit, skipAudit }) => {
    const { settings } = project
    assertEngines(input.engines ?? [], services)
    const next = mergeSettings(settings, input)
    const changes = diffFields(showPolicy(settings), showPolicy(next), CHANGE_FIELDS)
    if (changes === undefined) skipAudit()
    else {
      const changed = { ...project, settings: next }
      await tx.projects.put(changed)
      if (next.syntax !== settings.syntax) await setSyntax(changed, tx, { computed, at: services.now().toISOString() })
      if (next.syntax !== settings.syntax || JSON.stringify(next.levels) !== JSON.stringify(settings.levels)) {
        await requestRecheck({ owner: 'project', owner_id: project.id }, { kind: 'all' }, tx, services)
      }
      audit(name, undefined, changes)
    }
    return { project: name, settings: showPolicy(next) }
  },
})

/** @throws AppError `invalid_input` */
function mergeSettings(settings: Frozen<Settings>, input: Input): Settings {
  const { syntax: _, engines, ...others } = settings
  const syntax = input.syntax ?? settings.syntax ?? 'auto'
  return {
    ...others,
    ...selectSettings(input),
    ...mergeEngines(engines, input.engines),
    levels: mergeLevels(settings.levels, input.levels ?? {}),
    ...(syntax !== 'auto' && { syntax }),
  }
}

/** An empty list ends the limit. */
function mergeEngines(
  engines: readonly string[] | undefined,
  wanted: readonly string[] | undefined,
): Pick<Settings, 'engines'> {
  const next = wanted ?? engines ?? []
  return next.length > 0 ? { engines: [...new Set(next)] } : {}
}

/** @throws AppError `invalid_input` with the engines that do not exist. */
function assertEngines(wanted: readonly string[], services: Pick<Services, 'engines'>): void {
  const names = listEngineNames(services)
  const unknown = wanted.filter(name => !names.includes(name))
  if (unknown.length === 0) return
  throw new AppError('invalid_input', `engines has ${echoList(unknown)}, which this server does not have.`, {
    fix: `Engines: ${names.join(', ')}.`,
    field: 'engines',
  })
}

/** The fields of the call that are stored unchanged. */
function selectSettings(input: Input): Partial<Settings> {
  const { review, approve, four_eyes, agents_replace, changes_requested, stale } = input
  return omitUndefined({
    review,
    approve,
    four_eyes,
    agents_replace,
    export: input.export,
    changes_requested,
    stale,
  })
}

/** @throws AppError `invalid_input` with every check that does not exist or cannot be lowered. */
function mergeLevels(levels: Readonly<Settings['levels']>, wanted: NonNullable<Input['levels']>): Settings['levels'] {
  const faults = Object.entries(wanted).flatMap(([id, level]) => {
    if (!CHECK_IDS.some(known => known === id)) {
      const close = findClosestName(id, CHECK_IDS)
      return [
        `Check ${JSON.stringify(id.slice(0, 40))} in levels does not exist.${close === undefined ? '' : ` Did you mean ${close}?`}`,
      ]
    }
    const isLowered = FIXED_CHECKS.includes(id) && level !== 'error' && level !== 'default'
    return isLowered ? [`levels.${id} cannot be ${level}: its findings break files, so it stays an error.`] : []
  })
  if (faults.length > 0) {
    throw new AppError('invalid_input', firstFaults(faults).join(' '), {
      fix: `The checks are ${CHECK_IDS.join(', ')}; ${FIXED_CHECKS.join(' and ')} cannot be lowered.`,
    })
  }
  const next = new Map(Object.entries(levels))
  for (const [id, level] of Object.entries(wanted)) {
    if (level === 'default') next.delete(id)
    else next.set(id, level)
  }
  return Object.fromEntries([...next].sort(([a], [b]) => (a < b ? -1 : 1)))
}
