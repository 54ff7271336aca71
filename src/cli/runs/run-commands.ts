import type { CliContext } from '../context.ts'
import { printAnswer } from '../io.ts'
import type { Machine } from '../machine.ts'
import { describeEstimate, describeRun, describeRuns } from '../output/runs.ts'
import { findCommandProject } from '../repository/command-project.ts'
import type { ProjectOptions } from '../repository/project-options.ts'
import { abortOnSignal } from '../shutdown.ts'
import { describeContinuation, followRun } from './follow-run.ts'
import { openRunCaller, type RunCaller } from './run-caller.ts'

export interface TranslateOptions {
  readonly estimate?: boolean
  readonly engine?: readonly string[]
  readonly only?: string
  readonly file?: readonly string[]
  readonly branch?: string
  readonly revise?: boolean
  readonly finding?: string
  readonly outdatedVoice?: boolean
  readonly budget?: number
  readonly note?: string
  readonly resume?: string
  readonly detach?: boolean
  readonly server?: string
  readonly json?: boolean
}

interface Named extends ProjectOptions {
  readonly json?: boolean
}

type Context = Pick<CliContext, 'io' | 'command'>

/** `translate`: estimates, starts or resumes a run, and follows it. Returns the exit code. */
export async function translate(
  machine: Machine,
  options: TranslateOptions & Named & { readonly locales: readonly string[] },
  { io, command }: Context,
): Promise<number> {
  const { estimate = false, detach = false, json = false } = options
  return withCaller(machine, options, io, !estimate && !detach, async (caller, project) => {
    const { isLocal } = caller
    const { run } = await caller.start(toInput({ ...options, project }))
    if (estimate) return printAnswer(io, json, run, () => describeEstimate(run))
    if (!detach) return followRun(run, { project, json, isLocal, interruption: abortOnSignal(), command }, caller, io)
    const follow = command(`runs watch ${project} ${run.id}`)
    const started = `Started run ${run.id}. ${describeContinuation(run, isLocal)}\nFollow it: ${follow}`
    return printAnswer(io, json, run, () => started)
  })
}

/** `runs list` */
export function listRuns(machine: Machine, { json = false, ...options }: Named, context: Context): Promise<number> {
  return withCaller(machine, options, context.io, false, async (caller, project) => {
    const { runs } = await caller.get({ project })
    return printAnswer(context.io, json, { runs }, () => describeRuns(runs))
  })
}

/** `runs watch` */
export function watchRun(
  machine: Machine,
  { run: id, json = false, ...options }: Named & { readonly run: string },
  { io, command }: Context,
): Promise<number> {
  return withCaller(machine, options, io, true, async (caller, project) => {
    const [run] = (await caller.get({ project, run: id })).runs
    if (run === undefined) throw new Error('get_runs answered without the run')
    return followRun(
      run,
      { project, json, isLocal: caller.isLocal, interruption: abortOnSignal(), command },
      caller,
      io,
    )
  })
}

/** `runs cancel` */
export function cancelRun(
  machine: Machine,
  { run: id, json = false, ...options }: Named & { readonly run: string },
  context: Context,
): Promise<number> {
  return withCaller(machine, options, context.io, false, async (caller, project) => {
    const { run, next } = await caller.cancel({ project, run: id })
    return printAnswer(context.io, json, run, () => `${describeRun(run)}\n${next}`)
  })
}

async function withCaller(
  machine: Machine,
  options: ProjectOptions,
  io: Context['io'],
  toWork: boolean,
  act: (caller: RunCaller, project: string) => Promise<number>,
): Promise<number> {
  const { project, server } = await findCommandProject(machine, options)
  const caller = await openRunCaller(machine, io, { toWork, server })
  try {
    return await act(caller, project)
  } finally {
    await caller.close()
  }
}

function toInput(options: TranslateOptions & Named & { readonly locales: readonly string[] }) {
  const { project, locales, engine, only, file, branch, revise, finding, outdatedVoice, budget, note } = options
  return {
    project,
    resume: options.resume,
    budget,
    locales: locales.length > 0 ? locales : undefined,
    engines: engine,
    only,
    files: file,
    branch,
    kind: revise === true ? 'revise' : undefined,
    finding,
    outdated_voice: outdatedVoice,
    note,
    estimate: options.estimate,
  }
}
