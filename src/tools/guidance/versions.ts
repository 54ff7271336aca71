import { z } from 'zod'
import type { TermChange } from '../../l10n/glossary/change-terms.ts'
import { changeBytes, MAX_CHANGED_BYTES } from '../../l10n/glossary/merge-term.ts'
import { eachRecord } from '../../store/each-record.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Origin } from '../../store/records/localization.ts'
import type { Page, PageOptions, Reader } from '../../store/store.ts'
import { jsonByteLength } from '../pipeline/json-byte-length.ts'
import { VersionedCache } from './versioned-cache.ts'

/** A version of a voice or glossary in lists. */
export const VersionView = z.object({
  version: z.number().int(),
  at: z.string(),
  by: z.string(),
  note: z.string().optional(),
})

interface Version {
  readonly version: number
  readonly at: string
  readonly note?: string | undefined
  readonly origin: Frozen<Origin>
  /** Glossaries only. */
  readonly changes?: readonly TermChange[]
}

interface VersionLog<V extends Version> {
  page(index: 'owner', key: string, options: PageOptions): Promise<Page<V>>
}

const MAX_VERSIONS_SHOWN = 20
/** Versions read at once: each can hold many megabytes of terms. */
const PAGE_SIZE = 2
/** Limit of all cached versions, in bytes. */
const MAX_CACHE_BYTES = 4 * 1024 * 1024

/** IDs are unique across stores, so one cache serves all. */
const newestVersionsCache = new VersionedCache<readonly Omit<Version, 'changes'>[]>(MAX_CACHE_BYTES)

/**
 * The newest versions with their authors: as many as fit into `room` bytes, at most 20, fewer if they changed many large terms.
 * They are read once for each current `version`.
 */
export async function listNewestVersions(
  what: 'voice' | 'glossary',
  { ownerId, version: present, room }: { readonly ownerId: string; readonly version: number; readonly room: number },
  read: Reader,
): Promise<readonly z.infer<typeof VersionView>[]> {
  const id = `${what} ${ownerId} ${present}`
  const versions = await newestVersionsCache.get(id, async () => {
    const value = await readNewestVersions(what === 'voice' ? read.voice_versions : read.glossary_versions, ownerId)
    return { value, id, bytes: jsonByteLength(value) }
  })
  const shown: z.infer<typeof VersionView>[] = []
  let bytes = 0
  for (const { version, at, note, origin } of versions) {
    const by = (await read.users.get(origin.user_id))?.handle ?? origin.user_id
    const one = { version, at, by, ...(note !== undefined && { note }) }
    bytes += jsonByteLength(one) + 1
    if (bytes > room) break
    shown.push(one)
  }
  return shown
}

async function readNewestVersions(
  log: VersionLog<Version>,
  ownerId: string,
): Promise<readonly Omit<Version, 'changes'>[]> {
  const versions: Omit<Version, 'changes'>[] = []
  let changed = 0
  for await (const { version, at, note, origin, changes = [] } of versionsAfter(log, ownerId, 0)) {
    versions.push({ version, at, note, origin })
    changed += changeBytes(changes)
    if (versions.length === MAX_VERSIONS_SHOWN || changed > MAX_CHANGED_BYTES) break
  }
  return versions
}

/** The versions after `version`, newest first. */
export async function* versionsAfter<V extends Version>(
  log: VersionLog<V>,
  ownerId: string,
  version: number,
): AsyncGenerator<V> {
  for await (const item of eachRecord(after => log.page('owner', ownerId, { limit: PAGE_SIZE, after }))) {
    if (item.version <= version) return
    yield item
  }
}
