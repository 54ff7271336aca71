import type { SourceItem } from '../../../../l10n/files/read-files.ts'
import { hadSource } from '../../../../l10n/translation/line.ts'
import { compoundKey } from '../../../../store/records/define.ts'
import type { Entry } from '../../../translations/records.ts'
import { BranchLists, type ListReader } from './branch-lists.ts'
import type { PushMatching } from './match-push.ts'
import type { NewString, OldString } from './strings.ts'

/** Finds the strings of a branch that still have the source of a pushed one, in other files: those that are pushed later may drop them. */
export class CopyFinder {
  /** The entries of the strings of the push. */
  readonly used = new Set<string>()
  readonly #from: ListReader
  readonly #matched: PushMatching['matched']
  readonly #placed = new Map<string, SourceItem>()
  readonly #gone: ReadonlySet<string>
  readonly #lists: BranchLists
  #elsewhere: ReadonlyMap<NewString, ReadonlySet<string>> = new Map()
  #hasFiles = false

  private constructor({ matched, gone }: PushMatching, from: ListReader) {
    this.#from = from
    this.#matched = matched
    this.#gone = new Set(gone.map(({ entry }) => entry.id))
    this.#lists = new BranchLists(from)
  }

  /** @param sought the strings whose copies are asked for */
  static async open(sought: readonly NewString[], matching: PushMatching, from: ListReader): Promise<CopyFinder> {
    const { project, read, pace } = from
    const finder = new CopyFinder(matching, from)
    for (const [item, { before }] of matching.matched) {
      if (pace.shouldYield) await pace.yieldNow()
      finder.used.add(before.entry.id)
      finder.#placed.set(before.entry.id, item)
    }
    finder.#hasFiles = (await read.files.count('project', project.id)) > 0
    if (finder.#hasFiles) finder.#elsewhere = await findOnOtherBranches(sought, from)
    return finder
  }

  /** The entries that have or had the key of a string, or that another branch lists in its place with its source. */
  async listAlike(one: NewString): Promise<readonly Entry[]> {
    if (!this.#hasFiles) return []
    const { project, read } = this.#from
    const { entries } = read
    const name = compoundKey(project.id, one.key)
    const named = [...(this.#elsewhere.get(one) ?? [])]
    const found = await Promise.all([
      entries.list('key', name),
      entries.list('other_key', name),
      named.length === 0 ? [] : entries.getEach(named),
    ])
    return found.flat().filter(entry => entry !== undefined)
  }

  /** Finds the entry that another branch lists in the place of a string, with its source. */
  findThere(one: NewString, alike: readonly Entry[]): Entry | undefined {
    return alike.find(({ id }) => this.#elsewhere.get(one)?.has(id) === true)
  }

  /**
   * Finds a string of another file that the branch still has, with the same source, and the same key here or on another branch; else one of the same key that
   * had this source before: where it went, another file says later.
   * @param alike result of `listAlike`
   */
  async find(one: NewString, alike: readonly Entry[]): Promise<OldString | undefined> {
    const { src, file } = one
    let earlier: OldString | undefined
    for (const entry of alike) {
      if (this.#gone.has(entry.id)) continue
      const item = this.#placed.get(entry.id)
      const before = item === undefined ? await this.#lists.find(entry) : this.#matched.get(item)?.before
      if (before === undefined) continue
      const { key, src: now } = item ?? before
      const isNamed = key === one.key || this.#elsewhere.get(one)?.has(entry.id) === true
      if (now === src && before.src === src && before.file !== file && isNamed) return before
      if (now !== src && hadSource(before.line, src)) earlier ??= before
    }
    return earlier
  }
}

/** Finds the entries that other branches list with the same file, key and source as new strings: IDs by string. Reads the lists of the files of these strings. */
async function findOnOtherBranches(
  added: readonly NewString[],
  { branch, read, pace }: ListReader,
): Promise<ReadonlyMap<NewString, ReadonlySet<string>>> {
  const wanted = new Map<string, Map<string, NewString>>()
  for (const one of added) {
    if (pace.shouldYield) await pace.yieldNow()
    const strings = wanted.get(one.file) ?? new Map<string, NewString>()
    wanted.set(one.file, strings.set(`${one.src}${one.key}`, one))
  }
  const found = new Map<NewString, Set<string>>()
  for (const [file, strings] of wanted) {
    for (const list of await read.branch_files.list('file', file)) {
      if (list.branch === branch) continue
      for (const { key, src, entry_id } of list.items) {
        if (pace.shouldYield) await pace.yieldNow()
        const one = strings.get(`${src}${key}`)
        if (one !== undefined) found.set(one, (found.get(one) ?? new Set()).add(entry_id))
      }
    }
  }
  return found
}
