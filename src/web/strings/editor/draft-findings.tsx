import { FindingMark } from '../../components/marks/finding-mark.tsx'
import { languageOf, translateFinding } from '../../findings/translate.ts'
import { currentLanguage } from '../../i18n/current.ts'
import { t } from '../../i18n/t.ts'
import type { DraftFinding } from './read-help.ts'

interface DraftFindingsProps {
  /** The findings of the draft with their numbers in it. */
  readonly findings: readonly (readonly [number, DraftFinding])[]
  /** The plural form that they are about; undefined for the whole text. */
  readonly form: string | undefined
  readonly id: string
}

/** Findings below their field. Code applies the fix of those that it can correct; the script keeps them current while the user types. */
export function DraftFindings({ findings, form, id }: DraftFindingsProps) {
  return (
    <ul class="se-findings" id={id} data-findings={form ?? ''} hidden={findings.length === 0}>
      {findings.map(([number, { id: check, level, corrected, ...finding }]) => {
        const { message, fix, ...own } = translateFinding(finding)
        return (
          <li key={number} class={`se-fin ${level}`} tabIndex={-1} data-level={level} data-check={check}>
            <FindingMark level={level} isMute />
            <span {...languageOf(own)}>
              <b lang={currentLanguage()}>{t(`project.level.${level}`)}</b> {message}
              {fix !== undefined && corrected === undefined && ` ${fix}`}
            </span>
            {corrected !== undefined && (
              <button
                type="submit"
                class="button small"
                name="action"
                value={`fix-${number}`}
                data-fix={corrected}
                aria-label={`${t('strings.findings.apply')}: ${message}`}
              >
                {t('strings.findings.apply')}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
