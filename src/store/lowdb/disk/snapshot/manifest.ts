import { join } from 'node:path'
import { z } from 'zod'
import { damagedFileError } from '../../errors.ts'
import { tryParseJson } from '../../json.ts'
import { checksum, formatChecksum } from '../checksum.ts'
import type { DurableFiles } from '../durable-files.ts'

export const MANIFEST_NAME = 'manifest.json'
export const STAGED_MANIFEST_NAME = 'manifest.json.tmp'
const FORMAT = 'dragoman-store-1'

const ChecksummedFileSchema = z.object({ file: z.string(), bytes: z.number().int(), sum: z.string().length(8) })

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Version of the record shapes. */
  shape: z.number().int(),
  /** Grows with every snapshot that was begun, so that no file name is used twice. */
  generation: z.number().int(),
  /** The last line of the journals that is in the snapshot. */
  seq: z.number().int(),
  /** The journal with the line that follows. */
  journal: z.number().int(),
  /** The files of the snapshot, by shard. */
  shards: z.record(z.string(), ChecksummedFileSchema),
  /** The segments of each log, oldest first. The checksum is that of the index. */
  logs: z.record(
    z.string(),
    z.array(z.object({ file: z.string(), bytes: z.number().int(), index: ChecksummedFileSchema })),
  ),
  /** How many records each log had before its first segment that are gone: places in it, and so cursors, stay what they are. */
  trimmed: z.record(z.string(), z.number().int().positive()).optional(),
})

/** The checksum of the rest, as JSON without spaces. */
const Sealed = z.looseObject({ sum: z.string() })
const computeChecksum = (content: object): string => formatChecksum(checksum(JSON.stringify(content)))

/** Which files are the store: replacing this one file is what makes a snapshot count. */
export type Manifest = Readonly<z.infer<typeof Manifest>>

/** A file with its length and the checksum of all of it. */
export type ChecksummedFile = z.infer<typeof ChecksummedFileSchema>

export const emptyManifest = (shape: number): Manifest => ({
  format: FORMAT,
  shape,
  generation: 0,
  seq: 0,
  journal: 1,
  shards: {},
  logs: {},
})

export const manifestPath = (folder: string): string => join(folder, MANIFEST_NAME)

/** Undefined in a new folder. @throws AppError `bad_config` */
export async function readManifest(folder: string, files: DurableFiles): Promise<Manifest | undefined> {
  const bytes = await files.read(manifestPath(folder))
  if (bytes === undefined) return undefined
  const json = Sealed.safeParse(tryParseJson(bytes.toString()))
  if (!json.success) throw damagedFileError(manifestPath(folder), 'it is not a valid manifest')
  const { sum, ...content } = json.data
  if (sum !== computeChecksum(content))
    throw damagedFileError(manifestPath(folder), `its checksum is ${computeChecksum(content)} instead of ${sum}`)
  const parsed = Manifest.safeParse(content)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw damagedFileError(manifestPath(folder), `${issue?.path.join('.')}: ${issue?.message}`)
}

/** Writes the next manifest beside the one that counts. */
export const stageManifest = (folder: string, manifest: Manifest, files: DurableFiles): Promise<void> =>
  files.write(join(folder, STAGED_MANIFEST_NAME), [
    Buffer.from(`${JSON.stringify({ sum: computeChecksum(manifest), ...manifest }, undefined, 1)}\n`),
  ])

/** Resolves when a restart reads the staged manifest. A failure leaves open which one that is. */
export const publishManifest = (folder: string, files: DurableFiles): Promise<void> =>
  files.replace(join(folder, STAGED_MANIFEST_NAME), manifestPath(folder))

/** The manifest without some segments at the old end of a log, which have so many records. */
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

/** Every file of a snapshot. */
export function listSnapshotFiles({ shards, logs }: Manifest): ReadonlySet<string> {
  const segments = Object.values(logs).flat()
  return new Set([
    ...Object.values(shards).map(({ file }) => file),
    ...segments.flatMap(({ file, index }) => [file, index.file]),
  ])
}

/** How much of a snapshot is written anew when all of it changed. */
export const snapshotBytes = ({ shards }: Manifest): number =>
  Object.values(shards).reduce((sum, { bytes }) => sum + bytes, 0)
