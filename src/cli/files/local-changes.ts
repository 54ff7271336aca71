import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError, recover, resultOr } from '../../errors.ts'
import { checkPreviewFolder } from '../../l10n/files/paths.ts'
import type { Format } from '../../l10n/formats/format.ts'
import { type Message, messageUnits } from '../../l10n/message/message.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { countOf } from '../output/sentences.ts'
import { compareFile, type FileChange, findPulledFormat, type ReplacedText } from './compare-files.ts'
import type { FileAccess } from './file-access.ts'
import { keepTexts } from './keep-texts.ts'
import type { IncomingFile, OwnedFile, PullOwned } from './pull-answer.ts'
import type { ToolCalls } from './tool-result.ts'

/** Limits of one call. */
const MAX_TEXTS = 500
const MAX_UNITS = 200_000

interface Pulled {
  readonly project: string
  readonly branch: string | undefined
  /** The target locales, of which a file with all locales has texts. */
  readonly targets: () => Promise<readonly string[]>
  readonly caller: ToolCalls
  /** Whether the pull replaces what only the repository has. */
  readonly isForced: boolean
  /** Whether the texts of a file may be sent to the server. Default: all. */
  readonly isSent?: (path: string) => boolean
  readonly pullOwned: PullOwned
}

/** What a pull does to the files of the repository. */
export interface Comparison {
  /** All files of the pull, with the texts that stay in them. */
  readonly files: readonly IncomingFile[]
  readonly changes: readonly FileChange[]
  /** The texts that would be lost: those that the project never had, and in a forced pull also those that nobody decided on. */
  readonly local: readonly ReplacedText[]
  /** The texts that stay, because nobody decided on them: conflicts, and texts that wait for a review. */
  readonly kept: readonly ReplacedText[]
}

/** Compares the files of a pull with those of the repository. Finds the changes, the texts that stay, and those that would be lost. */
export async function comparePull(
  incoming: readonly IncomingFile[],
  access: Pick<FileAccess, 'root' | 'log'>,
  pulled: Pulled,
): Promise<Comparison> {
  const compared = new Map<string, ComparedFile>()
  for (const file of incoming) compared.set(file.path, await compareOne(file, access, pulled))
  const owned = [...compared.values()].flatMap(({ owned: own }) => own ?? [])
  for (const file of owned.length === 0 ? [] : await pulled.pullOwned(owned)) {
    const first = compared.get(file.path)
    if (first === undefined || first.owned?.file.content === file.content) continue
    const second = await compareOne(file, access, pulled)
    // The file has the texts that nobody decided on, so only the first comparison finds them.
    compared.set(file.path, second.local.length > 0 ? second : { ...second, kept: first.undecided })
  }
  const all = [...compared.values()]
  return {
    files: all.map(({ file }) => file),
    changes: all.flatMap(({ change }) => change ?? []),
    local: all.flatMap(({ local }) => local),
    kept: all.flatMap(({ kept }) => kept),
  }
}

interface ComparedFile {
  readonly file: IncomingFile
  readonly change?: FileChange
  readonly local: readonly ReplacedText[]
  /** The texts that nobody decided on, and those of them that stay in the file. */
  readonly undecided: readonly ReplacedText[]
  readonly kept: readonly ReplacedText[]
  /** Undefined if the pull does not change the file, or may replace all of it. */
  readonly owned?: OwnedFile
}

async function compareOne(
  incoming: IncomingFile,
  { root, log }: Pick<FileAccess, 'root' | 'log'>,
  pulled: Pulled,
): Promise<ComparedFile> {
  const existing = (await root.existing(incoming.path, incoming.content))?.bytes
  const source = incoming.source && (await root.read(incoming.source).catch(recover(undefined)))
  const { multilingual } = findPulledFormat(incoming, source)
  const targets = multilingual === undefined ? [] : await pulled.targets()
  const isSent = pulled.isSent?.(incoming.path) ?? true
  const isKept = existing !== undefined && isSent && !pulled.isForced
  const file = isKept ? keepOtherLocales(incoming, existing.toString(), targets, multilingual) : incoming
  const same = { file, local: [], undecided: [], kept: [] }
  if (existing?.equals(Buffer.from(file.content)) === true) return same
  const before = existing?.toString()
  const compared = { before, source, targets }
  const change = compareFile(file, compared)
  const owned = isKept && { owned: { file: incoming, sha256: createHash('sha256').update(existing).digest('hex') } }
  const found = { ...same, change, ...owned }
  if (existing === undefined || change.replaced.length === 0 || !isSent) return found
  const { unknown, undecided } = await findOwnTexts(change, pulled)
  // A file that an earlier pull on this machine wrote has no local changes, but texts that this pull kept.
  const local = (await log.wrote(file.path, existing)) ? [] : unknown
  const rest = undecided.length === 0 || pulled.isForced ? undefined : keepTexts(change, undecided, compared)
  if (rest === undefined) return { ...found, local: [...local, ...undecided], undecided }
  const { change: _, ...unchanged } = found
  const left = rest.file.content === before ? unchanged : { ...found, change: rest }
  return { ...left, file: rest.file, local, undecided, kept: undecided }
}

/** Keeps what a file with all locales has of others than the targets: the project has no translations for these. */
function keepOtherLocales(
  file: IncomingFile,
  existing: string,
  targets: readonly string[],
  multilingual: Format['multilingual'],
): IncomingFile {
  if (multilingual === undefined) return file
  return resultOr(() => ({ ...file, content: multilingual.keepOthers(file.content, existing, targets) }), file)
}

const Compared = z.looseObject({ unknown: z.array(z.string()), held: z.array(z.string()).default([]) })

/** Finds the replaced texts that the project never had, and those that it has, but that nobody decided on. */
async function findOwnTexts(
  { file, replaced }: FileChange,
  { project, branch, caller }: Pulled,
): Promise<{ readonly unknown: readonly ReplacedText[]; readonly undecided: readonly ReplacedText[] }> {
  const unknown: ReplacedText[] = []
  const undecided: ReplacedText[] = []
  for (const part of splitTexts(replaced)) {
    const [first] = part
    if (first === undefined) continue
    const found = await caller.call(
      'compare_translations',
      {
        project,
        branch,
        path: file.source ?? file.path,
        locale: first.locale,
        texts: Object.fromEntries(part.map(({ key, ours }) => [key, ours])),
      },
      Compared,
    )
    const [unknownKeys, undecidedKeys] = [new Set(found.unknown), new Set(found.held)]
    unknown.push(...part.filter(({ key }) => unknownKeys.has(key)))
    undecided.push(...part.filter(({ key }) => undecidedKeys.has(key)))
  }
  return { unknown, undecided }
}

const PullInput = z.looseObject({ project: z.string(), branch: z.string().optional() })
const Targets = z.looseObject({ target_locales: z.array(z.string()) })

const PreviewInput = z.looseObject({ preview: z.string() })

/** The folder of a preview, if a call of pull_translations names one. @throws AppError `invalid_input` for one that is none. */
export function findPreview(args: unknown): string | undefined {
  const { preview } = PreviewInput.safeParse(args).data ?? {}
  return preview === undefined ? undefined : checkPreviewFolder(preview)
}

/** Compares the files of a call of pull_translations with those of the repository. */
export async function compareCall(
  files: readonly IncomingFile[],
  access: Pick<FileAccess, 'root' | 'log' | 'force'>,
  { args, caller }: { readonly args: unknown; readonly caller: ToolCalls },
  isSent: (path: string) => boolean,
  pullOwned: PullOwned,
): Promise<Comparison> {
  const { project, branch } = PullInput.parse(args)
  const targets = async () => (await caller.call('get_project', { project }, Targets)).target_locales
  const isForced = access.force !== undefined
  return comparePull(files, access, { project, branch, targets, caller, isForced, isSent, pullOwned })
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
