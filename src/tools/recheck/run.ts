import { createHash } from 'node:crypto'
import { CHECKS } from '../../l10n/checks/registry.ts'
import { Alarm, type BackgroundJob, startJob } from '../../scheduling/background-job.ts'
import { type KeptLease, keepLease, LEASE_RETRY_MS } from '../../store/kept-lease.ts'
import type { Services } from '../pipeline/call.ts'
import { requestRecheck, SERVER } from './requests.ts'
import { type RecheckServices, runTurn } from './run-turn.ts'
import { TermSelections } from './select-terms.ts'

/** Wait after a failure, such as a full disk. */
const RETRY_MS = 60_000

/**
 * Checks translations again in the background, as requested by changes. Of all processes, one does it as long as it lives; when it ends, another one begins.
 */
export const startRechecking = (services: Services): BackgroundJob => startJob(new Rechecker(services))

class Rechecker {
  readonly #services: Services
  readonly #alarm = new Alarm()
  #lease: KeptLease | undefined
  /** Whether the checks of this process are those that all translations were checked by, or are to be. */
  #isKnown = false
  #isStopping = false

  constructor(services: Services) {
    this.#services = services
  }

  stop(): void {
    this.#isStopping = true
    this.#alarm.ring()
  }

  async work(): Promise<void> {
    const { store, log } = this.#services
    const unwatch = store.watch(changes => {
      if (this.#lease === undefined) return
      if (changes.some(({ collection, kind }) => collection === 'rechecks' && kind === 'insert')) this.#alarm.ring()
    })
    while (!this.#isStopping) {
      try {
        await this.#alarm.wait(await this.#run())
      } catch (error) {
        log.warn({ err: error }, 'translations could not be checked again; the next attempt is in a minute')
        await this.#alarm.wait(RETRY_MS)
      }
    }
    unwatch()
    await this.#lease?.release().catch(() => undefined)
  }

  /** Works on what is requested, if no other process does. Returns the time until the next attempt; undefined if a request comes first. */
  async #run(): Promise<number | undefined> {
    if (!(await this.#isInCharge())) return LEASE_RETRY_MS
    if (!this.#isKnown) await requestForNewChecks(this.#services)
    this.#isKnown = true
    await runRechecks(this.#services, async () => !this.#isStopping && (await this.#lease?.isHeld()) === true)
    return undefined
  }

  async #isInCharge(): Promise<boolean> {
    if ((await this.#lease?.isHeld()) === true) return true
    await this.#lease?.release()
    this.#isKnown = false
    this.#lease = await keepLease(this.#services.store.shared, 'rechecks')
    this.#lease?.lost.addEventListener('abort', () => this.#alarm.ring())
    return this.#lease !== undefined
  }
}

/** Requests that may fail before the others wait, too. */
const MAX_FAILED = 10

/**
 * Works on all requests in turns, until none is left or it may not continue. One that fails keeps none of the others waiting.
 * @throws the first error, after the other requests are done
 */
export async function runRechecks(
  services: RecheckServices,
  mayContinue: () => Promise<boolean> = async () => true,
): Promise<void> {
  const selections = new TermSelections()
  const failed = new Map<string, unknown>()
  while (failed.size < MAX_FAILED) {
    if (!(await mayContinue())) return
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

/** Changes with each release, and with the list of checks and their levels. */
export const getCheckVersion = (release: string): string => {
  const checks = CHECKS.map(({ id, level, isFixed }) => [id, level, isFixed])
  return createHash('sha256')
    .update(JSON.stringify([release, checks]))
    .digest('hex')
    .slice(0, 16)
}

/**
 * Requests that everything is checked again if other checks are in use than before. A store without projects has nothing to check. Only the process that works
 * on the requests calls it, so that they are done by the checks whose version is stored, also while two releases run side by side.
 */
export async function requestForNewChecks(
  services: Pick<Services, 'store' | 'now' | 'newId' | 'version'>,
): Promise<void> {
  const version = getCheckVersion(services.version)
  if ((await services.store.read.check_versions.get('checks'))?.version === version) return
  if ((await services.store.status()).counts['projects'] === 0) return
  await services.store.transaction(async tx => {
    const known = await tx.check_versions.get('checks')
    if (known?.version === version) return
    const record = { id: 'checks' as const, version, at: services.now().toISOString() }
    if (known === undefined) await tx.check_versions.insert(record)
    else await tx.check_versions.put(record)
    await requestRecheck({ owner: 'server', owner_id: SERVER }, { kind: 'all' }, tx, services)
  })
}
