import type { Term } from '../../l10n/glossary/term.ts'
import { t } from '../i18n/t.ts'

/** The fields of a term as lines of text, by their label, without empty ones. */
export function describeTerm(term: Term | null): ReadonlyMap<string, string> {
  if (term === null) return new Map()
  const lines: [string, string | undefined][] = [
    [t('glossary.form.kind'), term.kind === 'normal' ? undefined : t(`glossary.kinds.${term.kind}`)],
    [t('glossary.case'), term.case_sensitive ? t('glossary.yes') : undefined],
    [t('glossary.fields.definition'), term.definition],
    [t('glossary.fields.part_of_speech'), term.part_of_speech],
    [t('glossary.fields.source_variants'), term.source_variants?.join(' · ')],
    ...Object.entries(term.translations).flatMap(([locale, own]): [string, string | undefined][] => [
      [t('glossary.form.translation', { locale }), own.translation],
      [t('glossary.form.variants', { locale }), own.variants?.join(' · ')],
      [t('glossary.form.forbidden', { locale }), own.forbidden?.join(' · ')],
      [t('glossary.form.note', { locale }), own.note],
    ]),
  ]
  return new Map(lines.filter((line): line is [string, string] => line[1] !== undefined && line[1] !== ''))
}
