import { AppError, type Fix } from '../../../errors.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { ProjectRecord } from '../../../store/records/localization.ts'
import type { Reader } from '../../../store/store.ts'
import { echo } from '../../../text/escape.ts'
import { pluralize } from '../../pluralize.ts'
import { countTexts } from '../locale-counts.ts'

type Project = Frozen<ProjectRecord>

/** A locale that a project loses. Its translations are kept, and shown again when it is added. */
interface Confirmation {
  /** Whether the caller knows that translations are hidden, or nothing is written. */
  readonly isConfirmed: boolean
  /** What hides them, such as `The push`. */
  readonly subject: string
  readonly field: string
  readonly fix: Fix
}

/**
 * Counts the translations of the locales that a project loses.
 * @throws AppError `conflict` if there are any, and nobody confirmed that they are hidden
 */
export async function countHidden(
  project: Project,
  removed: readonly string[],
  { isConfirmed, subject, field, fix }: Confirmation,
  read: Reader,
): Promise<{ locale: string; texts: number }[]> {
  const hidden = await Promise.all(
    removed.map(async locale => ({ locale, texts: await countAllTexts(project, locale, read) })),
  )
  const lost = hidden.filter(({ texts }) => texts > 0)
  if (lost.length === 0 || isConfirmed) return hidden
  const named = lost
    .slice(0, MAX_NAMED)
    .map(({ locale, texts }) => `${echo(locale)} (${pluralize(texts, 'translation')})`)
  const more = lost.length - named.length
  const which = `${named.join(', ')}${more > 0 ? ` and ${pluralize(more, 'more locale')}` : ''}`
  throw new AppError('conflict', `${subject} would hide ${which}. Nothing was written.`, { field, fix })
}

/** Locales that an error names. */
const MAX_NAMED = 10

/** Counts the translations of the main branch; if it has none, those of all branches. */
async function countAllTexts(project: Project, locale: string, read: Reader): Promise<number> {
  const count = await countTexts(project, locale, read)
  if (count > 0) return count
  const all = await read.translations.list('project', project.id)
  return all.filter(one => one.locale === locale && one.texts.length > 0).length
}
