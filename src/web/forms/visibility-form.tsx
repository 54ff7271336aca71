import type { ComponentChildren } from 'preact'
import { Confirm } from '../components/confirm.tsx'
import { t } from '../i18n/t.ts'

interface VisibilityFormProps {
  readonly action: string
  readonly account: string
  readonly isPublic: boolean
  readonly kind: 'personal' | 'organization'
  /** Describes the current visibility. */
  readonly children: ComponentChildren
}

/** Makes an account public or private. */
export function VisibilityForm({ action, account, kind, isPublic, children }: VisibilityFormProps) {
  const change = isPublic ? 'make_private' : 'make_public'
  return (
    <section class="card">
      <h2>{t('forms.visibility.title')}</h2>
      <p>{children}</p>
      <div class="actions">
        <Confirm
          id="visibility"
          open={t(`forms.visibility.${change}.open`)}
          title={t(`forms.visibility.${change}.title`, { account })}
          action={action}
          submit={t(`forms.visibility.${change}.submit`, { account })}
          name="setting"
          value="visibility"
          look="primary"
        >
          <input type="hidden" name="public" value={isPublic ? 'no' : 'yes'} />
          <p>
            {isPublic
              ? t(`forms.visibility.make_private.effect.${kind}`, { account })
              : t('forms.visibility.make_public.effect')}
          </p>
        </Confirm>
      </div>
    </section>
  )
}
