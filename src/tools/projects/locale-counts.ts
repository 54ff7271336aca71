import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { countMainWork, countStates } from '../translations/branch-view.ts'

type Project = Pick<Frozen<ProjectRecord>, 'id'>

/** Counts of a locale that is added to a project. */
interface LocaleCounts {
  readonly locale: string
  /** Untranslated entries, and the words of their sources. */
  readonly left: number
  readonly words_left: number
  /** Translations kept from when the locale was a target before. */
  readonly texts: number
}

export async function countLocale(project: Project, locale: string, read: Reader): Promise<LocaleCounts> {
  const { left, words } = await countMainWork({ project: project.id }, locale, read)
  return { locale, left, words_left: words, texts: await countTexts(project, locale, read) }
}

/** Counts the translations of a locale on the main branch. */
export async function countTexts(project: Project, locale: string, read: Reader): Promise<number> {
  const { needs_review, translated, approved } = await countStates(project.id, locale, read)
  return needs_review + translated + approved
}
