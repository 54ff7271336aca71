/** One request of a client, with its answer. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: Headers
}

/** A `fetch` for a client that keeps what went through it; `after` is awaited before the client gets each answer. */
export function watchFetch(after: (seen: Seen) => Promise<void> | void = () => undefined): {
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>
  readonly seen: () => readonly Seen[]
} {
  const all: Seen[] = []
  return {
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      const seen = {
        method: init?.method ?? 'GET',
        path: new URL(url).pathname,
        status: response.status,
        headers: response.headers,
      }
      all.push(seen)
      await after(seen)
      return response
    },
    seen: () => all,
  }
}
