import { type Message, sameMessage } from '../../l10n/message.ts'
import { Pace } from '../../pace.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { Reading } from '../call.ts'
import { exportedText, type Include } from '../translations/exported.ts'
import type { Unit } from '../translations/unit.ts'
import type { ImportFile } from './import-file.ts'
import { siblingFile } from './target-files.ts'

/** The unit of a key that a file has a text for. */
export interface Listed {
  readonly key: string
  readonly unit: Unit
  /** The source that the branch has. */
  readonly src: string
}

/** What a file says once a pull has written it: a file may have no place for a form, or one for more than the text has. */
export interface ReadBack {
  /** What a pull gives by the rule of the project. */
  readonly pulled?: Message | undefined
  /** What the text that is shown here is in the file. */
  readonly shown?: Message | undefined
}

/** Writes the texts of units as a pull does, and reads them again; by key. */
export async function readBack(
  file: ImportFile,
  units: readonly Listed[],
  project: Frozen<ProjectRecord>,
  reading: Reading,
): Promise<ReadonlyMap<string, ReadBack>> {
  const { read } = reading
  const pulled = await valuesOf(units, project.settings.export, read)
  const shown = await valuesOf(units, 'all', read)
  const others = [...shown].filter(([key, value]) => !sameMessage(value, pulled.get(key) ?? {}))
  const readPulled = await written(file, pulled, project, reading)
  const readOthers = await written(file, new Map(others), project, reading)
  return new Map(
    units.map(({ key }) => [key, { pulled: readPulled.get(key), shown: readOthers.get(key) ?? readPulled.get(key) }]),
  )
}

async function valuesOf(
  units: readonly Listed[],
  include: Include,
  read: Reader,
): Promise<ReadonlyMap<string, Message>> {
  const values = new Map<string, Message>()
  const pace = new Pace()
  for (const { key, unit, src } of units) {
    if (pace.isDue) await pace.rest()
    const text = await exportedText(unit, src, include, read)
    if (text !== undefined) values.set(key, text.value)
  }
  return values
}

async function written(
  { place: { path, source, locale }, before }: ImportFile,
  values: ReadonlyMap<string, Message>,
  project: Frozen<ProjectRecord>,
  { read, computed }: Reading,
): Promise<ReadonlyMap<string, Message>> {
  if (values.size === 0) return new Map()
  const { file, held } = source
  const sibling = before === undefined ? await siblingFile(project, file.id, read) : undefined
  const place = { path, format: file.format, locale, source: held.content }
  const content = await computed.writeTarget({ ...place, base: before, sibling: sibling?.content, values })
  const { entries } = await computed.readTarget({ ...place, content })
  return new Map(entries.filter(({ key }) => values.has(key)).map(({ key, value }) => [key, value]))
}
