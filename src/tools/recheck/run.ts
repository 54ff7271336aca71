import { Alarm } from '../../scheduling/alarm.ts'
import type { Services } from '../pipeline/call.ts'
import { requestForNewChecks } from './check-version.ts'
import { type RecheckServices, runTurn } from './run-turn.ts'
import { TermSelections } from './select-terms.ts'

/** Wait after a failure, such as a full disk. */
const RETRY_MS = 60_000

/** A background job. */
export interface Rechecking {
  /** Ends after the turn that runs. */
  stop(): Promise<void>
}

/** Checks translations again in the background, as requested by changes. One process runs it for each data folder. */
export function startRechecking(services: Services): Rechecking {
  const stopping = new AbortController()
  const { signal } = stopping
  const alarm = new Alarm()
  const unwatch = services.store.watch(changes => {
    if (changes.some(({ collection, kind }) => collection === 'rechecks' && kind === 'insert')) alarm.ring()
  })
  const work = async (): Promise<void> => {
    let isKnown = false
    while (!signal.aborted) {
      try {
        if (!isKnown) await requestForNewChecks(services)
        isKnown = true
        await runRechecks(services, signal)
        if (!signal.aborted) await alarm.wait()
      } catch (error) {
        if (signal.aborted) return
        services.log.warn({ err: error }, 'translations could not be checked again; the next attempt is in a minute')
        await alarm.wait(RETRY_MS)
      }
    }
  }
  const ended = work()
  return {
    stop: async () => {
      unwatch()
      stopping.abort()
      alarm.ring()
      await ended
    },
  }
}

/** Requests that may fail before the others wait, too. */
const MAX_FAILED = 10

/**
 * Works on all requests in turns, until none is left. One that fails keeps none of the others waiting.
 * @throws the first error, after the other requests are done
 */
export async function runRechecks(services: RecheckServices, signal?: AbortSignal): Promise<void> {
  const selections = new TermSelections()
  const failed = new Map<string, unknown>()
  while (failed.size < MAX_FAILED) {
    if (signal?.aborted === true) return
    const { items } = await services.store.read.rechecks.page('all', '', { limit: failed.size + 1 })
    const request = items.find(({ id }) => !failed.has(id))
    if (request === undefined) break
    try {
      await runTurn(request, services, selections)
    } catch (error) {
      failed.set(request.id, error)
    }
  }
  for (const error of failed.values()) throw error
}
