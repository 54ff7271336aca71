import { MAX_UNKNOWN } from '../../l10n/faults.ts'
import { addTo } from '../../l10n/groups.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { echo, escapeInvisible } from '../../text/escape.ts'
import { quote } from '../../text/quote.ts'
import { findClosestName } from '../closest-name.ts'
import { type BranchFile, listBranchFiles } from '../projects/branches.ts'
import { type ListedBranchEntry, listBranchEntries } from './branch-view.ts'
import type { Entry } from './records.ts'
import { fileOn } from './records.ts'
import { withCarriedSource } from './sources.ts'

export interface EntryName {
  readonly id?: string | undefined
  readonly key?: string | undefined
  readonly file?: string | undefined
}

/** ID and key as a call gave them, for its answer. */
export const toGivenName = ({ id, key }: Pick<EntryName, 'id' | 'key'> = {}, show = escapeInvisible) => ({
  ...(id !== undefined && { id: show(id) }),
  ...(key !== undefined && { key: show(key) }),
})

/** An entry with the source that the branch has, or why none was found. */
export type FoundEntry =
  | { readonly entry: Entry; readonly line: SourceLine }
  | { readonly code: 'unknown_key' | 'ambiguous_key'; readonly why: string; readonly fix: string }

type Fault = Extract<FoundEntry, { code: string }>

/** Names that are looked up at once, because a database answers these lookups together. */
const FOUND_AT_ONCE = 50

/** Files that a message lists. */
const MAX_PATHS = 10

/** The list of a branch other than main, which has indexes. */
interface BranchList {
  readonly byKey: ReadonlyMap<string, readonly ListedBranchEntry[]>
  /** Entry → the source that the branch has. */
  readonly lines: ReadonlyMap<string, SourceLine>
}

/** Finds the entries of a branch by short ID or by key. */
export class EntryFinder {
  readonly #project: Frozen<ProjectRecord>
  readonly #branch: string
  readonly #read: Reader
  #listed: Promise<BranchList> | undefined
  #unknown = 0

  constructor(project: Frozen<ProjectRecord>, branch: string, read: Reader) {
    this.#project = project
    this.#branch = branch
    this.#read = read
  }

  /** Finds one entry. After ten unknown keys, no similar key is suggested. */
  async find(name: EntryName): Promise<FoundEntry> {
    const found = await this.#look(name)
    if (!isUnknownKey(found, name)) return found
    this.#unknown += 1
    return this.#unknown > MAX_UNKNOWN ? found : this.#suggest(found, name.key ?? '')
  }

  /** Finds all entries of a call, in their order. With more than ten unknown keys, no similar key is suggested. */
  async findAll(names: readonly EntryName[]): Promise<readonly FoundEntry[]> {
    const found: FoundEntry[] = []
    const slips: { readonly at: number; readonly fault: Fault; readonly key: string }[] = []
    const pace = new Pacer()
    for (let from = 0; from < names.length; from += FOUND_AT_ONCE) {
      const some = names.slice(from, from + FOUND_AT_ONCE)
      for (const [at, one] of (await Promise.all(some.map(name => this.#look(name)))).entries()) {
        found.push(one)
        const name = some[at] ?? {}
        if (isUnknownKey(one, name)) slips.push({ at: from + at, fault: one, key: name.key ?? '' })
      }
      if (pace.shouldYield) await pace.yieldNow()
    }
    for (const { at, fault, key: wanted } of slips.length > MAX_UNKNOWN ? [] : slips) {
      found[at] = await this.#suggest(fault, wanted)
      if (pace.shouldYield) await pace.yieldNow()
    }
    return found
  }

  async #look(name: EntryName): Promise<FoundEntry> {
    if (name.id === undefined && name.key === undefined) {
      return { code: 'unknown_key', why: 'The item has neither id nor key.', fix: 'Give the id of get_work.' }
    }
    const found = name.id === undefined ? await this.#byKey(name) : await this.#byId(name.id)
    if ('code' in found) return found
    const conflict = name.id === undefined ? undefined : await this.#findOtherName(found.entry, name)
    if (conflict !== undefined) return conflict
    const line = await this.#findLine(found.entry)
    if (line !== undefined) return { entry: await withCarriedSource(found.entry, line.src, this.#read), line }
    return {
      code: 'unknown_key',
      why: `${this.#branch} does not list ${quote(name.id ?? name.key ?? '')}.`,
      fix: 'Give the branch that you worked on; if it was this one, leave the item out.',
    }
  }

  /** Returns why the id and the key of a name are not those of one string. A key may be the one of main, of the branch or a former one. */
  async #findOtherName(entry: Entry, { id = '', key: name }: EntryName): Promise<Fault | undefined> {
    if (name === undefined || [entry.key, ...(entry.other_keys ?? [])].some(known => isNamed(known, name))) return
    const onMain = this.#branch === this.#project.main_branch
    if (!onMain && (await this.#list()).byKey.get(name)?.some(({ entryId }) => entryId === entry.id) === true) return
    return {
      code: 'ambiguous_key',
      why: `id is ${quote(id)}, which is ${quote(entry.key)}, but key is ${quote(name)}.`,
      fix: 'Give only the id of the string that you mean.',
    }
  }

  async #byId(id: string): Promise<{ entry: Entry } | Fault> {
    const entry = await this.#read.entries.by('short', compoundKey(this.#project.id, id))
    if (entry !== undefined) return { entry }
    const isKey = (await this.#read.entries.count('key', compoundKey(this.#project.id, id))) > 0
    return {
      code: 'unknown_key',
      why: `There is no entry ${quote(id)}.`,
      fix: isKey ? 'That is a key: give it as key, not as id.' : 'Take the id from get_work.',
    }
  }

  async #byKey({ key: name = '', file }: EntryName): Promise<{ entry: Entry } | Fault> {
    const onMain = this.#branch === this.#project.main_branch
    const known = onMain
      ? await this.#read.entries.list('key', compoundKey(this.#project.id, name))
      : await this.#onBranch(name)
    const inFile = await Promise.all(
      known.map(async entry => ({
        entry,
        path: (await this.#read.files.get(fileOn(entry, this.#branch)))?.path ?? '',
      })),
    )
    const fitting = inFile.filter(
      ({ path, entry }) => (file === undefined || path === file) && (!onMain || entry.listed),
    )
    const [first, ...others] = fitting
    if (first === undefined) return unknownKeyFault(name)
    if (others.length === 0) return first
    const paths = fitting.slice(0, MAX_PATHS).map(({ path }) => quote(path))
    const more = fitting.length > paths.length ? ` and ${fitting.length - paths.length} more` : ''
    return {
      code: 'ambiguous_key',
      why: `${quote(name)} is a key of ${paths.join(', ')}${more}.`,
      fix: 'Give id, or file beside key.',
    }
  }

  async #onBranch(name: string): Promise<readonly Entry[]> {
    const listed = (await this.#list()).byKey.get(name) ?? []
    const entries = await Promise.all(listed.map(({ entryId }) => this.#read.entries.get(entryId)))
    return entries.filter(entry => entry !== undefined)
  }

  async #suggest(fault: Fault, name: string): Promise<Fault> {
    const files = await listBranchFiles(this.#project, this.#branch, this.#read)
    const close = findClosestName(name, listKeys(files))
    return close === undefined
      ? fault
      : { ...fault, fix: `Did you mean ${JSON.stringify(escapeInvisible(close).slice(0, 80))}?` }
  }

  async #findLine(entry: Entry): Promise<SourceLine | undefined> {
    if (this.#branch === this.#project.main_branch) return entry.listed ? entry : undefined
    return (await this.#list()).lines.get(entry.id)
  }

  #list(): Promise<BranchList> {
    this.#listed ??= loadBranchList(this.#project, this.#branch, this.#read)
    return this.#listed
  }
}

/** An entry of a project by its short ID, on any branch. `line` is its source on the branch; undefined if the branch does not list it. */
export async function findEntryById(
  project: Frozen<ProjectRecord>,
  branch: string,
  id: string,
  read: Reader,
): Promise<{ readonly entry: Entry; readonly line: SourceLine | undefined } | undefined> {
  const entry = await read.entries.by('short', compoundKey(project.id, id))
  if (entry === undefined) return undefined
  if (branch === project.main_branch) return { entry, line: entry.listed ? entry : undefined }
  const branchFile = await read.branch_files.by('place', compoundKey(project.id, branch, fileOn(entry, branch)))
  return { entry, line: branchFile?.items.find(({ entry_id }) => entry_id === entry.id) }
}

async function loadBranchList(project: Frozen<ProjectRecord>, branch: string, read: Reader): Promise<BranchList> {
  const byKey = new Map<string, ListedBranchEntry[]>()
  const lines = new Map<string, SourceLine>()
  const pace = new Pacer()
  for (const item of await listBranchEntries(project, branch, read)) {
    addTo(byKey, item.key, item)
    lines.set(item.entryId, item.line)
    if (pace.shouldYield) await pace.yieldNow()
  }
  return { byKey, lines }
}

function* listKeys(files: readonly BranchFile[]): Generator<string> {
  for (const { branchFile } of files) for (const { key: name } of branchFile.items) yield name
}

/** Returns whether a caller gave this key, maybe as an answer shows it. */
const isNamed = (known: string, name: string): boolean =>
  known === name || escapeInvisible(known) === name || echo(known) === name

const isUnknownKey = (found: FoundEntry, name: EntryName): found is Fault & { code: 'unknown_key' } =>
  'code' in found && found.code === 'unknown_key' && name.id === undefined && name.key !== undefined

const unknownKeyFault = (name: string): Fault => ({
  code: 'unknown_key',
  why: `There is no key ${quote(name)}.`,
  fix: 'Take the id from get_work.',
})
