import { ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { rich, t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { type WebhookProject, webhookPath } from './load-webhook.ts'
import { SendTest } from './webhook-actions.tsx'
import { describeUrl, type Webhook } from './words.ts'

interface SecretPageProps {
  readonly request: PageRequest
  readonly project: WebhookProject
  readonly webhook: Webhook
  /** The value that no other page ever shows. */
  readonly secret: string
  /** Whether it replaces another one. */
  readonly isRotated: boolean
}

/** The secret of a webhook, shown once. */
export function SecretPage({ request, project, webhook, secret, isRotated }: SecretPageProps) {
  return (
    <div class="work form-page">
      <div class="head">
        <div>
          <h1>{t(isRotated ? 'webhooks.secret.rotated.title' : 'webhooks.secret.created.title')}</h1>
          <p class="meta hook-url">
            <bdi>{describeUrl(webhook.url)}</bdi>
          </p>
        </div>
      </div>
      <Notice kind="warning" title={t('webhooks.secret.copy')}>
        <p>{isRotated ? t('webhooks.secret.rotated.advice') : t('webhooks.secret.created.advice')}</p>
      </Notice>
      <section class="panel" aria-label={t('webhooks.secret.label')}>
        <div class="panel-body">
          <figure class="copy">
            <figcaption>
              <label for="secret">{t('webhooks.secret.label')}</label>
              <button type="button" class="button small" data-copy hidden aria-live="polite">
                {t('webhooks.secret.copy_button')}
              </button>
            </figcaption>
            <textarea id="secret" rows={2} readOnly autocomplete="off" spellcheck={false} class="value">
              {secret}
            </textarea>
          </figure>
          <p class="hint">
            {rich('webhooks.secret.verify', {
              link: text => (
                <a href="https://www.standardwebhooks.com" rel="noreferrer">
                  {text}
                </a>
              ),
            })}
          </p>
        </div>
      </section>
      <div class="actions">
        {webhook.enabled && <SendTest request={request} project={project} webhook={webhook} />}
        <ButtonLink href={webhookPath(project, webhook.id)}>{t('webhooks.secret.view')}</ButtonLink>
      </div>
    </div>
  )
}
