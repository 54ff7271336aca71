/** A promise with the functions that settle it. */
export interface PromiseWithSettlers {
  readonly promise: Promise<void>
  resolve(): void
  reject(error: Error): void
}

/** As `Promise.withResolvers`, which Node.js has from version 22 on. */
export function promiseWithSettlers(): PromiseWithSettlers {
  let settlers: Omit<PromiseWithSettlers, 'promise'> | undefined
  const promise = new Promise<void>((resolve, reject) => {
    settlers = { resolve, reject }
  })
  return { promise, resolve: () => settlers?.resolve(), reject: error => settlers?.reject(error) }
}
