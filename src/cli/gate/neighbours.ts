import type { CheckInput } from '../../l10n/checks/check.ts'
import { addTo } from '../../l10n/groups.ts'
import { type Message, messageUnits, sameMessage } from '../../l10n/message/message.ts'

/** At most as many as the server compares. */
const MAX_GIVEN = 5
const MAX_READ = 20
/** Longer strings repeat by design. */
const MAX_UNITS = 1_000

/** A source string with a translation. */
export interface Pair {
  /** Hash of the source string and its context. */
  readonly src: string
  readonly source: Message
  readonly target: Message
}

/** The translations of a locale by source and by text, so that each is compared with those of the whole project. */
export class Neighbours {
  readonly #bySource = new Map<string, Pair[]>()
  readonly #byTarget = new Map<string, Pair[]>()

  add(pair: Pair): void {
    if (isLong(pair)) return
    addTo(this.#bySource, pair.src, pair)
    addTo(this.#byTarget, toKey(pair.target), pair)
  }

  /** The translations of the source in other places, and the other sources that have the translation. `pair` is one that was added. */
  find(pair: Pair): Pick<CheckInput, 'elsewhere' | 'twins'> {
    if (isLong(pair)) return {}
    const others = (this.#bySource.get(pair.src) ?? []).slice(0, MAX_READ).filter(other => other !== pair)
    const same = (this.#byTarget.get(toKey(pair.target)) ?? [])
      .slice(0, MAX_READ)
      .filter(other => !sameMessage(other.source, pair.source))
    const elsewhere = distinct(others.map(({ target }) => target))
    const twins = distinct(same.map(({ source }) => source))
    return { ...(elsewhere.length > 0 && { elsewhere }), ...(twins.length > 0 && { twins }) }
  }

  /** Whether a string with this source keeps it as it is. */
  hasCopy(src: string): boolean {
    return this.#bySource.get(src)?.some(({ source, target }) => sameMessage(source, target)) === true
  }
}

const isLong = ({ source, target }: Pair): boolean => messageUnits(source) + messageUnits(target) > MAX_UNITS

const toKey = (message: Message): string => (typeof message === 'string' ? message : JSON.stringify(message))

function distinct(messages: readonly Message[]): readonly Message[] {
  const found: Message[] = []
  for (const message of messages) {
    if (found.length === MAX_GIVEN) break
    if (!found.some(known => sameMessage(known, message))) found.push(message)
  }
  return found
}
