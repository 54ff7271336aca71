import type { Arrival } from '../../move/arrival.ts'
import { PostgresFill } from './fill.ts'
import { DatabaseAccess } from './hold.ts'

/** Lets records arrive in a database, in one transaction. `signal` ends also a statement that takes long, such as the creation of an index. */
export function arriveInDatabase(url: string, signal: AbortSignal): Arrival {
  let fill: PostgresFill | undefined
  const getFill = (): PostgresFill => {
    if (fill === undefined) throw new Error('No records have arrived yet.')
    return fill
  }
  return {
    copy: async batches => {
      fill = await PostgresFill.begin({ url })
      signal.addEventListener('abort', () => void fill?.abort(), { once: true })
      signal.throwIfAborted()
      for await (const batch of batches) await fill.add(batch)
      await fill.finishCopy()
    },
    apply: changes => getFill().apply(changes),
    checksums: () => getFill().checksums(),
    commit: id => getFill().commit(id),
    confirm: async id => {
      const access = new DatabaseAccess(url)
      try {
        await access.unmark('arrival', id)
      } finally {
        await access.close()
      }
    },
    abandon: async () => fill?.abort(),
  }
}
