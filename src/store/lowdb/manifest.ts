import { join } from 'node:path'
import { z } from 'zod'
import { SHAPE_VERSION } from '../records.ts'
import { badFile } from './faults.ts'
import type { DurableFiles } from './files.ts'
import { parseJson } from './json.ts'

const FILE = 'manifest.json'
const STAGED = 'manifest.json.tmp'

const Manifest = z.object({
  shape: z.number().int(),
  /** Grows with every attempt to write, so that no file name is used twice. */
  generation: z.number().int(),
  /** The file of each collection that has ever had a record. */
  collections: z.record(z.string(), z.string()),
  /** How many bytes of each log count; what follows them was never acknowledged. */
  logs: z.record(z.string(), z.number().int()),
})

/** Which files are the store: replacing this one file is what commits a change, whatever it touches. */
export type Manifest = Readonly<z.infer<typeof Manifest>>

export const emptyManifest: Manifest = { shape: SHAPE_VERSION, generation: 0, collections: {}, logs: {} }

/** Undefined in a new folder. @throws AppError `bad_config` */
export async function readManifest(folder: string, files: DurableFiles): Promise<Manifest | undefined> {
  const path = join(folder, FILE)
  const bytes = await files.read(path)
  if (bytes === undefined) return undefined
  const parsed = Manifest.safeParse(parseJson(bytes.toString()))
  if (!parsed.success) throw badFile(path, 'it is not a manifest')
  if (parsed.data.shape !== SHAPE_VERSION) {
    throw badFile(path, `its records have shape ${parsed.data.shape}, this version of dragoman reads ${SHAPE_VERSION}`)
  }
  return parsed.data
}

/** Writes the next manifest beside the one that counts. */
export const stageManifest = (folder: string, manifest: Manifest, files: DurableFiles): Promise<void> =>
  files.write(join(folder, STAGED), `${JSON.stringify(manifest, undefined, 1)}\n`)

/** Resolves when the staged manifest is the one that a restart reads. A failure leaves open which one that is. */
export const publishManifest = (folder: string, files: DurableFiles): Promise<void> =>
  files.replace(join(folder, STAGED), join(folder, FILE))
