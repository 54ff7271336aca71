import type { Family } from '../../../l10n/message/families.ts'
import { findPlaceholders } from '../../../l10n/message/placeholders.ts'
import { ASSETS } from '../../assets/manifest.ts'
import { FindingMark } from '../../components/marks/finding-mark.tsx'
import { csrfToken } from '../../forms/csrf.ts'
import { t } from '../../i18n/t.ts'
import { useRequest } from '../../requests/page-request.ts'
import { hasLetterKeys } from '../key-hints.tsx'
import { stringPath } from '../string-frame.tsx'
import type { CardProps } from '../string-notices.tsx'

/** Most placeholders that have a button. */
const MAX_PLACEHOLDERS = 12

/** What the script of the editor needs: addresses, the source's placeholders, and its texts. */
export function EditorData({ string, translation, families }: CardProps & { readonly families: readonly Family[] }) {
  const request = useRequest()
  const path = `/p/${string.project}/strings/${encodeURIComponent(string.id)}/check`
  const query = stringPath(request, string, translation.locale).split('?')[1] ?? ''
  const data = {
    check: `${path}?${query}`,
    csrf: csrfToken(request, path),
    letters: hasLetterKeys(request),
    placeholders: findPlaceholders(string.source, string.syntax, families.length === 0 ? undefined : families)
      .filter(({ kind }) => kind !== 'choice' && kind !== 'pound' && kind !== 'url' && kind !== 'code')
      .slice(0, MAX_PLACEHOLDERS)
      .map(({ raw }) => raw),
    texts: {
      insert: t('strings.edit.insert', { placeholder: '{placeholder}' }),
      apply: t('strings.findings.apply'),
      error: t('project.level.error'),
      warning: t('project.level.warning'),
      info: t('project.level.info'),
      unsaved: t('strings.edit.unsaved'),
      fixed: t('strings.note.fixed'),
      inserted: t('strings.note.inserted'),
      length: t('strings.edit.length_template', { count: '{count}', max: '{max}' }),
    },
  }
  return (
    <>
      <div id="editor-data" hidden data-config={JSON.stringify(data)}>
        {(['error', 'warning', 'info'] as const).map(level => (
          <span key={level} data-mark={level}>
            <FindingMark level={level} isMute />
          </span>
        ))}
      </div>
      <script type="module" src={ASSETS.editor.path} />
    </>
  )
}
