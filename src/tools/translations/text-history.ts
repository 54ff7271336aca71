import { sameMessage } from '../../l10n/message/message.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { RevisionRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { isSameWriter } from './origin.ts'
import type { Text } from './unit.ts'

export type Revision = Frozen<RevisionRecord>

/** A change that the present text rests on: the revision that made it, and what there was before; undefined = nothing. */
export interface TextChange {
  readonly made: Revision
  readonly before: Revision | undefined
}

const PAGE = 20

/** The past of a unit's text for one source, read as far back as it is asked for. */
export class TextHistory {
  readonly #text: string
  readonly #read: Pick<Reader, 'revisions'>
  /** Newest first. */
  readonly #known: Revision[] = []
  #after: string | undefined
  #isWhole = false

  constructor(unit: string, src: string, read: Pick<Reader, 'revisions'>) {
    this.#text = compoundKey(unit, src)
    this.#read = read
  }

  newest(): Promise<Revision | undefined> {
    return this.#find(() => true)
  }

  /** The next older one. */
  before({ rev }: Revision): Promise<Revision | undefined> {
    return this.#find(other => other.rev < rev)
  }

  /**
   * What a revision rests on, newest first. A text rests on the change that brought it; one that was approved, or brought back, also on
   * everything that the same text rested on before. Whatever a text does not rest on was replaced.
   */
  async listChanges(state: Revision): Promise<readonly TextChange[]> {
    const found: TextChange[] = []
    let made: Revision | undefined = state
    while (made !== undefined) {
      const before = await this.before(made)
      found.push({ made, before })
      made = await this.#sameAs(made, before)
    }
    return found
  }

  /** The newest revision with another text than this; undefined when there was nothing before it. */
  async beforeText(value: Text['value']): Promise<Revision | undefined> {
    let state = await this.newest()
    while (state !== undefined && state.state !== 'untranslated' && sameMessage(state.value, value)) {
      state = (await this.listChanges(state)).at(-1)?.before
    }
    return state
  }

  /** The earlier revision that had the text of this one, if this one did not bring the text. */
  async #sameAs(made: Revision, before: Revision | undefined): Promise<Revision | undefined> {
    const { restores } = made
    if (restores !== undefined) return this.#find(({ id }) => id === restores)
    if (made.state === 'untranslated' || before === undefined || before.state === 'untranslated') return undefined
    return sameMessage(made.value, before.value) && isSameWriter(made.origin, before.origin) ? before : undefined
  }

  async #find(fits: (revision: Revision) => boolean): Promise<Revision | undefined> {
    for (let n = 0; ; n++) {
      while (n === this.#known.length && !this.#isWhole) await this.#load()
      const revision = this.#known[n]
      if (revision === undefined || fits(revision)) return revision
    }
  }

  async #load(): Promise<void> {
    const page = await this.#read.revisions.page('text', this.#text, { limit: PAGE, after: this.#after })
    this.#known.push(...page.items)
    this.#after = page.next
    this.#isWhole = page.next === undefined
  }
}

/** How far back a pull looks for a text that may leave: what it costs does not grow with the past. */
const MAX_RECENT = 200
const RECENT_PAGE = 50

/** The newest revisions of a unit, newest first, of all its sources. */
export async function* recentRevisions(unit: string, read: Pick<Reader, 'revisions'>): AsyncGenerator<Revision> {
  let after: string | undefined
  for (let looked = 0; looked < MAX_RECENT; looked += RECENT_PAGE) {
    const page = await read.revisions.page('translation', unit, { limit: RECENT_PAGE, after })
    yield* page.items
    after = page.next
    if (after === undefined) return
  }
}

/** What a text would be if some batches had never been; undefined when it does not rest on any of them. */
export async function withoutBatches(
  history: TextHistory,
  isNamed: (batch: string) => Promise<boolean>,
): Promise<
  { readonly newest: Revision; readonly undone: readonly TextChange[]; readonly to: Revision | undefined } | undefined
> {
  const newest = await history.newest()
  if (newest === undefined) return undefined
  const undone: TextChange[] = []
  let to: Revision | undefined = newest
  while (to !== undefined) {
    const act = await findFirstChange(await history.listChanges(to), isNamed)
    if (act === undefined) break
    undone.push(act)
    to = act.before
  }
  return undone.length === 0 ? undefined : { newest, undone, to }
}

async function findFirstChange(
  acts: readonly TextChange[],
  isNamed: (batch: string) => Promise<boolean>,
): Promise<TextChange | undefined> {
  for (const act of acts) if (await isNamed(act.made.batch_id)) return act
  return undefined
}
