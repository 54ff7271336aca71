import type { Message } from '../../../l10n/message/message.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { rich, t } from '../../i18n/t.ts'
import { useRequest } from '../../requests/page-request.ts'
import { MessageText } from '../message-text.tsx'
import { stringPath } from '../string-frame.tsx'
import type { CardProps } from '../string-notices.tsx'

interface ConflictNoticeProps extends CardProps {
  /** What the user wrote. */
  readonly typed: Message
}

/** Two users wrote: the newer saved translation and the user's own, with the words that differ. */
export function ConflictNotice({ string, translation, typed }: ConflictNoticeProps) {
  const { locale, value, by } = translation
  const name = by?.person
  return (
    <section class="panel se-conflict" aria-labelledby="conflict-heading" tabIndex={-1} autofocus data-focus>
      <p class="se-because" role="alert">
        <strong id="conflict-heading">
          {name === undefined
            ? t('strings.conflict.saved_first')
            : rich('strings.conflict.saved_first_by', { name: <bdi>{name}</bdi> })}
        </strong>{' '}
        {t('strings.conflict.not_saved')}
      </p>
      <div class="se-pair">
        <b>{t('strings.conflict.saved')}</b>
        {value === undefined ? (
          <p class="hint">{t('strings.translation.none')}</p>
        ) : (
          <MessageText value={value} locale={locale} after={typed} />
        )}
        <b>{t('strings.conflict.yours')}</b>
        <MessageText value={typed} locale={locale} before={value} />
      </div>
      <div class="se-pair-actions">
        <Button look="primary" name="action" value="save" form="edit">
          {t('strings.conflict.save_mine')}
        </Button>
        <ButtonLink href={stringPath(useRequest(), string, locale)}>{t('strings.conflict.keep_theirs')}</ButtonLink>
        <span class="hint">{t('strings.conflict.history')}</span>
      </div>
    </section>
  )
}
