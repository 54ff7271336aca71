import { type Branch, fork, listPushes, recordPush, setTree } from './branches.ts'
import type { SourceStep, Step } from './history.ts'
import type { Look } from './looks.ts'
import { findLosses } from './losses.ts'
import type { Model } from './model.ts'
import { findUnnamed } from './names.ts'
import { changeTree, mergeTrees, placeOf, type SourceString } from './tree.ts'

const MAX_BRANCHES = 3

/** Each step returns whether there was something to do. */
export async function changeSource(
  model: Model,
  branch: Branch,
  step: Step & { readonly do: SourceStep },
): Promise<boolean> {
  const { history, numbers } = model
  const tree = changeTree({ format: history.format, numbers, tree: branch.tree, past: branch.past }, step)
  if (tree === branch.tree) return false
  setTree(branch, tree)
  if (!step.later) await pushAndCompare(model, branch)
  return true
}

/** What a new branch shows is compared with what main shows. */
export async function forkBranch(model: Model): Promise<boolean> {
  if (model.branches.length >= MAX_BRANCHES) return false
  await pushAndCompare(model, model.main)
  const branch = fork(model.main, `b${model.numbers.next()}`)
  model.branches.push(branch)
  const before = model.seen.get('main')
  await push(model, branch)
  await model.lookAll()
  compare(model, branch, before)
  return true
}

/** What main shows after a merge is compared with what main and what the branch showed. */
export async function mergeBranch(model: Model, branch: Branch): Promise<boolean> {
  const { main } = model
  await pushAndCompare(model, branch)
  const merged = mergeTrees(model.history.format, branch.base, main.tree, branch.tree)
  setTree(main, merged)
  const theirs = model.seen.get(branch.name)
  await pushAndCompare(model, main)
  compare(model, main, theirs)
  branch.base = merged
  setTree(branch, merged)
  await pushAndCompare(model, branch)
  return true
}

export async function endBranch(model: Model, branch: Branch): Promise<boolean> {
  await model.project.endBranch(branch.name)
  model.branches.splice(model.branches.indexOf(branch), 1)
  await model.lookAll()
  return true
}

/** Pushes what changed. */
export async function push(model: Model, branch: Branch): Promise<readonly object[]> {
  const answers: object[] = []
  for (const files of listPushes(branch, model.history.pushes)) {
    answers.push(await model.project.push(branch.name, files))
    recordPush(model.history.format, branch, files)
    model.project.pass()
  }
  return answers
}

async function pushAndCompare(model: Model, branch: Branch): Promise<void> {
  const before = model.seen
  for (const [name, look] of before) model.known.note(name, look)
  const answers = await push(model, branch)
  if (answers.length === 0) return
  await model.lookAll()
  for (const other of model.branches) compare(model, other, before.get(other.name))
  const [was, is] = [before.get(branch.name), model.seen.get(branch.name)]
  if (was === undefined || is === undefined) return
  for (const what of model.known.compare(branch.name, was, is)) model.report('missing', what)
  for (const what of findUnnamed(model.history, model.project.format, was, is, answers)) model.report('unnamed', what)
}

function compare(model: Model, branch: Branch, before: Look | undefined): void {
  const after = model.seen.get(branch.name)
  if (before === undefined || after === undefined) return
  for (const { one, what } of findLosses(before, after, branch.list.left, findExcuse(model, branch, before))) {
    model.report('lost', `${branch.name} ${one.file} ${one.key} "${one.source}" ${what}`)
  }
}

/** File by file, nothing tells where a string went that another one replaced, or whose key changed with its file. */
function findExcuse(
  { history }: Model,
  { list }: Branch,
  before: Look,
): (was: SourceString, one: SourceString) => boolean {
  if (history.pushes === 'whole') return () => false
  const toPlace = (one: SourceString): string => placeOf(history.format, one)
  const isOfAnother = (all: Iterable<SourceString>, place: string, id: number): boolean =>
    [...all].some(other => other.id !== id && toPlace(other) === place)
  return (was, one) =>
    was.file !== one.file &&
    (was.key !== one.key ||
      isOfAnother(list.listed, toPlace(was), one.id) ||
      isOfAnother(before.strings.values(), toPlace(one), one.id))
}
