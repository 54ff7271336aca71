import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import type { THINGS } from './setup.ts'

/** Asks for what a run has once for all workers; the first one waits until it is made. @throws Error when that fails. */
export async function demand(thing: keyof ReturnType<typeof THINGS>): Promise<string> {
  // Unlike fetch, this waits without a limit: a busy machine builds a program for minutes.
  const request = get(inject('onDemand') + thing, { agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const answer = await text(response)
  if (response.statusCode !== 200) throw new Error(answer)
  return answer
}
