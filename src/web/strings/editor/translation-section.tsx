import type { Family } from '../../../l10n/message/families.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../forms/form.tsx'
import { t } from '../../i18n/t.ts'
import { AuthorLine } from '../author-line.tsx'
import type { CardProps } from '../cards/card-props.ts'
import { Findings } from '../cards/findings.tsx'
import { LocaleLabel, stringPath } from '../string-frame.tsx'
import type { Draft } from './draft.ts'
import { EditForm } from './edit-form.tsx'
import { HighlightedMessage } from './highlighted.tsx'
import type { DraftFinding } from './read-help.ts'

interface TranslationSectionProps extends CardProps {
  readonly draft: Draft
  readonly findings: readonly DraftFinding[]
  readonly isUnsaved: boolean
  readonly families: readonly Family[]
}

/** The translation: its fields for those who may write, its text for others, and the findings to decide about. */
export function TranslationSection({ draft, findings, isUnsaved, families, ...card }: TranslationSectionProps) {
  const { request, string, translation } = card
  const { locale, value, by, at, actions } = translation
  return (
    <section aria-labelledby="translation-heading" class="se-section">
      <div class="se-lang">
        <h2 id="translation-heading">{t('strings.translation.title')}</h2>
        <span class="quiet">
          <LocaleLabel locale={locale} />
        </span>
        <span class="se-by">
          <AuthorLine by={by} at={at} now={request.services.now()} />
          {draft.kind !== 'text' && actions.edit && (
            <span class="hint">{t('strings.translation.forms', { count: draft.fields.length })}</span>
          )}
        </span>
      </div>
      {actions.edit && <EditForm {...card} draft={draft} findings={findings} isUnsaved={isUnsaved} />}
      {!actions.edit && value === undefined && <p class="hint">{t('strings.translation.none')}</p>}
      {!actions.edit && value !== undefined && (
        <HighlightedMessage value={value} locale={locale} syntax={string.syntax} families={families} />
      )}
      {translation.findings.length > 0 && <Findings {...card} />}
      {actions.write && <Lock {...card} />}
    </section>
  )
}

function Lock({ request, string, translation: { locale, isLocked } }: CardProps) {
  return (
    <Form request={request} action={stringPath(request, string, locale)} class="se-lock">
      <span class="hint">{t(isLocked ? 'strings.lock.locked' : 'strings.lock.unlocked')}</span>
      <Button small name="action" value={isLocked ? 'unlock' : 'lock'}>
        {t(isLocked ? 'strings.lock.unlock' : 'strings.lock.lock')}
      </Button>
    </Form>
  )
}
