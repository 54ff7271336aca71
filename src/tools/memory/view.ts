import { z } from 'zod'
import { DIFFERENCES } from '../../l10n/memory/compare-sources.ts'
import type { Message } from '../../l10n/message/message.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Reader } from '../../store/store.ts'
import { diffWords, formatDiff } from '../../text/diff-words.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { EXACT, type MemoryHit } from './memory-search.ts'

const Text = z.union([z.string(), z.record(z.string(), z.string())])

/** A row of the memory. `diff`: from its source to the one that was searched for. */
export const MemoryRow = z.object({
  score: z.number().int(),
  source: Text,
  target: Text,
  /** The fallback that the target is in; absent for the sought locale. */
  locale: z.string().optional(),
  project: z.string().optional(),
  id: z.string().optional(),
  file: z.string().optional(),
  key: z.string().optional(),
  state: z.enum(['translated', 'approved']).optional(),
  imported: z.literal(true).optional(),
  /** ID for delete_memory. */
  import: z.string().optional(),
  at: z.string(),
  uses: z.number().int().optional(),
  differs: z.array(z.enum(DIFFERENCES)).optional(),
  diff: z.string().optional(),
})

/** Describes hits, and reads each project and file once. */
export class MemoryRows {
  readonly #account: string
  readonly #read: Pick<Reader, 'projects' | 'files'>
  readonly #names = new Map<string, Promise<string | undefined>>()

  constructor(account: string, read: Pick<Reader, 'projects' | 'files'>) {
    this.#account = account
    this.#read = read
  }

  async describe(
    { unit, score, differs, uses, locale }: MemoryHit,
    sought: Frozen<Message>,
  ): Promise<z.output<typeof MemoryRow>> {
    const { source, target, state, at } = unit
    const isSimilar = score < EXACT && (locale === undefined || source !== sought)
    return {
      score,
      source,
      target,
      ...(locale !== undefined && { locale }),
      ...(await this.#describePlace(unit)),
      ...(unit.imported === undefined ? { state } : { imported: true, import: unit.imported.import_id }),
      at,
      ...(uses > 1 && { uses }),
      ...(differs.length > 0 && { differs: [...differs] }),
      ...(isSimilar &&
        typeof source === 'string' &&
        typeof sought === 'string' && { diff: formatDiff(diffWords(source, sought)) }),
    }
  }

  async #describePlace({ entry, imported }: MemoryHit['unit']) {
    if (entry === undefined) {
      const { project, file, key } = imported ?? {}
      return omitAbsent({ project, file, key })
    }
    const { project_id, file_id, short, key } = entry
    const project = await this.#findOnce(project_id, async () => (await this.#read.projects.get(project_id))?.slug)
    const file = await this.#findOnce(file_id, async () => (await this.#read.files.get(file_id))?.path)
    return { ...omitAbsent({ project: project && `${this.#account}/${project}`, file, key }), id: short }
  }

  #findOnce(id: string, find: () => Promise<string | undefined>): Promise<string | undefined> {
    const known = this.#names.get(id) ?? find()
    this.#names.set(id, known)
    return known
  }
}

const omitAbsent = (names: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, text]) => (text === undefined ? [] : [[name, escapeInvisible(text)]])),
  )
