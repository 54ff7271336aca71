import type { Branch } from './branches.ts'
import {
  type History,
  type OtherStep,
  pick,
  SOURCE_STEPS,
  type SourceStep,
  type Step,
  type StepName,
} from './history.ts'
import { judgeWidePulls } from './looks.ts'
import { Model } from './model.ts'
import { type Cast, Project } from './project.ts'
import { changeSource, endBranch, forkBranch, mergeBranch, push } from './push-steps.ts'
import { approve, confirm, decide, importFile, revert, translate } from './text-steps.ts'
import type { Finding } from './verdicts.ts'

/** What became of a history. */
export interface Outcome {
  /** Texts that were judged. */
  readonly looks: number
  readonly findings: readonly Finding[]
  /** Steps that did something, by their names. */
  readonly done: ReadonlyMap<StepName, number>
}

/** Plays a history in a project of its own, and judges what all branches deliver after each step. */
export async function play(history: History, cast: Cast, name: string): Promise<Outcome> {
  const project = await Project.open(cast, name, history)
  const model = new Model(history, project)
  await push(model, model.main)
  await model.lookAll()
  for (const [at, step] of history.steps.entries()) {
    model.at = at
    project.pass()
    if (await takeStep(model, step)) model.done.set(step.do, (model.done.get(step.do) ?? 0) + 1)
  }
  await judgeWidePulls(model.main.list.listed, model)
  return model
}

const OTHER_ACTIONS: Readonly<Record<OtherStep, (model: Model, branch: Branch, step: Step) => Promise<boolean>>> = {
  branch: forkBranch,
  merge: (model, _branch, step) => onSide(model, step, mergeBranch),
  endBranch: (model, _branch, step) => onSide(model, step, endBranch),
  translate,
  approve,
  confirm,
  import: importFile,
  decide: (model, _branch, step) => decide(model, step),
  revert: (model, _branch, step) => revert(model, step),
}

/** Whether there was something to do. */
function takeStep(model: Model, step: Step): Promise<boolean> {
  const branch = pick(model.branches, step.on) ?? model.main
  return isSourceStep(step)
    ? changeSource(model, branch, step)
    : OTHER_ACTIONS[step.do as OtherStep](model, branch, step)
}

const isSourceStep = (step: Step): step is Step & { readonly do: SourceStep } => Object.hasOwn(SOURCE_STEPS, step.do)

/** Acts on a branch other than main. */
async function onSide(
  model: Model,
  { on }: Step,
  act: (model: Model, branch: Branch) => Promise<boolean>,
): Promise<boolean> {
  const side = pick(model.branches.slice(1), on)
  return side !== undefined && act(model, side)
}
