import { findLocale } from '../../../l10n/locales/find-locale.ts'
import { echo } from '../../../text/escape.ts'
import { t } from '../../i18n/t.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import type { Setting } from './setting.ts'

/** What is wrong with a field, in the language of the page. */
interface FieldFault {
  readonly field: string
  readonly message: string
}

/** A locale in a target path, in one of its spellings. */
const PLACEHOLDER = /\{locale(?:_underscore|_lower)?\}/

/** Explains why a tool refused a form, without the names of its arguments; undefined if only the tool knows. */
export function explainFault(
  setting: Setting,
  form: URLSearchParams,
  { name, record }: Pick<LoadedProject, 'name' | 'record'>,
): FieldFault | undefined {
  const typed = (field: string): string => form.get(field)?.trim() ?? ''
  if (setting === 'add_locale') return explainLocale(typed('locale'), record.source_locale)
  if (setting === 'path') return explainPath(typed('source'), typed('target'))
  if (setting === 'delete') return { field: 'confirm', message: t('settings.delete.confirm', { project: name }) }
  return undefined
}

function explainLocale(tag: string, source: string): FieldFault | undefined {
  const field = 'locale'
  if (tag === '') return { field, message: t('settings.faults.no_locale') }
  const locale = findLocale(tag)
  if (locale === undefined) return { field, message: t('settings.faults.unknown_locale', { locale: echo(tag) }) }
  return locale === source ? { field, message: t('settings.faults.source_locale', { locale }) } : undefined
}

function explainPath(source: string, target: string): FieldFault | undefined {
  if (source === '') return { field: 'source', message: t('settings.faults.no_source') }
  if (PLACEHOLDER.test(target)) return undefined
  return { field: 'target', message: t('settings.faults.no_placeholder', { placeholder: '{locale}' }) }
}
