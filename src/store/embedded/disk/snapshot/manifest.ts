import { join } from 'node:path'
import { z } from 'zod'
import { tryParseJson } from '../../../../text/try-parse-json.ts'
import { UnreadableShapeError } from '../../../unreadable-shape-error.ts'
import { damagedFileError } from '../../errors.ts'
import { checksum, formatChecksum } from '../checksum.ts'
import type { DurableFiles } from '../durable-files.ts'

export const MANIFEST_NAME = 'manifest.json'
export const STAGED_MANIFEST_NAME = 'manifest.json.tmp'
const FORMAT = 'dragoman-store-1'
const ANY_FORMAT = /^dragoman-store-\d+$/

const ChecksummedFileSchema = z.object({ file: z.string(), bytes: z.number().int(), sum: z.string().length(8) })

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Version of the record shapes. */
  shape: z.number().int(),
  /** Version of dragoman that wrote the last snapshot. Stores without it were written before it existed. */
  dragoman_version: z.string().optional(),
  /** Increases with every started snapshot, so that no file name is reused. */
  generation: z.number().int(),
  /** The last journal line that the snapshot contains. */
  seq: z.number().int(),
  /** The first journal to read. */
  journal: z.number().int(),
  /** The files of the snapshot, by shard. */
  shards: z.record(z.string(), ChecksummedFileSchema),
  /** The segments of each log, oldest first, with the checksum of the index. */
  logs: z.record(
    z.string(),
    z.array(z.object({ file: z.string(), bytes: z.number().int(), index: ChecksummedFileSchema })),
  ),
  /** Number of trimmed records per log. Places, and therefore cursors, stay valid. */
  trimmed: z.record(z.string(), z.number().int().positive()).optional(),
})

/** The fields of all formats, so that an earlier version can refuse a later format. */
const AnyManifest = z.looseObject({ format: z.string().regex(ANY_FORMAT), dragoman_version: z.string().optional() })

/** `sum` is the checksum of the other fields, as JSON without spaces. */
const Sealed = z.looseObject({ sum: z.string() })
const computeChecksum = (content: object): string => formatChecksum(checksum(JSON.stringify(content)))

/** The list of the store's files. A snapshot is valid once the manifest names it. */
export type Manifest = Readonly<z.infer<typeof Manifest>>

/** A file with its length and checksum. */
export type ChecksummedFile = z.infer<typeof ChecksummedFileSchema>

export const emptyManifest = ({ shape, version }: { readonly shape: number; readonly version: string }): Manifest => ({
  format: FORMAT,
  shape,
  dragoman_version: version,
  generation: 0,
  seq: 0,
  journal: 1,
  shards: {},
  logs: {},
})

export const manifestPath = (folder: string): string => join(folder, MANIFEST_NAME)

/**
 * Reads the manifest; undefined in a new folder.
 * @throws AppError `bad_config` when it is damaged, UnreadableShapeError when the store has another format.
 */
export async function readManifest(folder: string, files: DurableFiles): Promise<Manifest | undefined> {
  const bytes = await files.read(manifestPath(folder))
  if (bytes === undefined) return undefined
  const json = Sealed.safeParse(tryParseJson(bytes.toString()))
  if (!json.success) throw damagedFileError(manifestPath(folder), 'it is not a valid manifest')
  const { sum, ...content } = json.data
  if (sum !== computeChecksum(content))
    throw damagedFileError(manifestPath(folder), `its checksum is ${computeChecksum(content)} instead of ${sum}`)
  const { data: any } = AnyManifest.safeParse(content)
  if (any !== undefined && any.format !== FORMAT)
    throw new UnreadableShapeError({ folder, has: `the format ${any.format}`, version: any.dragoman_version })
  const parsed = Manifest.safeParse(content)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw damagedFileError(manifestPath(folder), `${issue?.path.join('.')}: ${issue?.message}`)
}

/** Writes the next manifest without activating it. */
export const stageManifest = (folder: string, manifest: Manifest, files: DurableFiles): Promise<void> =>
  files.write(join(folder, STAGED_MANIFEST_NAME), [
    Buffer.from(`${JSON.stringify({ sum: computeChecksum(manifest), ...manifest }, undefined, 1)}\n`),
  ])

/** Activates the staged manifest. After an error, either manifest may be active. */
export const publishManifest = (folder: string, files: DurableFiles): Promise<void> =>
  files.replace(join(folder, STAGED_MANIFEST_NAME), manifestPath(folder))

/** Returns the manifest without these oldest segments of a log. `records` is their number of records. */
export function removeSegments(
  manifest: Manifest,
  { log, files, records }: { readonly log: string; readonly files: ReadonlySet<string>; readonly records: number },
): Manifest {
  const { logs, trimmed = {} } = manifest
  return {
    ...manifest,
    logs: { ...logs, [log]: (logs[log] ?? []).filter(({ file }) => !files.has(file)) },
    trimmed: { ...trimmed, [log]: (trimmed[log] ?? 0) + records },
  }
}

export function listSnapshotFiles({ shards, logs }: Manifest): ReadonlySet<string> {
  const segments = Object.values(logs).flat()
  return new Set([
    ...Object.values(shards).map(({ file }) => file),
    ...segments.flatMap(({ file, index }) => [file, index.file]),
  ])
}

/** Bytes of all shards: the size of a snapshot that rewrites all of them. Segments are never rewritten. */
export const snapshotBytes = ({ shards }: Manifest): number =>
  Object.values(shards).reduce((sum, { bytes }) => sum + bytes, 0)
