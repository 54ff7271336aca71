/** Items that are read at once. */
const AT_ONCE = 50

/** Reads something for each item, for many at once, because a database answers these lookups together. Yields items and results in order. */
export async function* readAhead<I, R>(
  items: Iterable<I> | AsyncIterable<I>,
  read: (item: I) => Promise<R>,
  atOnce = AT_ONCE,
): AsyncGenerator<readonly [I, R]> {
  let ahead: I[] = []
  const readAll = async () => {
    const some = ahead
    ahead = []
    return Promise.all(some.map(async item => [item, await read(item)] as const))
  }
  for await (const item of items) {
    if (ahead.push(item) === atOnce) yield* await readAll()
  }
  yield* await readAll()
}
