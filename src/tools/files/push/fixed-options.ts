import { AppError } from '../../../errors.ts'
import { SYNTAXES, type Syntax } from '../../../l10n/message/message.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { FileRecord, Settings } from '../../../store/records/localization.ts'
import { echo } from '../../../text/escape.ts'
import { findClosestName } from '../../closest-name.ts'

type Options = Frozen<FileRecord>['options']

/** The options that a push sets for a file, in place of what is detected. */
type FixedOptions = Readonly<Record<string, string>>

/** Detects again what an earlier push set. */
const AUTO = 'auto'

/** The message syntax that a user set for a file, or else for the project; undefined if it is detected. */
export const findFixedSyntax = (options: Options | undefined, settings: Frozen<Settings>): Syntax | undefined =>
  (options?.['syntax_set'] ?? settings.syntax) as Syntax | undefined

/**
 * Returns the options that the call sets for a file, or else an earlier push.
 * @throws AppError `invalid_input` for an unknown name, with the list.
 */
export function resolveFixedOptions(
  { path, syntax }: { readonly path: string; readonly syntax?: string | undefined },
  before: Options | undefined,
): FixedOptions {
  const fixed = syntax === undefined ? before?.['syntax_set'] : parseName(syntax, SYNTAXES, 'syntax', path)
  return typeof fixed === 'string' && fixed !== AUTO ? { syntax_set: fixed } : {}
}

function parseName(name: string, names: readonly string[], field: string, path: string): string {
  if (name === AUTO || names.includes(name)) return name
  const close = findClosestName(name, names)
  throw new AppError('invalid_input', `${echo(path)}: ${field} "${echo(name)}" does not exist.`, {
    fix: `${close === undefined ? '' : `Did you mean ${close}? `}Use one of ${[...names, AUTO].join(', ')}.`,
  })
}
