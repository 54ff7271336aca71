import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { getOrAdd } from '../../l10n/groups.ts'
import { DIFFERENCES } from '../../l10n/memory/compare-sources.ts'
import { MAX_TEXT_UNITS, type Message } from '../../l10n/message/message.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { diffWords, formatDiff } from '../../text/diff-words.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { ReadContext } from '../pipeline/call.ts'
import { ofProject, readTool } from '../pipeline/define-tool.ts'
import { jsonByteLength } from '../pipeline/json-byte-length.ts'
import { projectTarget } from '../pipeline/resources.ts'
import { BranchName, getBranch } from '../projects/branches.ts'
import { targetLocale } from '../projects/locales.ts'
import { CommaFree } from '../schemas/comma-free.ts'
import { ProjectName } from '../schemas/fields.ts'
import { Locale } from '../schemas/locale.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import { isPublicReader } from '../translations/actors.ts'
import { EntryFinder } from '../translations/find-entry.ts'
import { EXACT, IN_CONTEXT, type MemoryHit, MemorySearch, type Sought } from './memory-search.ts'

const Text = z.union([z.string(), z.record(z.string(), z.string())])

/** A row of the memory. `diff`: from its source to the one that was searched for. */
const MemoryRow = z.object({
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
class MemoryRows {
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
      return showNames({ project, file, key })
    }
    const { project_id, file_id, short, key } = entry
    const project = await getOrAdd(
      this.#names,
      project_id,
      async () => (await this.#read.projects.get(project_id))?.slug,
    )
    const file = await getOrAdd(this.#names, file_id, async () => (await this.#read.files.get(file_id))?.path)
    return { ...showNames({ project: project && `${this.#account}/${project}`, file, key }), id: short }
  }
}

const showNames = (names: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(omitUndefined(names)).map(([name, text = '']) => [name, escapeInvisible(text)]))

const MAX_IDS = 20
const MAX_ROWS = 20
const DEFAULT_ROWS = 5
const DEFAULT_MIN_SCORE = 75
/** Bytes of rows in an answer. The first row can exceed it. */
const MAX_BYTES = 32_000

const Found = z.object({
  id: z.string().optional(),
  matches: z.array(MemoryRow),
  /** Why the ID was not searched for. */
  why: z.string().optional(),
})

/** Searches the translation memory for a text, or for strings of a project. */
export const searchMemory = readTool({
  name: 'search_memory',
  title: 'Search translation memory',
  description:
    'Find how the same or a similar source string was translated before, in the account and in imported files. Score 101: same key or neighbors too. 100: same source. Below: similar (diff), or with locale a translation into a fallback. Give text, or ids of strings.',
  scope: 'project:read',
  toolset: 'advanced',
  rest: [ofProject('GET', '/memory')],
  input: z.object({
    project: ProjectName,
    locale: Locale,
    branch: BranchName.optional(),
    text: z.string().min(1).max(MAX_TEXT_UNITS).optional(),
    ids: z.array(CommaFree.max(40)).min(1).max(MAX_IDS).optional(),
    min_score: z.number().int().min(50).max(IN_CONTEXT).default(DEFAULT_MIN_SCORE),
    limit: z.number().int().min(1).max(MAX_ROWS).default(DEFAULT_ROWS),
  }),
  output: z.object({
    locale: z.string(),
    found: z.array(Found),
    /** Rows that did not fit. */
    more: z.number().int().optional(),
  }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async ({ text, ids, min_score, limit, ...input }, call) => {
    const { read, resource, principal, computed } = call
    const { project, account, target } = resource
    const branch = getBranch(project, input.branch)
    const locale = targetLocale(project, input.locale)
    if ((text === undefined) === (ids === undefined)) throw eitherError(text === undefined)
    const isOutsider = await isPublicReader(principal, target, read)
    const search = new MemorySearch({ project, branch, isOutsider }, read)
    const rows = new MemoryRows(account.handle, read)
    const pace = computed.pace()
    const options = { minScore: min_score, limit, withFallbacks: true }
    const found: z.output<typeof Found>[] = []
    let bytes = 0
    let more = 0
    for (const { id, sought, why } of await listSought({ text, ids }, { project, branch }, call)) {
      if (pace.shouldYield) await pace.yieldNow()
      const hits = sought && (await search.search(sought, [locale], options)).get(locale)
      const matches: z.output<typeof MemoryRow>[] = []
      for (const hit of hits ?? []) {
        const row = await rows.describe(hit, sought?.source ?? '')
        const size = jsonByteLength(row)
        if (bytes > 0 && bytes + size > MAX_BYTES) more += 1
        else matches.push(row)
        bytes += size
      }
      found.push({ ...(id !== undefined && { id }), matches, ...(why !== undefined && { why }) })
    }
    return { locale, found, ...(more > 0 && { more }) }
  },
})

interface SoughtRow {
  readonly id?: string
  readonly sought?: Sought
  readonly why?: string
}

async function listSought(
  { text, ids = [] }: { readonly text: string | undefined; readonly ids: readonly string[] | undefined },
  { project, branch }: { readonly project: Frozen<ProjectRecord>; readonly branch: string },
  { read }: Pick<ReadContext, 'read'>,
): Promise<readonly SoughtRow[]> {
  if (text !== undefined) return [{ sought: { source: text } }]
  const entries = await new EntryFinder(project, branch, read).findAll(ids.map(id => ({ id })))
  return ids.map((id, at) => {
    const name = { id: escapeInvisible(id) }
    const one = entries[at]
    if (one === undefined || 'code' in one) return { ...name, ...(one !== undefined && { why: one.why }) }
    const { entry, line } = one
    return { ...name, sought: { source: getSource(entry, line.src), syntax: entry.syntax, entry } }
  })
}

const eitherError = (isNone: boolean): AppError =>
  new AppError('invalid_input', isNone ? 'text is missing.' : 'text and ids are both given.', {
    fix: 'Give text, or ids of strings of the project.',
  })
