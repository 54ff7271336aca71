/** How the bytes of files get to a server and back. */
export interface TransferClient {
  /** Sends a file to the address that an answer gave for it. @throws AppError as the server refused it, or `unavailable`. */
  put(address: string, content: string, signal?: AbortSignal): Promise<void>
  /** Fetches from an address that an answer gave. @throws AppError as the server refused it, or `unavailable`. */
  get(address: string, signal?: AbortSignal): Promise<Buffer>
}

/** Contents travel in the call and its answer: the tools run on this machine. */
export const INLINE = 'inline'

export type FileTransfer = typeof INLINE | TransferClient

/** As many transfers as run at once. */
const MAX_CONCURRENT_TRANSFERS = 4

/** Does something for each item, four at a time; the first failure ends it when those under way have ended. */
export async function forEachConcurrently<T extends object>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  const lanes = Array.from({ length: MAX_CONCURRENT_TRANSFERS }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      try {
        await work(item)
      } catch (error) {
        queue.length = 0
        throw error
      }
    }
  })
  const ended = await Promise.allSettled(lanes)
  const failed = ended.find(lane => lane.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
