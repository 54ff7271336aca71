import { key } from '../../store/records/collection.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import { nearest } from '../parse.ts'
import { shown } from '../shown.ts'
import { listBranch } from './branch-view.ts'
import { carrying } from './sources.ts'
import type { Entry } from './unit.ts'

export interface EntryName {
  readonly id?: string | undefined
  readonly key?: string | undefined
  readonly file?: string | undefined
}

/** An entry that a branch lists, with the source that the branch has; or why there is none to act on. */
export type FoundEntry =
  | { readonly entry: Entry; readonly src: string }
  | { readonly code: 'unknown_key' | 'ambiguous_key'; readonly why: string; readonly fix: string }

const MOST_SUGGESTIONS = 10

/** Finds the entries of a branch by their short id or by their key. The main branch answers from indexes. */
export class EntryFinder {
  readonly #project: Frozen<ProjectRecord>
  readonly #branch: string
  readonly #read: Reader
  #listed: ReturnType<typeof listBranch> | undefined
  #sources: Promise<ReadonlyMap<string, string>> | undefined
  #suggestions = 0

  constructor(project: Frozen<ProjectRecord>, branch: string, read: Reader) {
    this.#project = project
    this.#branch = branch
    this.#read = read
  }

  async find(name: EntryName): Promise<FoundEntry> {
    if (name.id === undefined && name.key === undefined) {
      return { code: 'unknown_key', why: 'The item has neither id nor key.', fix: 'Give the id of get_work.' }
    }
    const found = name.id === undefined ? await this.#byKey(name) : await this.#byId(name.id)
    if ('code' in found) return found
    const src = await this.#sourceOf(found.entry)
    if (src !== undefined) return { entry: await carrying(found.entry, src, this.#read), src }
    return {
      code: 'unknown_key',
      why: `${this.#branch} does not list ${shown(name.id ?? name.key ?? '')}.`,
      fix: 'Give the branch that you worked on; if it was this one, leave the item out.',
    }
  }

  async #byId(id: string): Promise<{ entry: Entry } | Extract<FoundEntry, { code: string }>> {
    const entry = await this.#read.entries.by('short', key(this.#project.id, id))
    if (entry !== undefined) return { entry }
    const isKey = (await this.#read.entries.count('key', key(this.#project.id, id))) > 0
    return {
      code: 'unknown_key',
      why: `There is no entry ${shown(id)}.`,
      fix: isKey ? 'That is a key: give it as key, not as id.' : 'Take the id from get_work.',
    }
  }

  async #byKey({ key: name = '', file }: EntryName): Promise<{ entry: Entry } | Extract<FoundEntry, { code: string }>> {
    const onMain = this.#branch === this.#project.main_branch
    const known = onMain
      ? await this.#read.entries.list('key', key(this.#project.id, name))
      : await this.#onBranch(name)
    const inFile = await Promise.all(
      known.map(async entry => ({ entry, path: (await this.#read.files.get(entry.file_id))?.path ?? '' })),
    )
    const fitting = inFile.filter(
      ({ path, entry }) => (file === undefined || path === file) && (!onMain || entry.listed),
    )
    const [first, ...others] = fitting
    if (first === undefined) return this.#unknown(name)
    if (others.length === 0) return first
    const paths = fitting.map(({ path }) => path)
    return {
      code: 'ambiguous_key',
      why: `${shown(name)} is a key of ${paths.map(shown).join(', ')}.`,
      fix: 'Give id, or file beside key.',
    }
  }

  async #onBranch(name: string): Promise<readonly Entry[]> {
    const listed = (await this.#list()).filter(item => item.key === name)
    const entries = await Promise.all(listed.map(({ entryId }) => this.#read.entries.get(entryId)))
    return entries.filter(entry => entry !== undefined)
  }

  async #unknown(name: string): Promise<Extract<FoundEntry, { code: string }>> {
    // A look at every key of the branch is for a slip, not for a thousand wrong items.
    this.#suggestions += 1
    const keys = this.#suggestions > MOST_SUGGESTIONS ? [] : (await this.#list()).map(item => item.key)
    const close = nearest(name.slice(0, 200), [...new Set(keys)])
    return {
      code: 'unknown_key',
      why: `There is no key ${shown(name.slice(0, 120))}.`,
      fix:
        close === undefined
          ? 'Take the id from get_work.'
          : `Did you mean ${JSON.stringify(shown(close).slice(0, 80))}?`,
    }
  }

  async #sourceOf(entry: Entry): Promise<string | undefined> {
    if (this.#branch === this.#project.main_branch) return entry.listed ? entry.src : undefined
    this.#sources ??= this.#list().then(listed => new Map(listed.map(({ entryId, src }) => [entryId, src])))
    return (await this.#sources).get(entry.id)
  }

  #list(): ReturnType<typeof listBranch> {
    this.#listed ??= listBranch(this.#project, this.#branch, this.#read)
    return this.#listed
  }
}
