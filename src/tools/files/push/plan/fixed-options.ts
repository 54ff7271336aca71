import { AppError } from '../../../../errors.ts'
import { FAMILIES } from '../../../../l10n/message/families.ts'
import type { Syntax } from '../../../../l10n/message/message.ts'
import { FILE_SYNTAXES } from '../../../../l10n/message/patterns/find-pattern.ts'
import type { Frozen } from '../../../../store/frozen.ts'
import type { FileRecord, Settings } from '../../../../store/records/localization.ts'
import { echo } from '../../../../text/escape.ts'
import { quote } from '../../../../text/quote.ts'
import { findClosestName } from '../../../closest-name.ts'
import type { PushedFile } from '../file-plan.ts'

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
  { path, format, syntax, families }: Omit<PushedFile, 'content'>,
  before: Options | undefined,
): FixedOptions {
  const fixed = {
    format_set: format ?? before?.['format_set'],
    syntax_set: syntax === undefined ? before?.['syntax_set'] : parseSyntax(syntax, path),
    families_set: families === undefined ? before?.['families_set'] : parseFamilies(families, path),
  }
  return Object.fromEntries(
    Object.entries(fixed).filter((option): option is [string, string] => typeof option[1] === 'string'),
  )
}

const parseSyntax = (name: string, path: string): string | undefined =>
  name === AUTO ? undefined : parseName(name, FILE_SYNTAXES, 'syntax', path)

/** In the order of the list. An empty list means that the file has no placeholders. */
function parseFamilies(names: readonly string[], path: string): string | undefined {
  if (names.includes(AUTO)) return undefined
  const known = new Set(names.map(name => parseName(name, FAMILIES, 'family', path)))
  return FAMILIES.filter(name => known.has(name)).join(' ')
}

function parseName(name: string, names: readonly string[], field: string, path: string): string {
  if (names.includes(name)) return name
  const close = findClosestName(name, names)
  throw new AppError('invalid_input', `${quote(path)}: ${field} "${echo(name)}" does not exist.`, {
    fix: `${close === undefined ? '' : `Did you mean ${close}? `}Use one of ${[...names, AUTO].join(', ')}.`,
  })
}
