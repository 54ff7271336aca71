import { z } from 'zod'
import type { Origin } from '../../store/records/localization.ts'
import type { Frozen, Page, PageOptions, Reader } from '../../store/store.ts'

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
}

interface VersionLog<V extends Version> {
  page(index: 'owner', key: string, options: PageOptions): Promise<Page<V>>
}

const MOST_SHOWN = 20

/** The newest versions, with the handle of who made each. */
export async function newestVersions(
  log: VersionLog<Version>,
  ownerId: string,
  read: Reader,
): Promise<z.infer<typeof VersionView>[]> {
  const { items } = await log.page('owner', ownerId, { limit: MOST_SHOWN })
  return Promise.all(
    items.map(async ({ version, at, note, origin }) => ({
      version,
      at,
      by: (await read.users.get(origin.user_id))?.handle ?? origin.user_id,
      ...(note !== undefined && { note }),
    })),
  )
}

/** The versions after `version`, newest first. */
export async function* versionsAfter<V extends Version>(
  log: VersionLog<V>,
  ownerId: string,
  version: number,
): AsyncGenerator<V> {
  let after: string | undefined
  do {
    const page = await log.page('owner', ownerId, { limit: 100, after })
    for (const item of page.items) {
      if (item.version <= version) return
      yield item
    }
    after = page.next
  } while (after !== undefined)
}
