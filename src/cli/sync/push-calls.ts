import { z } from 'zod'
import type { ToolCaller } from '../backends/tool-caller.ts'
import type { RepositorySource } from './source-files.ts'

/** The files of one call. */
const MAX_FILES = 500

const Count = z.number().optional()
const SourceCounts = {
  added: Count,
  changed: Count,
  renamed: Count,
  revived: Count,
  dropped: Count,
  unchanged: Count,
}
const Pushed = z.looseObject({
  ...SourceCounts,
  renames: z.array(z.string()).optional(),
  files: z.array(z.looseObject({ path: z.string(), ...SourceCounts })).optional(),
  more_files: Count,
  confirm_removed: Count,
  batch: z.string().optional(),
})

const ImportCounts = { imported: Count, unchanged: Count, kept: Count, fallback: Count, refused: Count, missing: Count }
const Found = z.looseObject({ errors: Count, same_as_source: Count, warnings: Count })
const Imported = z.looseObject({
  ...ImportCounts,
  conflicts: z
    .looseObject({ count: z.number(), first: z.array(z.looseObject({ key: z.string(), locale: z.string() })) })
    .optional(),
  found: z.record(z.string(), Found).optional(),
  files: z.array(z.looseObject({ path: z.string(), locale: z.string(), ...ImportCounts, conflicts: Count })).optional(),
  more_files: Count,
})

/** What a push did to a source file; keys and old keys of up to 20 renames. */
export interface PushedRow {
  readonly path: string
  readonly added: number
  readonly changed: number
  readonly renamed: number
  readonly revived: number
  readonly removed: number
  readonly unchanged: number
  readonly renames: readonly string[]
}

export interface PushResult {
  readonly files: readonly PushedRow[]
  /** Files that the answers do not list. */
  readonly moreFiles: number
  /** Strings that a push of a dry run would remove, if that must be confirmed. */
  readonly confirmRemoved?: number
}

interface PushInput {
  readonly project: string
  readonly branch: string | undefined
  readonly sources: readonly RepositorySource[]
  /** Old paths of moved source files, by path. */
  readonly moves: ReadonlyMap<string, string>
  readonly removed: readonly string[]
  readonly dryRun: boolean
  readonly prune: boolean
  readonly confirmRemoved: number | undefined
}

/** Pushes source files in as few calls as the limits allow. */
export async function pushSources(caller: ToolCaller, input: PushInput): Promise<PushResult> {
  const rows: PushedRow[] = []
  let moreFiles = 0
  let confirmRemoved: number | undefined
  const confirm = input.confirmRemoved === undefined ? {} : { confirm_removed: input.confirmRemoved }
  for (const part of splitFiles(input.sources)) {
    const answer = await caller.call(
      'push_source',
      {
        project: input.project,
        ...(input.branch !== undefined && { branch: input.branch, prune: input.prune }),
        files: part.map(({ path, rule }) => {
          const from = input.moves.get(path)
          // The server would keep the target path of the old place.
          return from === undefined ? { path } : { path, moved_from: from, target: rule.target }
        }),
        ...confirm,
        dry_run: input.dryRun,
      },
      Pushed,
    )
    const files =
      answer.files?.length === 1 && part.length === 1
        ? [{ ...answer, ...answer.files[0], ...pickCounts(answer) }]
        : answer.files
    rows.push(...(files ?? []).map(file => toRow(file.path ?? '', file, answer.renames ?? [], part.length > 1)))
    moreFiles += answer.more_files ?? 0
    confirmRemoved ??= answer.confirm_removed
  }
  for (const removed of splitFiles(input.removed)) {
    const args = { project: input.project, removed, ...confirm, dry_run: input.dryRun }
    const answer = await caller.call('push_source', args, Pushed)
    confirmRemoved ??= answer.confirm_removed
  }
  return { files: rows, moreFiles, ...(confirmRemoved !== undefined && { confirmRemoved }) }
}

const pickCounts = ({ added, changed, renamed, revived, dropped, unchanged }: z.output<typeof Pushed>) => ({
  added,
  changed,
  renamed,
  revived,
  dropped,
  unchanged,
})

type Counts = Partial<Record<keyof typeof SourceCounts, number | undefined>>

function toRow(path: string, counts: Counts, renames: readonly string[], isPrefixed: boolean): PushedRow {
  const { added = 0, changed = 0, renamed = 0, revived = 0, dropped = 0, unchanged = 0 } = counts
  const own = isPrefixed
    ? renames.flatMap(line => (line.startsWith(`${path}: `) ? [line.slice(path.length + 2)] : []))
    : renames
  return { path, added, changed, renamed, revived, removed: dropped, unchanged, renames: own }
}

/** What an import did to the translations of a file. */
export interface ImportedRow {
  readonly path: string
  readonly locale: string
  readonly imported: number
  readonly unchanged: number
  readonly kept: number
  readonly fallback: number
  readonly refused: number
  readonly conflicts: number
}

/** Translations of a locale with findings. */
export interface FoundInImport {
  readonly errors: number
  readonly same_as_source: number
  /** With other warnings. */
  readonly warnings: number
}

export interface ImportResult {
  readonly found: ReadonlyMap<string, FoundInImport>
  readonly conflictCount: number
  readonly files: readonly ImportedRow[]
  readonly moreFiles: number
  readonly conflicts: readonly { readonly key: string; readonly locale: string }[]
}

/** Imports translated files in as few calls as the limits allow. */
export async function pushTargets(
  caller: ToolCaller,
  targets: readonly { readonly path: string; readonly source: string; readonly locale?: string }[],
  { project, branch, dryRun }: Pick<PushInput, 'project' | 'branch' | 'dryRun'>,
): Promise<ImportResult> {
  const rows: ImportedRow[] = []
  const conflicts: { readonly key: string; readonly locale: string }[] = []
  const found = new Map<string, FoundInImport>()
  let conflictCount = 0
  let moreFiles = 0
  for (const files of splitFiles(targets)) {
    const answer = await caller.call(
      'push_translations',
      { project, ...(branch !== undefined && { branch }), files, dry_run: dryRun },
      Imported,
    )
    const [only] = files
    const listed =
      answer.files ??
      (only === undefined
        ? []
        : [{ ...answer, path: only.path, locale: only.locale ?? '', conflicts: answer.conflicts?.count }])
    rows.push(
      ...listed.map(({ path, locale, conflicts: open = 0, ...counts }) => ({
        path,
        locale,
        imported: counts.imported ?? 0,
        unchanged: counts.unchanged ?? 0,
        kept: counts.kept ?? 0,
        fallback: counts.fallback ?? 0,
        refused: counts.refused ?? 0,
        conflicts: open,
      })),
    )
    conflicts.push(...(answer.conflicts?.first ?? []))
    conflictCount += answer.conflicts?.count ?? 0
    for (const [locale, { errors = 0, same_as_source = 0, warnings = 0 }] of Object.entries(answer.found ?? {})) {
      const sum = found.get(locale)
      found.set(locale, {
        errors: errors + (sum?.errors ?? 0),
        same_as_source: same_as_source + (sum?.same_as_source ?? 0),
        warnings: warnings + (sum?.warnings ?? 0),
      })
    }
    moreFiles += answer.more_files ?? 0
  }
  return { files: rows, moreFiles, conflicts, conflictCount, found }
}

/** Parts of a list that fit into a call each. */
export const splitFiles = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / MAX_FILES) }, (_, at) =>
    items.slice(at * MAX_FILES, (at + 1) * MAX_FILES),
  )
