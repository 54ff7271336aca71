import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { detectFormat } from '../../l10n/formats/registry.ts'
import { type Message, messageUnits } from '../../l10n/message/message.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { countOf } from '../output/sentences.ts'
import { compareFile, type FileChange, type ReplacedText } from './compare-files.ts'
import type { FileAccess } from './file-access.ts'
import type { IncomingFile } from './pull-answer.ts'

/** Limits of one call. */
const MAX_TEXTS = 500
const MAX_UNITS = 200_000

/** Calls tools of the server that is pulled from. */
export interface ToolCalls {
  /** Calls a tool and parses its response. @throws AppError of the tool. */
  readonly call: <S extends z.ZodType>(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    shape: S,
  ) => Promise<z.output<S>>
}

interface Pulled {
  readonly project: string
  readonly branch: string | undefined
  /** The target locales, of which a file with all locales has texts. */
  readonly targets: () => Promise<readonly string[]>
  readonly caller: ToolCalls
}

interface Comparison {
  readonly changes: readonly FileChange[]
  /** The texts that the project never had. */
  readonly local: readonly ReplacedText[]
}

/** Compares the files of a pull with those of the repository. Finds the changes, and the texts that would be lost. */
export async function comparePull(
  files: readonly IncomingFile[],
  { root, log }: Pick<FileAccess, 'root' | 'log'>,
  pulled: Pulled,
): Promise<Comparison> {
  const changes: FileChange[] = []
  const local: ReplacedText[] = []
  for (const file of files) {
    const existing = (await root.existing(file.path, file.content))?.bytes
    if (existing?.equals(Buffer.from(file.content)) === true) continue
    const source = await readSource(root, file.source)
    const hasAll = detectFormat(file.path, file.content).multilingual !== undefined
    const targets = hasAll ? await pulled.targets() : []
    const change = compareFile(file, { before: existing?.toString(), source, targets })
    changes.push(change)
    if (existing !== undefined && change.replaced.length > 0 && !(await log.wrote(file.path, existing)))
      local.push(...(await findLocalTexts(change, pulled)))
  }
  return { changes, local }
}

async function readSource(root: FileAccess['root'], path: string | undefined): Promise<string | undefined> {
  try {
    return path === undefined ? undefined : await root.read(path)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

const Compared = z.looseObject({ unknown: z.array(z.string()) })

/**
 * Finds the replaced texts that the project never had. A file that an earlier pull on this machine wrote has none. Neither has a file from Git whose texts the
 * project knows, on a machine that never pulled.
 */
async function findLocalTexts(
  { file, replaced }: FileChange,
  { project, branch, caller }: Pulled,
): Promise<readonly ReplacedText[]> {
  const found: ReplacedText[] = []
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
  return found
}

const PullInput = z.looseObject({ project: z.string(), branch: z.string().optional() })
const Targets = z.looseObject({ target_locales: z.array(z.string()) })

/** Finds the texts that a call of pull_translations would lose. */
export async function findLocalChanges(
  files: readonly IncomingFile[],
  access: Pick<FileAccess, 'root' | 'log'>,
  { args, caller }: { readonly args: unknown; readonly caller: ToolCalls },
): Promise<readonly ReplacedText[]> {
  const { project, branch } = PullInput.parse(args)
  const targets = async () => (await caller.call('get_project', { project }, Targets)).target_locales
  return (await comparePull(files, access, { project, branch, targets, caller })).local
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

/** The error of a tool call that would lose texts of the repository. */
export function localTextsError(local: readonly ReplacedText[]): AppError {
  const paths = [...new Set(local.map(({ path }) => path))]
  const named = local.slice(0, MAX_SHOWN).map(text => ({ ...text, key: `${text.locale} ${text.key}` }))
  const lines = formatTexts(named, paths.length === 1 ? undefined : path => path)
  const more = local.length - MAX_SHOWN
  const [first = ''] = paths
  const where = paths.length === 1 ? first : countOf(paths.length, 'file')
  return new AppError(
    'conflict',
    `Nothing was written. ${escapeInvisible(where)}: the pull would replace local changes in ${countOf(local.length, 'string')} (- file, + project):\n${lines.join('\n')}${more > 0 ? `\n  and ${more} more` : ''}`,
    {
      fix: dragoman =>
        `Send them with push_translations or ${dragoman('push --translations')}, then pull again. Or ask a user to replace them with ${dragoman('pull --force')}.`,
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
