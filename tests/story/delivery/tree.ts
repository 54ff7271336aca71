import type { FormatName, SourceStep, Step } from './history.ts'
import { pick } from './history.ts'
import { writeSource } from './texts.ts'

/** A string of the repository. Its number stays the same through all changes: it is what the author means. */
export interface SourceString {
  readonly id: number
  readonly file: string
  /** `section.name` */
  readonly key: string
  readonly context: string | undefined
  readonly source: string
  /** Corrected sources keep their meaning. */
  readonly meaning: number
}

export type Tree = readonly SourceString[]

const FILES = ['a', 'b', 'c', 'd']

/** Gives numbers that were never used before. */
export interface Numbers {
  next(): number
}

export function createNumbers(): Numbers {
  let last = 0
  return { next: () => (last += 1) }
}

/** What a change of source files starts from. */
export interface Author {
  readonly format: FormatName
  readonly numbers: Numbers
  readonly tree: Tree
  /** Strings that this branch had, the newest last, in each of their versions. */
  readonly past: readonly SourceString[]
}

/** The tree after a step; the same tree if there is nothing to do. */
export function changeTree(author: Author, step: Step & { readonly do: SourceStep }): Tree {
  const changed = CHANGES[step.do](author, step)
  return hasTwins(author.format, changed) ? author.tree : changed
}

type Change = (author: Author, step: Step) => Tree

const CHANGES: Readonly<Record<SourceStep, Change>> = {
  add: (author, { at, to }) => insert(author.tree, createString(author, to), at),
  addEqual: (author, { at, to }) => {
    const like = pick(author.tree, at)
    if (like === undefined) return author.tree
    const made = createString(author, to)
    const own = made.key.split('.')[1]
    const context = author.format === 'po' ? own : undefined
    return insert(author.tree, { ...made, source: like.source, meaning: like.meaning, context }, to)
  },
  edit: ({ tree, numbers }, { at }) =>
    change(tree, at, one => ({ ...one, source: writeSource(one.meaning, numbers.next()) })),
  editBack: ({ tree, past }, { at, to }) =>
    change(tree, at, one => {
      const before = pick(
        past.filter(({ id, source }) => id === one.id && source !== one.source),
        to,
      )
      return before === undefined ? one : { ...one, source: before.source }
    }),
  editEqual: ({ tree }, { at, to }) =>
    change(tree, at, one => {
      const like = pick(tree, to)
      return like === undefined ? one : { ...one, source: like.source, meaning: like.meaning }
    }),
  rename: ({ tree, numbers }, { at }) =>
    change(tree, at, one => ({ ...one, key: `${one.key.split('.')[0]}.k${numbers.next()}` })),
  section: ({ tree, numbers }, { at }) => {
    const section = pick(tree, at)?.key.split('.')[0]
    const renamed = `s${numbers.next()}`
    return tree.map(one => {
      const [own, name = ''] = one.key.split('.')
      if (own !== section) return one
      return { ...one, key: `${renamed}.${name}`, context: one.context === own ? renamed : one.context }
    })
  },
  move: ({ tree }, { at, to }) => change(tree, at, one => ({ ...one, file: otherFile(one.file, to) })),
  split: ({ tree }, { at, to }) => {
    const from = pick(tree, at)
    if (from === undefined) return tree
    const [section] = from.key.split('.')
    const file = otherFile(from.file, to)
    return tree.map(one => (one.file === from.file && one.key.startsWith(`${section}.`) ? { ...one, file } : one))
  },
  // Two strings of one file exchange their keys, which looks as if their sources were exchanged.
  swap: ({ tree, format }, { at, to }) => {
    const one = pick(tree, at)
    const other = pick(
      tree.filter(({ id, file }) => id !== one?.id && file === one?.file),
      to,
    )
    if (one === undefined || other === undefined || format === 'po') return tree
    const keyOf = (id: number, key: string): string => (id === one.id ? other.key : id === other.id ? one.key : key)
    const swapped = tree.map(each => ({ ...each, key: keyOf(each.id, each.key) }))
    // Each key keeps its place in the file.
    return swapped.map(each => {
      const placed = each.id === one.id ? other.id : each.id === other.id ? one.id : each.id
      return swapped.find(({ id }) => id === placed) ?? each
    })
  },
  reorder: ({ tree }, { at }) => {
    const cut = at % Math.max(tree.length, 1)
    return [...tree.slice(cut), ...tree.slice(0, cut)]
  },
  drop: ({ tree }, { at }) => {
    const gone = pick(tree, at)
    return tree.length < 3 ? tree : tree.filter(one => one !== gone)
  },
  restore: ({ tree, past }, { at, to }) => {
    const back = pick(listGone(tree, past), at)
    return back === undefined ? tree : insert(tree, back, to)
  },
  // Another string under the key of a dropped one.
  reuse: author => reuseKey(author),
}

function reuseKey(author: Author): Tree {
  const { tree, past, numbers } = author
  const gone = listGone(tree, past).findLast(one => !tree.some(({ file, key }) => file === one.file && key === one.key))
  if (gone === undefined) return tree
  const meaning = numbers.next()
  const { file, key, context } = gone
  return [...tree, { id: numbers.next(), file, key, context, source: writeSource(meaning, numbers.next()), meaning }]
}

const listGone = (tree: Tree, past: readonly SourceString[]): readonly SourceString[] =>
  past.filter(({ id }) => !tree.some(one => one.id === id))

export function createString({ numbers, format, tree }: Omit<Author, 'past'>, to: number): SourceString {
  const meaning = numbers.next()
  const section = pick(tree, to)?.key.split('.')[0] ?? `s${numbers.next()}`
  const context = format === 'po' && to % 3 === 0 ? section : undefined
  return {
    id: numbers.next(),
    file: pick(FILES.slice(0, 2), to) ?? 'a',
    key: `${section}.k${numbers.next()}`,
    context,
    source: writeSource(meaning, numbers.next()),
    meaning,
  }
}

const change = (tree: Tree, at: number, to: (one: SourceString) => SourceString): Tree => {
  const chosen = pick(tree, at)
  return tree.map(one => (one === chosen ? to(one) : one))
}

function insert(tree: Tree, one: SourceString, at: number): Tree {
  const place = at % (tree.length + 1)
  return [...tree.slice(0, place), one, ...tree.slice(place)]
}

const otherFile = (file: string, to: number): string =>
  pick(
    FILES.filter(other => other !== file),
    to,
  ) ?? file

/** Where a file can have a string once only. */
export const placeOf = (format: FormatName, { file, key, context, source }: SourceString): string =>
  format === 'po' ? `${file}/${context ?? ''}/${source}` : `${file}/${key}`

const hasTwins = (format: FormatName, tree: Tree): boolean =>
  new Set(tree.map(one => placeOf(format, one))).size < tree.length

/** Merges as git does: what one side changed wins, and what both changed stays as ours. */
export function mergeTrees(format: FormatName, base: Tree, ours: Tree, theirs: Tree): Tree {
  const find = (tree: Tree, id: number): SourceString | undefined => tree.find(one => one.id === id)
  const kept = ours.flatMap(one => {
    const [before, other] = [find(base, one.id), find(theirs, one.id)]
    if (before === undefined) return [one]
    if (other === undefined) return isEqual(before, one) ? [] : [one]
    return [mergeStrings(before, one, other)]
  })
  const merged = hasTwins(format, kept) ? [...ours] : kept
  for (const one of theirs) {
    if (find(base, one.id) !== undefined || find(merged, one.id) !== undefined) continue
    if (!hasTwins(format, [...merged, one])) merged.push(one)
  }
  return merged
}

function mergeStrings(before: SourceString, ours: SourceString, theirs: SourceString): SourceString {
  const choose = <Field extends keyof SourceString>(field: Field): SourceString[Field] =>
    ours[field] === before[field] ? theirs[field] : ours[field]
  return {
    id: ours.id,
    file: choose('file'),
    key: choose('key'),
    context: choose('context'),
    source: choose('source'),
    meaning: choose('meaning'),
  }
}

const isEqual = (one: SourceString, other: SourceString): boolean =>
  one.file === other.file && one.key === other.key && one.context === other.context && one.source === other.source
