import { join } from 'node:path'
import type { StoredRecord } from '../../../engine/definitions.ts'
import type { LogTable } from '../../memory/log-table.ts'
import type { View } from '../../memory/stamp.ts'
import type { StoreLocation } from '../durable-files.ts'
import { encodeIndex } from '../log/key-index.ts'
import { buildSegment, LogSegment } from '../log/segment.ts'
import { TextBuffer } from '../text-buffer.ts'
import type { Manifest } from './manifest.ts'
import type { Shard } from './shard.ts'
import { writeShard } from './shard-file.ts'

/** The content of a snapshot, as one view sees it. */
export interface SnapshotWork {
  readonly view: View
  /** Shards that changed since the last snapshot. */
  readonly shards: Iterable<Shard>
  readonly logs: Iterable<LogTable>
}

type Segments = Manifest['logs'][string]

/**
 * Writes changed shards and new log records to new files; returns the manifest that names them and the unchanged files. The snapshot is valid once that
 * manifest is published. `adopt` then moves the log records from memory to the segments.
 */
export async function writeSnapshot(
  place: StoreLocation,
  before: Manifest,
  { view, shards, logs }: SnapshotWork,
): Promise<{ readonly manifest: Manifest; readonly adopt: () => void }> {
  const manifest = { ...before, shards: { ...before.shards }, logs: { ...before.logs } }
  for (const shard of shards) {
    const records = await shard.collect(view)
    delete manifest.shards[shard.name]
    if (records.length === 0) continue
    const content = { collection: shard.table.name, group: shard.group, records }
    const whole = await writeShard(place.folder, `${shard.name}.${before.generation}.json`, content, place.files)
    manifest.shards[shard.name] = whole
    shard.bytes = whole.bytes
  }
  const segments: (readonly [LogTable, LogSegment])[] = []
  for (const log of logs) {
    const records = log.recent(view)
    if (records.length === 0) continue
    const { entry, segment } = await writeSegment(
      place,
      log,
      `${log.name}.${before.generation}`,
      records,
      log.beforeRecent,
    )
    manifest.logs[log.name] = [...(manifest.logs[log.name] ?? []), entry]
    segments.push([log, segment])
  }
  return { manifest, adopt: () => segments.forEach(([log, segment]) => log.adopt(segment)) }
}

/** Writes the two files of a log segment. */
export async function writeSegment(
  { folder, files }: StoreLocation,
  log: Pick<LogTable, 'definition'>,
  name: string,
  records: readonly StoredRecord[],
  first: number,
): Promise<{ readonly entry: Segments[number]; readonly segment: LogSegment }> {
  const { lines, index } = await buildSegment(log.definition, records)
  const spelled = new TextBuffer()
  spelled.add(encodeIndex(index))
  const entry = {
    file: `${name}.jsonl`,
    bytes: lines.length,
    index: { file: `${name}.index.json`, bytes: spelled.length, sum: spelled.sum },
  }
  await files.write(join(folder, entry.file), lines.all)
  await files.write(join(folder, entry.index.file), spelled.all)
  return { entry, segment: new LogSegment(join(folder, entry.file), first, index, log.definition.index, files) }
}
