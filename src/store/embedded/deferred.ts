/** A promise with the functions that settle it. */
export interface Deferred {
  readonly promise: Promise<void>
  resolve(): void
  reject(error: Error): void
}

/** Like `Promise.withResolvers`, which Node.js has since version 22. */
export function createDeferred(): Deferred {
  let settlers: Omit<Deferred, 'promise'> | undefined
  const promise = new Promise<void>((resolve, reject) => {
    settlers = { resolve, reject }
  })
  return { promise, resolve: () => settlers?.resolve(), reject: error => settlers?.reject(error) }
}
