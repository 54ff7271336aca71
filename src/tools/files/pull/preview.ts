import { posix } from 'node:path'
import type { Target } from '../../../auth/policy/authorize.ts'
import { AppError } from '../../../errors.ts'
import { checkPreviewFolder } from '../../../l10n/files/paths.ts'
import { targetPath } from '../../../l10n/files/target-path.ts'
import type { Include } from '../../../l10n/translation/export.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { Settings } from '../../../store/records/localization.ts'
import { quote } from '../../../text/quote.ts'
import { assertProjectAdministrator } from '../../authority/administrators.ts'
import type { ReadContext, ReadDeps } from '../../pipeline/call.ts'
import { listBranchFiles } from '../../projects/branches.ts'
import type { Project } from '../../translations/records.ts'
import { findRule } from '../rules/rule-book.ts'
import { foldPath } from '../rules/validate.ts'

interface PreviewRequest {
  readonly include?: Include | undefined
  /** The folder in which the caller looks at the files. */
  readonly preview?: string | undefined
}

/** How much each exports. */
const WIDTHS: Readonly<Record<Include, number>> = { approved: 0, translated: 1, all: 2 }

/**
 * Rejects a pull of more than the project exports, by callers who do not administer it, unless the files go to a folder for a look.
 * @throws AppError `forbidden`, `insufficient_scope`
 */
export async function assertMayInclude(
  { include, preview }: PreviewRequest,
  { export: policy }: Frozen<Settings>,
  target: Target,
  call: Pick<ReadContext, 'principal' | 'read' | 'services'>,
): Promise<void> {
  const isWider = include !== undefined && WIDTHS[include] > WIDTHS[policy]
  if (!isWider || preview !== undefined) return
  await assertProjectAdministrator(call, target, `include: ${include}, which is more than export: ${policy},`, {
    first: 'Omit include. To look at the texts, give preview with a folder.',
    ask: 'An administrator of the project can pull them.',
  })
}

/**
 * Returns the folder of a preview, which has no file of the project.
 * @throws AppError `invalid_input`
 */
export async function checkPreview(
  preview: string,
  project: Project,
  branch: string,
  { read, computed }: ReadDeps,
): Promise<string> {
  const folder = checkPreviewFolder(preview)
  const start = foldPath(`${folder}/`)
  const pace = computed.pace()
  for (const { file } of await listBranchFiles(project, branch, read)) {
    if (pace.shouldYield) await pace.yieldNow()
    const rule = findRule(project.files, file.path)
    const targets = rule === undefined ? [] : project.target_locales.map(locale => targetPath(rule, locale))
    const inside = [file.path, ...targets].find(path => foldPath(path).startsWith(start))
    if (inside === undefined) continue
    throw new AppError(
      'invalid_input',
      `preview ${quote(preview)} has files of the project, such as ${quote(inside)}.`,
      {
        fix: 'Give another folder, such as preview.',
        field: 'preview',
      },
    )
  }
  return folder
}

/** Moves a file into the folder of a preview. */
export const toPreview = <F extends { readonly path: string }>(file: F, preview: string | undefined): F =>
  preview === undefined ? file : { ...file, path: posix.join(preview, file.path) }
