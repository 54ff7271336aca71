import { readdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isNightly } from '../../runs.ts'
import { chances } from './chance.ts'
import { type Place, runChild, type Said } from './child.ts'
import { WRITERS } from './plan.ts'

/** The result of the rounds of one folder. */
export interface Tally {
  rounds: number
  acknowledged: number
  /** Acknowledged, but not found. */
  lost: number
  /** Records that differ from the result of the found transactions. */
  half: number
  /** Found, but not acknowledged. This is legal: the process died before it could report it. */
  unspoken: number
  whileOpening: number
  whileSnapshot: number
  withoutAcknowledgement: number
  /** Records that the log reported as trimmed. */
  trimmed: number
  /** Other faults, in words. */
  readonly faults: string[]
}

export const newTally = (): Tally => ({
  rounds: 0,
  acknowledged: 0,
  lost: 0,
  half: 0,
  unspoken: 0,
  whileOpening: 0,
  whileSnapshot: 0,
  withoutAcknowledgement: 0,
  trimmed: 0,
  faults: [],
})

export interface Life extends Place {
  readonly seed: number
  readonly rounds: number
  readonly tally: Tally
}

/** Every kind of kill: during the opening, a snapshot and a trim, and at any time of a store without and with earlier records. */
export const FEWEST_ROUNDS = 6

/** Opens the store of one folder, writes and is killed, repeatedly, and compares the acknowledged writes with its content. */
export async function live({ seed, rounds, tally, ...place }: Life): Promise<void> {
  const chance = chances(seed)
  const books = new Books(tally)
  let openMs = 50
  // One round in five, so that the number of acknowledgements does not depend on the seed.
  const opening = Math.floor(chance() * 5)
  for (let round = 1; round <= rounds; round++) {
    const [share, rest] = [chance(), chance()]
    // The last round waits until a trim has removed something, so that every run has one.
    const isTrimming = place.trims && round === rounds
    const isOpening = round % 5 === opening && !isTrimming
    // So that also few rounds have more than ten acknowledgements each.
    const fewest = round === 1 ? 1 : isNightly ? 15 : 25
    // One round waits for a snapshot, so that every run has one.
    const isSnapshot = round === (opening === 2 ? 3 : 2)
    const killAfter = isOpening
      ? (line: string) => (line === 'opening' ? share * 1.5 * openMs : undefined)
      : isTrimming
        ? (line: string) => (/^trimmed [1-9]/.test(line) ? rest * 60 : undefined)
        : isSnapshot
          ? duringSnapshot(join(place.dataDir, 'store'), fewest)
          : afterAcknowledgements(fewest + Math.floor(share * 185), rest * 60)
    const said = await runChild(place, { round, killAfter })
    books.enter(said)
    openMs = said.openMs ?? openMs
    tally.rounds++
    if (said.found === undefined) tally.whileOpening++
    else if (said.acknowledged.length === 0 && !isOpening) tally.withoutAcknowledgement++
    if (await isSnapshotUnderWay(join(place.dataDir, 'store'))) tally.whileSnapshot++
    if (tally.faults.length > 0) return
  }
  books.enter(await runChild(place, { round: 'read', killAfter: () => undefined }))
}

/** Counted and not timed, so that a slow machine gets as far. */
export function afterAcknowledgements(count: number, delay: number): (line: string) => number | undefined {
  let heard = 0
  return line => (line.startsWith('ack ') && ++heard === count ? delay : undefined)
}

/** After so many acknowledgements, as soon as there are two journals. */
function duringSnapshot(folder: string, count: number): (line: string) => number | undefined {
  let heard = 0
  return line => {
    if (line.startsWith('ack ')) heard++
    return heard >= count && journalsIn(readdirSync(folder)).length > 1 ? 0 : undefined
  }
}

const journalsIn = (names: readonly string[]): readonly string[] => names.filter(name => name.startsWith('journal.'))

/** Keeps the acknowledged writes, and compares them with the content at each opening. */
export class Books {
  readonly #tally: Tally
  readonly #acknowledged = new Set<number>()
  readonly #unspoken = new Set<number>()
  #trimmed = 0
  #trimsBelow = 0

  constructor(tally: Tally) {
    this.#tally = tally
  }

  /** A child finds writes of earlier rounds; the next child finds the writes that it acknowledged. */
  enter({ found, acknowledged, trimmed, trimsBelow, faults }: Said): void {
    this.#tally.faults.push(...faults)
    if (found !== undefined) this.#compare(found)
    this.#trimmed += trimmed
    this.#tally.trimmed += trimmed
    this.#trimsBelow = Math.max(this.#trimsBelow, trimsBelow)
    for (const n of acknowledged) this.#acknowledged.add(n)
    this.#tally.acknowledged += acknowledged.length
  }

  #compare({ applied, trimmed, faults, faultCount }: NonNullable<Said['found']>): void {
    const there = new Set(applied)
    const lost = [...this.#acknowledged].filter(n => !there.has(n))
    const unspoken = applied.filter(n => !this.#acknowledged.has(n) && !this.#unspoken.has(n))
    for (const n of unspoken) this.#unspoken.add(n)
    this.#tally.lost += lost.length
    this.#tally.half += faultCount
    this.#tally.unspoken += unspoken.length
    this.#tally.faults.push(...lost.slice(0, 20).map(n => `${n} was acknowledged and is not there`), ...faults)
    const gone = [...this.#unspoken].filter(n => !there.has(n))
    this.#tally.faults.push(...gone.map(n => `${n} was there after an earlier round, and is not any more`))
    const early = trimmed.filter(n => n >= this.#trimsBelow)
    this.#tally.faults.push(...early.map(n => `${n} was trimmed and nobody asked for that`))
    if (trimmed.length < this.#trimmed)
      this.#tally.faults.push(`${this.#trimmed} records were trimmed, and only ${trimmed.length} are gone`)
  }
}

/** Whether a closed store has traces of an unfinished snapshot: another journal, or unnamed files. */
async function isSnapshotUnderWay(folder: string): Promise<boolean> {
  // A process that was killed early in the first round has created no folder.
  const names = await readdir(folder).catch(whenAbsent)
  const manifest = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => '')
  const others = names.filter(name => !/^(manifest\.json$|journal\.|transaction\.)/.test(name))
  return journalsIn(names).length > 1 || others.some(name => !manifest.includes(`"${name}"`))
}

function whenAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** The maximum of unacknowledged writes of a round: one running per writer. */
export const mostUnspoken = ({ rounds }: Tally): number => rounds * WRITERS

/** The table of all rounds in one line. */
export const describeTally = (tally: Tally): string =>
  [
    `${tally.rounds} rounds`,
    `${tally.acknowledged} acknowledged`,
    `${tally.lost} lost`,
    `${tally.half} half-applied`,
    `${tally.unspoken} found without acknowledgement`,
    `${tally.whileSnapshot} killed during a snapshot`,
    `${tally.whileOpening} killed during the opening`,
    `${tally.withoutAcknowledgement} without any acknowledgement`,
    `${tally.trimmed} trimmed`,
  ].join(', ')
