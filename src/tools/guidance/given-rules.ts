import { createHash } from 'node:crypto'
import { credentialName } from '../../auth/policy/principal.ts'
import type { Row } from '../../l10n/work/packet-rows.ts'
import type { SharedState } from '../../store/shared-state.ts'
import type { Call } from '../pipeline/call.ts'

/** The time in which a credential gets each rule once. */
const KEPT_MS = 60 * 60_000
/** Rules of one reader; more than there are syntaxes. */
const MAX_RULES = 100

const GIVEN = 'Given before. To repeat it, set rules: true.'

type Rules = Readonly<Record<string, string>>
interface Given {
  /** The packet that had the rule. */
  readonly packet: string
  /** Milliseconds. */
  readonly until: number
}

type FirstRow = Pick<Row, 'id' | 'src'> | undefined

/**
 * The placeholder rules that a reader got within the last hour. A packet refers to them instead of repeating them. A packet with the same first row repeats
 * them, because its reader may have lost the first answer. Forgotten rules are repeated.
 */
export class GivenRules {
  readonly #shared: SharedState
  readonly #reader: string
  readonly #now: number
  /** By rule. */
  readonly #given: ReadonlyMap<string, Given>

  private constructor(shared: SharedState, reader: string, now: number, given: ReadonlyMap<string, Given>) {
    this.#shared = shared
    this.#reader = reader
    this.#now = now
    this.#given = given
  }

  /**
   * Loads the rules that the reader has; none if it asks for all. Agents with one credential, but different programs or worker names, have contexts of their own.
   */
  static async load(
    { principal, client, services }: Pick<Call, 'principal' | 'client' | 'services'>,
    { worker, rules }: { readonly worker?: string | undefined; readonly rules?: boolean | undefined },
  ): Promise<GivenRules> {
    const { shared } = services.store
    const reader = `given rules ${digest([principal.user.id, credentialName(principal.credential), client, worker])}`
    const now = services.now().getTime()
    const known = [...(rules === true ? [] : await shared.list(reader))] as [string, Given][]
    return new GivenRules(shared, reader, now, new Map(known.filter(([, { until }]) => until > now)))
  }

  /** Replaces the rules that the reader has. */
  shorten(rules: Rules, first: FirstRow): Rules {
    const isGiven = (rule: string): boolean => {
      const given = this.#given.get(digest(rule))
      return given !== undefined && given.packet !== toMark(first) && rule.length > GIVEN.length
    }
    return Object.fromEntries(Object.entries(rules).map(([syntax, rule]) => [syntax, isGiven(rule) ? GIVEN : rule]))
  }

  /** Remembers the rules of a packet that is sent. */
  async remember(rules: Rules, first: FirstRow): Promise<void> {
    const fresh = Object.values(rules).filter(rule => rule !== GIVEN && !this.#given.has(digest(rule)))
    if (fresh.length === 0) return
    const given: Given = { packet: toMark(first), until: this.#now + KEPT_MS }
    const values = new Map(fresh.map(rule => [digest(rule), given]))
    await this.#shared.update(this.#reader, [], () => ({
      values,
      keepMs: KEPT_MS,
      limit: MAX_RULES,
      result: undefined,
    }))
  }
}

const toMark = (first: FirstRow): string => digest([first?.id, first?.src])

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
