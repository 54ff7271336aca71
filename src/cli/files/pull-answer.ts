import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { isLocale, type PulledText } from '../../tools/files/pull/recognizer.ts'
import { TRANSFER_BOUNDS } from './bounded-fetch.ts'
import { type FileTransfer, forEachConcurrently, INLINE } from './transfer.ts'
import { unpack } from './unpack.ts'

/** Maximum files of one pull. */
const MAX_FILES = 20_000
/** A response lists five; later servers may list more. */
const MAX_CONFLICTS = 100
/** A response names five; later servers may name more. */
const MAX_FORMULAS = 20
const MAX_OUTSIDE = 100
/** A project has at most 200 target locales; later servers may allow more. */
const MAX_LOCALES = 1000

const Locale = z.string().refine(isLocale)

/** Numbers of strings; absent = 0. */
const PullCounts = {
  exported: z.number(),
  fuzzy: z.number().optional(),
  missing: z.number().optional(),
  fallback: z.number().optional(),
  stale: z.number().optional(),
  omitted: z.number().optional(),
  held: z.number().optional(),
  conflicts: z.number().optional(),
}

const PulledFile = z.looseObject({
  path: z.string(),
  locale: Locale,
  source: z.string().optional(),
  sha256: z.string(),
  ...PullCounts,
  content: z.string().optional(),
})

export const PullAnswer = z.looseObject({
  files: z.array(PulledFile).max(MAX_FILES).optional(),
  /** The source file of all files. */
  source: z.string().optional(),
  downloads: z
    .array(z.looseObject({ path: z.string(), get: z.string() }))
    .max(MAX_FILES)
    .optional(),
  archive: z.looseObject({ get: z.string() }).optional(),
  locales: z
    .array(
      z.looseObject({
        locale: Locale,
        files: z.number(),
        ...PullCounts,
      }),
    )
    .max(MAX_LOCALES)
    .optional(),
  left_out: z.number().optional(),
  /** Translations that a spreadsheet would run as formulas. */
  formulas: z
    .looseObject({
      count: z.number(),
      first: z.array(z.looseObject({ path: z.string(), locale: z.string(), key: z.string() })).max(MAX_FORMULAS),
    })
    .optional(),
  /** Source files that the rules of the pull leave out. */
  outside: z.looseObject({ count: z.number(), first: z.array(z.string()).max(MAX_OUTSIDE) }).optional(),
  /** Translations that are not in the files until a user approves them. */
  waiting: z
    .looseObject({ in_review: z.number().optional(), unapproved: z.number().optional(), page: z.string() })
    .optional(),
  /** Texts that conflict with the project's, and stay in the files until somebody decides. */
  conflicts: z
    .looseObject({
      count: z.number(),
      first: z.array(z.looseObject({ key: z.string(), locale: z.string() })).max(MAX_CONFLICTS),
      decide: z.string().optional(),
    })
    .optional(),
})

/** A file in the response of a pull. */
export type PulledFile = z.output<typeof PulledFile>
/** The response of a pull. */
export type PullAnswer = z.output<typeof PullAnswer>

/** Validates the response of a pull. @throws AppError `unavailable` for an invalid response. */
export function parsePullAnswer(answer: unknown): PullAnswer {
  const read = PullAnswer.safeParse(answer)
  if (read.success) return read.data
  throw invalidAnswerError(`is not valid at ${read.error.issues[0]?.path.join('.').slice(0, 80) ?? 'its root'}`)
}

/** A file that a pull writes. */
export interface IncomingFile extends PulledText {
  /** Path of its source file, if known. */
  readonly source: string | undefined
}

/** A file of the repository that a pull changes, and its SHA-256. */
export interface OwnedFile {
  readonly file: IncomingFile
  readonly sha256: string
}

/** Pulls files again, for a caller who has those of the repository. They keep what nobody decided on, also their layout. */
export type PullOwned = (owned: readonly OwnedFile[]) => Promise<readonly IncomingFile[]>

/**
 * Fetches all files of a pull before any is written: from the response, its download links and its archive.
 * @throws AppError `unavailable` for an invalid response or more than the bytes of one transfer, `conflict` when a file changed meanwhile.
 */
export async function fetchPulledFiles(
  { files = [], source, downloads = [], archive, locales = [] }: PullAnswer,
  carrier: FileTransfer,
  signal: AbortSignal | undefined,
  onProgress: (done: number, total: number) => void,
): Promise<readonly IncomingFile[]> {
  const incoming = new Map<string, IncomingFile>()
  let bytes = 0
  const add = (file: IncomingFile): void => {
    const place = file.path.normalize('NFC').toLowerCase()
    bytes += Buffer.byteLength(file.content)
    if (incoming.has(place)) throw invalidAnswerError(`contains ${JSON.stringify(file.path.slice(0, 80))} twice`)
    if (bytes > TRANSFER_BOUNDS.bytes)
      throw invalidAnswerError(`contains more than ${TRANSFER_BOUNDS.bytes} bytes of files`)
    if (incoming.size === MAX_FILES) throw invalidAnswerError(`contains more than ${MAX_FILES} files`)
    incoming.set(place, file)
  }
  for (const { path, content, locale, source: own } of files) {
    if (content !== undefined) add({ path, content, locales: [locale], source: own ?? source })
  }
  if (carrier === INLINE) return [...incoming.values()]
  const rows = new Map(files.map(row => [row.path, row]))
  let done = 0
  await forEachConcurrently(downloads, async ({ path, get }) => {
    const row = rows.get(path)
    const fetched = await carrier.get(get, signal)
    if (row === undefined || createHash('sha256').update(fetched).digest('hex') !== row.sha256)
      throw fileChangedError(path)
    add({ path, content: fetched.toString(), locales: [row.locale], source: row.source ?? source })
    done += 1
    onProgress(done, downloads.length)
  })
  if (archive !== undefined) {
    const known = locales.map(({ locale }) => locale)
    for (const file of unpack(await carrier.get(archive.get, signal)))
      add({ ...file, locales: known, source: file.source ?? source })
  }
  return [...incoming.values()]
}

const fileChangedError = (path: string): AppError =>
  new AppError('conflict', `${path} changed on the server during the pull.`, { fix: 'Pull again.' })

const invalidAnswerError = (what: string): AppError =>
  new AppError('unavailable', `The response of the server ${what}. Nothing was written.`, {
    fix: 'Check that the server is one that you trust. Request fewer locales at a time.',
  })
