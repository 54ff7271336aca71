import { formatById } from '../../../l10n/formats/registry.ts'
import { spellsLocale } from '../../../l10n/locales/spellings.ts'
import { quote } from '../../../text/quote.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import { describeMissingTarget } from '../../projects/locales.ts'
import type { FilePlan, PushDestination } from './file-plan.ts'

/** Says that the translations in a new or changed source file, such as a bilingual one of XLIFF, were not imported, and which call does it. */
export async function describeOwnTranslations(
  { path, format, content, same }: FilePlan,
  { project }: Pick<PushDestination, 'project'>,
  { computed }: Pick<ReadDeps, 'computed'>,
): Promise<string | undefined> {
  const language = same ? undefined : formatById(format).findTargetLanguage?.(content)
  if (language === undefined || spellsLocale(language, project.source_locale)) return undefined
  const locale = project.target_locales.find(one => spellsLocale(language, one))
  const { entries } = await computed.readTarget({ path, content, format, locale: locale ?? language, source: content })
  if (entries.length === 0) return undefined
  const has = entries.length === 1 ? '1 translation' : `${entries.length} translations`
  const what = `The ${has} of ${quote(path)} in ${quote(language)} ${entries.length === 1 ? 'was' : 'were'} not imported.`
  if (locale === undefined) return `${what} ${describeMissingTarget(project, language).fix}`
  return `${what} To import, call push_translations with files ${JSON.stringify([{ path, locale }])}.`
}
