import type { CallTool } from '../harness/surfaces.ts'

interface Session {
  readonly call: CallTool
  readonly write: (name: string) => Promise<unknown>
  readonly names: () => Promise<readonly string[]>
}

interface Listed {
  readonly tokens: readonly { readonly name: string }[]
  readonly next_cursor?: string
}

/** The names of all tokens, page by page. */
export async function namesOf(call: CallTool, cursor?: string): Promise<readonly string[]> {
  const page = (await call('list_tokens', { limit: 200, ...(cursor !== undefined && { cursor }) })) as Listed
  const rest = page.next_cursor === undefined ? [] : await namesOf(call, page.next_cursor)
  return [...page.tokens.map(({ name }) => name), ...rest].toSorted()
}

/** Lets sessions write and read, each on two lanes, one call after the other. */
export async function beginWork(opening: readonly Promise<Session>[]) {
  const sessions = await Promise.all(opening)
  const written: string[] = []
  const refused: { readonly name: string; readonly error: unknown }[] = []
  const work = { ended: false }
  let onWritten = (): void => undefined
  const lanes = sessions.flatMap((session, at) =>
    ['x', 'y'].map(async lane => {
      for (let n = 0; !work.ended; n += 1) {
        const name = `${at} ${lane} ${n}`
        try {
          await session.write(name)
          written.push(name)
          onWritten()
        } catch (error) {
          refused.push({ name, error })
        }
        await session.call('list_tokens', { limit: 1 })
      }
    }),
  )
  return {
    names: async () => (await sessions[0]?.names()) ?? [],
    /** The names whose writing was acknowledged. */
    written,
    until: async (length: number) => {
      while (written.length < length) await new Promise<void>(resolve => (onWritten = resolve))
    },
    /** Stops the lanes, and returns the rejected writes. */
    end: async () => {
      work.ended = true
      await Promise.all(lanes)
      return refused
    },
  }
}
