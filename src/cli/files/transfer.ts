/** Transfers files to a server and back. */
export interface TransferClient {
  /** Uploads a file to a link of a response. @throws AppError of the server, or `unavailable`. */
  put(address: string, content: string, signal?: AbortSignal): Promise<void>
  /** Downloads from a link of a response. @throws AppError of the server, or `unavailable`. */
  get(address: string, signal?: AbortSignal): Promise<Buffer>
}

/** File content is part of the call and its response: the tools run on this machine. */
export const INLINE = 'inline'

export type FileTransfer = typeof INLINE | TransferClient

const MAX_CONCURRENT_TRANSFERS = 4

/** Runs `work` for each item, four at a time. After an error, starts no more, waits for the running ones, and throws it. */
export async function forEachConcurrently<T extends object>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  const workers = Array.from({ length: MAX_CONCURRENT_TRANSFERS }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      try {
        await work(item)
      } catch (error) {
        queue.length = 0
        throw error
      }
    }
  })
  const ended = await Promise.allSettled(workers)
  const failed = ended.find(worker => worker.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
