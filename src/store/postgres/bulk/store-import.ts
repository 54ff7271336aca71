import { AppError } from '../../../errors.ts'
import type { StoreImport } from '../../move/store-import.ts'
import { failureReason } from '../errors.ts'
import { PostgresFill } from './fill.ts'
import { DatabaseAccess, toOpenError } from './hold.ts'

/** Lets records arrive in a database, in one transaction. `signal` ends also a statement that takes long, such as the creation of an index. */
export function arriveInDatabase(url: string, signal: AbortSignal): StoreImport {
  let fill: PostgresFill | undefined
  const getFill = (): PostgresFill => {
    if (fill === undefined) throw new Error('No records have arrived yet.')
    return fill
  }
  const explain = (error: unknown): never => {
    // An abort ends the connection.
    signal.throwIfAborted()
    throw toWriteError(error)
  }
  return {
    copy: async batches => {
      const filling = await PostgresFill.begin({ url }).catch((error: unknown) => {
        throw toOpenError(error)
      })
      fill = filling
      signal.addEventListener('abort', () => void filling.abort(), { once: true })
      signal.throwIfAborted()
      for await (const batch of batches) await filling.add(batch).catch(explain)
      await filling.finishCopy().catch(explain)
    },
    apply: changes => getFill().apply(changes).catch(explain),
    checksums: () => getFill().checksums().catch(explain),
    commit: id => getFill().commit(id).catch(explain),
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

function toWriteError(error: unknown): unknown {
  const reason = error instanceof AppError ? undefined : failureReason(error)
  if (reason === undefined) return error
  return new AppError('store_unavailable', `The new store cannot be written: ${reason}. Nothing was moved.`, {
    fix: 'Check the database of the new store. Run the command again; it starts over.',
    cause: error,
  })
}
