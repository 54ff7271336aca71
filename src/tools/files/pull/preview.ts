import { posix } from 'node:path'
import type { Target } from '../../../auth/policy/authorize.ts'
import { AppError } from '../../../errors.ts'
import type { Include } from '../../../l10n/translation/export.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { Settings } from '../../../store/records/localization.ts'
import { quote } from '../../../text/quote.ts'
import { assertProjectAdministrator } from '../../authority/administrators.ts'
import type { ReadContext } from '../../pipeline/call.ts'

interface Asked {
  readonly include?: Include | undefined
  /** The folder in which the caller looks at the files. */
  readonly preview?: string | undefined
}

/** How much each exports. */
const WIDTHS: Readonly<Record<Include, number>> = { approved: 0, translated: 1, all: 2 }

/**
 * Rejects a pull of more than the project exports, by callers who do not administer it, unless the files go to a folder for a look.
 * @throws AppError `forbidden`, `insufficient_scope`, `invalid_input` for a folder outside of the repository
 */
export async function assertMayInclude(
  { include, preview }: Asked,
  { export: policy }: Frozen<Settings>,
  target: Target,
  call: Pick<ReadContext, 'principal' | 'read' | 'services'>,
): Promise<void> {
  if (preview !== undefined) assertFolder(preview)
  const isWider = include !== undefined && WIDTHS[include] > WIDTHS[policy]
  if (!isWider || preview !== undefined) return
  await assertProjectAdministrator(call, target, `include: ${include}, which is more than export: ${policy},`, {
    first: 'Omit include. To look at the texts, give preview with a folder.',
    ask: 'An administrator of the project can pull them.',
  })
}

function assertFolder(preview: string): void {
  const path = posix.normalize(preview)
  const isInside = path !== '.' && !posix.isAbsolute(path) && !path.startsWith('..') && !/[\\\0]/.test(preview)
  if (isInside) return
  throw new AppError('invalid_input', `preview ${quote(preview)} is not a folder below the repository root.`, {
    fix: 'Give a relative path without .., such as preview/locales.',
  })
}

/** Moves a file into the folder of a preview. */
export const toPreview = <F extends { readonly path: string }>(file: F, preview: string | undefined): F =>
  preview === undefined ? file : { ...file, path: posix.join(preview, file.path) }
