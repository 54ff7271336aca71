import { type Message, sameMessage } from '../../l10n/message/message.ts'
import { hasError } from '../../l10n/translation/findings.ts'
import { mainText } from '../../l10n/translation/shown-text.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import { sourceKey } from '../../store/records/text-keys.ts'
import type { Reader } from '../../store/store.ts'
import { getTranslation } from '../translations/branch-view.ts'
import type { Entry, TextVersion } from '../translations/records.ts'

/** A translation of the same source string. */
export interface MemoryMatch {
  readonly value: Message
  /** 101 for the same key or gettext context, too; 100 otherwise. */
  readonly score: 100 | 101
}

interface Sought {
  readonly entry: Entry
  readonly source: Message
  readonly locale: string
}

/** Equal strings that are read of one project. */
const MAX_EQUAL = 20

/** Finds translations of the same source string in the projects of an account, for the strings of one run. */
export class Memory {
  readonly #project: Frozen<ProjectRecord>
  readonly #read: Reader
  #projects: Promise<readonly Pick<Frozen<ProjectRecord>, 'id'>[]> | undefined

  constructor(project: Frozen<ProjectRecord>, read: Reader) {
    this.#project = project
    this.#read = read
  }

  /** The best match: of the same key first, then approved before translated, then the newest. Of this project before the account's others. */
  async find(sought: Sought): Promise<MemoryMatch | undefined> {
    this.#projects ??= this.#listProjects()
    for (const project of await this.#projects) {
      const match = await this.#findIn(project.id, sought)
      if (match !== undefined) return match
    }
    return undefined
  }

  async #listProjects(): Promise<readonly Pick<Frozen<ProjectRecord>, 'id'>[]> {
    const { id, account_id, source_locale } = this.#project
    const all = await this.#read.projects.list('account', account_id)
    return [this.#project, ...all.filter(one => one.id !== id && one.source_locale === source_locale)]
  }

  async #findIn(projectId: string, { entry, source, locale }: Sought): Promise<MemoryMatch | undefined> {
    const { items } = await this.#read.entries.page('source', sourceKey({ project_id: projectId, source }), {
      limit: MAX_EQUAL,
    })
    const found: { readonly match: MemoryMatch; readonly text: TextVersion }[] = []
    for (const other of items) {
      if (other.id === entry.id || other.syntax !== entry.syntax || !sameMessage(other.source, source)) continue
      const translation = await getTranslation(other, locale, this.#read)
      const text = mainText(translation)
      if (text === undefined || text.src !== other.src || !isReusable(text)) continue
      const isSamePlace = other.context === entry.context && (other.key === entry.key || (other.context ?? '') !== '')
      found.push({ match: { value: text.value, score: isSamePlace ? 101 : 100 }, text })
    }
    return found.toSorted(compareMatches)[0]?.match
  }
}

interface Found {
  readonly match: MemoryMatch
  readonly text: TextVersion
}

const compareMatches = (one: Found, other: Found): number =>
  other.match.score - one.match.score || rank(other.text) - rank(one.text) || (one.text.at < other.text.at ? 1 : -1)

const rank = ({ state }: TextVersion): number => (state === 'approved' ? 1 : 0)

const isReusable = (text: TextVersion): boolean => text.state !== 'needs_review' && !hasError(text)
