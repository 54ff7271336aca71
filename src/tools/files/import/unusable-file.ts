import { AppError } from '../../../errors.ts'
import type { TargetFile } from '../../../l10n/files/read-files.ts'
import { echo } from '../../../text/escape.ts'
import { quote, quoteList } from '../../../text/quote.ts'
import { type BranchFile, listBranchFiles } from '../../projects/branches.ts'
import type { BranchReader } from '../../translations/branch-view.ts'
import type { TargetPlace } from './target-places.ts'

/** A file that was read, with the keys of the one before. */
interface ReadFile extends Pick<TargetFile, 'empty' | 'conflicts' | 'reshaped'> {
  readonly entries: readonly { readonly key: string }[]
  readonly place: TargetPlace
  readonly base: ReadonlyMap<string, unknown>
}

/** Keys that an error names. */
const MAX_NAMED = 3

/** Rejects a file without content: a failed export or an interrupted download. @throws AppError `invalid_input` */
export function assertNotEmpty(content: string, { path, locale, source }: TargetPlace): void {
  if (source.branchFile.items.length === 0 || !/^\s*$/.test(content)) return
  throw new AppError('invalid_input', `${quote(path)} is empty: it has no ${locale} translations.`, {
    fix: 'Push the complete file. If nothing is translated yet, leave it out of the call.',
  })
}

/**
 * Rejects a file none of whose keys the source file or the file before has: it belongs to another source, or is of another kind.
 * @throws AppError `invalid_input` with the source that it probably belongs to
 */
export async function assertKnownKeys(
  { place, entries, empty, conflicts, reshaped, base }: ReadFile,
  { project, branch, read, computed }: BranchReader,
): Promise<void> {
  const { path, source } = place
  const keys = new Set([...entries, ...empty, ...conflicts].map(({ key }) => key))
  if (keys.size === 0 || reshaped.length > 0) return
  if ([...base.keys(), ...source.branchFile.items.map(({ key }) => key)].some(key => keys.has(key))) return
  const pace = computed.pace()
  let likely: { readonly count: number; readonly file: BranchFile } | undefined
  for (const file of await listBranchFiles(project, branch, read)) {
    if (pace.shouldYield) await pace.yieldNow()
    const count = file.branchFile.items.filter(({ key }) => keys.has(key)).length
    if (count * 2 >= keys.size && count > (likely?.count ?? 0)) likely = { count, file }
  }
  const named = quoteList([...keys].slice(0, MAX_NAMED).map(echo))
  throw new AppError(
    'invalid_input',
    `${quote(path)} has none of the keys of ${quote(source.file.path)}, its source file: it has ${named}.`,
    {
      fix:
        likely === undefined
          ? `Push the file that translates ${quote(source.file.path)}. If its keys changed, push the source file first.`
          : `Its keys are those of ${quote(likely.file.file.path)}: give that as source.`,
    },
  )
}
