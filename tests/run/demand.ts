import { inject } from 'vitest'
import type { THINGS } from './setup.ts'

/** Asks for what a run has once for all workers; the first one waits until it is made. @throws Error when that fails. */
export async function demand(thing: keyof ReturnType<typeof THINGS>): Promise<string> {
  const response = await fetch(inject('onDemand') + thing, { headers: { connection: 'close' } })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}
