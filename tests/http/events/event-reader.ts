/** One server-sent event. */
export interface StreamEvent {
  readonly event: string
  readonly id?: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A client that reads events one by one. */
export interface EventReader {
  readonly response: Response
  /** The next event; undefined at the end of the stream. */
  readonly next: () => Promise<StreamEvent | undefined>
  /** Comments so far. */
  readonly comments: readonly string[]
  readonly close: () => Promise<void>
}

export async function openEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
  sent: Pick<RequestInit, 'method' | 'body'> = {},
): Promise<EventReader> {
  const ending = new AbortController()
  const response = await fetch(url, { ...sent, headers, signal: ending.signal })
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  const comments: string[] = []
  let text = ''
  const next = async (): Promise<StreamEvent | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        if (block.startsWith(':')) comments.push(block)
        const found = parse(block)
        if (found !== undefined) return found
        continue
      }
      const chunk = await reader?.read()
      if (chunk === undefined || chunk.done) return undefined
      text += decoder.decode(chunk.value, { stream: true })
    }
  }
  return {
    response,
    next,
    comments,
    close: async () => {
      ending.abort()
      await reader?.cancel().catch(() => undefined)
    },
  }
}

function parse(block: string): StreamEvent | undefined {
  const fields = Object.fromEntries(block.split('\n').map(line => line.split(/: (.*)/s, 2) as [string, string]))
  const { event, id, data } = fields
  if (event === undefined || data === undefined) return undefined
  return { event, ...(id !== undefined && { id }), data: JSON.parse(data) as StreamEvent['data'] }
}
