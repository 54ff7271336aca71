import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { type Message, messageUnits } from '../../l10n/message/message.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { ToolCaller } from '../backends/tool-caller.ts'
import { countOf } from '../output/sentences.ts'
import type { FileChange, ReplacedText } from './compare-files.ts'

/** Limits of one call. */
const MAX_TEXTS = 500
const MAX_UNITS = 200_000

interface Place {
  readonly project: string
  readonly branch: string | undefined
  /** Whether an earlier pull on this machine wrote the file as it is. */
  readonly wrote: (path: string) => Promise<boolean>
}

const Compared = z.looseObject({ unknown: z.array(z.string()) })

/**
 * Finds the texts of the repository that a pull would lose: those that the project never had. A file that an earlier pull wrote has none. Neither has
 * a file from Git whose texts the project knows, on a machine that never pulled.
 */
export async function findLocalChanges(
  changes: readonly FileChange[],
  caller: ToolCaller,
  { project, branch, wrote }: Place,
): Promise<readonly ReplacedText[]> {
  const found: ReplacedText[] = []
  for (const { file, replaced } of changes) {
    if (replaced.length === 0 || (await wrote(file.path))) continue
    for (const part of splitTexts(replaced)) {
      const [first] = part
      if (first === undefined) continue
      const { unknown } = await caller.call(
        'compare_translations',
        {
          project,
          ...(branch !== undefined && { branch }),
          path: file.source ?? file.path,
          locale: first.locale,
          texts: Object.fromEntries(part.map(({ key, ours }) => [key, ours])),
        },
        Compared,
      )
      const keys = new Set(unknown)
      found.push(...part.filter(({ key }) => keys.has(key)))
    }
  }
  return found
}

/** Texts of one locale each, within the limits of a call. */
function splitTexts(texts: readonly ReplacedText[]): readonly (readonly ReplacedText[])[] {
  const parts: ReplacedText[][] = []
  let units = 0
  for (const text of texts) {
    const last = parts.at(-1)
    const size = text.key.length + messageUnits(text.ours)
    const fits =
      last !== undefined && last[0]?.locale === text.locale && last.length < MAX_TEXTS && units + size < MAX_UNITS
    if (fits) last.push(text)
    else parts.push([text])
    units = fits ? units + size : size
  }
  return parts
}

/** Texts that an error names, and characters of each. */
const MAX_SHOWN = 10
const MAX_CHARACTERS = 40

/** The error of a pull that would lose texts of the repository. */
export function localChangesError(local: readonly ReplacedText[], showPath: (path: string) => string): AppError {
  const paths = [...new Set(local.map(({ path }) => path))]
  const [first = ''] = paths
  const where = paths.length === 1 ? `${showPath(first)} has` : `${countOf(paths.length, 'file')} have`
  const lines = formatTexts(local.slice(0, MAX_SHOWN), paths.length === 1 ? undefined : showPath)
  const more = local.length - MAX_SHOWN
  return new AppError(
    'conflict',
    `${where} local changes in ${countOf(local.length, 'string')} that Dragoman would replace:\n${lines.join('\n')}${more > 0 ? `\n  and ${more} more. All: dragoman pull --dry-run --json` : ''}`,
    {
      fix: dragoman =>
        `Run ${dragoman('push --translations')} to send them, or ${dragoman('pull --force')} to replace them.`,
    },
  )
}

/** Lines such as `  nav.home   - Startseite   + Start`. */
export function formatTexts(
  texts: readonly ReplacedText[],
  showPath: ((path: string) => string) | undefined,
): readonly string[] {
  const names = texts.map(({ path, key }) => (showPath === undefined ? key : `${showPath(path)} ${key}`))
  const width = Math.min(60, Math.max(0, ...names.map(({ length }) => length)))
  return texts.map(({ ours, theirs }, at) => {
    const next = theirs === undefined ? '+ (removed)' : `+ ${shorten(theirs)}`
    return escapeInvisible(`  ${(names[at] ?? '').padEnd(width)}   - ${shorten(ours)}   ${next}`)
  })
}

function shorten(message: Message): string {
  const text =
    typeof message === 'string'
      ? message
      : Object.entries(message)
          .map(([name, form]) => `${name}: ${form}`)
          .join(', ')
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= MAX_CHARACTERS ? line : `${line.slice(0, MAX_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
