import { type Message, sameMessage } from '../../l10n/message/message.ts'
import { type ExportedText, type ExportPolicy, exportedText, type Include } from '../../l10n/translation/export.ts'
import { canRepresent } from '../../l10n/translation/merge.ts'
import { isRefusedBy } from '../../l10n/translation/refusals.ts'
import { findTextBefore, type PastRevisions } from '../../l10n/translation/revert.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import type { ReviewRequest, SourceLine } from '../../l10n/translation/translation.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { RevisionRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { TextVersion, Translation } from './records.ts'

export type Revision = Frozen<RevisionRecord>

const PAGE = 20

/** The revisions of a translation for one source, read page by page as far back as they are asked for. */
export class TextHistory implements PastRevisions {
  readonly #text: string
  readonly #read: Pick<Reader, 'revisions'>
  /** Newest first. */
  readonly #known: Revision[] = []
  /** Where each is in `#known`, by ID. */
  readonly #places = new Map<string, number>()
  #after: string | undefined
  #isWhole = false

  constructor(translation: string, src: string, read: Pick<Reader, 'revisions'>) {
    this.#text = compoundKey(translation, src)
    this.#read = read
  }

  newest(): Promise<Revision | undefined> {
    return this.#find(() => true)
  }

  async before({ id, rev }: Pick<Revision, 'id' | 'rev'>): Promise<Revision | undefined> {
    const place = this.#places.get(id)
    return place === undefined ? this.#find(other => other.rev < rev) : this.#at(place + 1)
  }

  async get(wanted: string): Promise<Revision | undefined> {
    const place = this.#places.get(wanted)
    return place === undefined ? this.#find(({ id }) => id === wanted) : this.#known[place]
  }

  /** The revision that the rejection of a text restores: the last one that no reviewer refused. */
  beforeText(text: TextVersion, request: ReviewRequest | undefined): ReturnType<typeof findTextBefore> {
    return findTextBefore(
      this,
      value => sameMessage(value, text.value) || isRefusedBy(request, { src: text.src, value }),
    )
  }

  async #find(fits: (revision: Revision) => boolean): Promise<Revision | undefined> {
    for (let n = 0; ; n++) {
      const revision = await this.#at(n)
      if (revision === undefined || fits(revision)) return revision
    }
  }

  async #at(place: number): Promise<Revision | undefined> {
    while (place >= this.#known.length && !this.#isWhole) await this.#load()
    return this.#known[place]
  }

  async #load(): Promise<void> {
    const page = await this.#read.revisions.page('text', this.#text, { limit: PAGE, after: this.#after })
    for (const revision of page.items) this.#places.set(revision.id, this.#known.push(revision) - 1)
    this.#after = page.next
    this.#isWhole = page.next === undefined
  }
}

/** What a pull exports of a translation; see `exportedText`. */
export const findExportedText = (
  translation: Translation,
  line: SourceLine,
  include: Include,
  policy: ExportPolicy,
  read: Pick<Reader, 'revisions'>,
): Promise<ExportedText | undefined> =>
  exportedText(translation, line, include, policy, () => recentRevisions(translation.id, read))

/**
 * Returns whether a new text replaces an approved one, or one that replaced it and that nobody decided about since.
 * Looks back only from texts of others than users that are in review.
 */
export async function replacesApproved(
  translation: Translation,
  line: SourceLine,
  read: Pick<Reader, 'revisions'>,
): Promise<boolean> {
  const { text } = shownText(translation, line)
  if (text === undefined || !isUndecided(text)) return text?.state === 'approved'
  let looked = 0
  for await (const revision of recentRevisions(translation.id, read)) {
    looked += 1
    if (revision.rev > text.rev) continue
    if (revision.state === 'approved') return true
    if (revision.src === text.src && !isUndecided(revision)) return false
  }
  // Repeating a submission must not hide what it replaced.
  return looked >= MAX_RECENT
}

const isUndecided = ({ state, origin }: Pick<Revision, 'state' | 'origin'>): boolean =>
  state === 'needs_review' && origin.kind !== 'human'

/** How far back a text is looked for: the cost does not grow with the history. */
const MAX_RECENT = 200
const RECENT_PAGE = 50

/** The newest revisions of a translation for all sources, newest first. */
export async function* recentRevisions(translation: string, read: Pick<Reader, 'revisions'>): AsyncGenerator<Revision> {
  let after: string | undefined
  for (let looked = 0; looked < MAX_RECENT; looked += RECENT_PAGE) {
    const page = await read.revisions.page('translation', translation, { limit: RECENT_PAGE, after })
    yield* page.items
    after = page.next
    if (after === undefined) return
  }
}

/** The sources for which a text of a file is or was one of a translation, or is or was suggested. Texts are read as far back as `recentRevisions` does. */
export async function* listSourcesOf(
  theirs: Message,
  { id, rev, texts, suggestions, decided = [] }: Translation,
  read: Pick<Reader, 'revisions'>,
): AsyncGenerator<string> {
  for (const { src, value } of [...texts, ...suggestions, ...decided]) if (canRepresent(theirs, value)) yield src
  if (rev <= texts.length) return
  for await (const { state, src, value } of recentRevisions(id, read)) {
    if (state !== 'untranslated' && canRepresent(theirs, value)) yield src
  }
}

/** Whether a text of a file is or was the text of a translation. */
export async function hadText(
  { id }: Pick<Translation, 'id'>,
  theirs: Message,
  read: Pick<Reader, 'revisions'>,
): Promise<boolean> {
  for await (const { state, value } of recentRevisions(id, read)) {
    if (state !== 'untranslated' && canRepresent(theirs, value)) return true
  }
  return false
}
