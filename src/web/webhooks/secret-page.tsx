import { ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import type { Visit } from '../requests/visit.ts'
import { type WebhookProject, webhookPath } from './load-webhook.ts'
import { SendTest } from './webhook-actions.tsx'
import { describeUrl, type Webhook } from './words.ts'

interface SecretPageProps {
  readonly visit: Visit
  readonly project: WebhookProject
  readonly webhook: Webhook
  /** The value that no other page ever shows. */
  readonly secret: string
  /** Whether it replaces another one. */
  readonly isRotated: boolean
}

/** The secret of a webhook, shown once. */
export function SecretPage({ visit, project, webhook, secret, isRotated }: SecretPageProps) {
  return (
    <div class="work form-page">
      <div class="head">
        <div>
          <h1>{isRotated ? 'Secret rotated' : 'Webhook created'}</h1>
          <p class="meta hook-url">
            <bdi>{describeUrl(webhook.url)}</bdi>
          </p>
        </div>
      </div>
      <Notice kind="warning" title="Copy the secret now. It won't be shown again.">
        <p>
          {isRotated
            ? 'For 24 hours, requests are signed with both secrets. Replace the old one in your receiver.'
            : 'Store it like a password in the configuration of your receiver.'}
        </p>
      </Notice>
      <section class="panel" aria-label="Secret">
        <div class="panel-body">
          <figure class="copy">
            <figcaption>
              <label for="secret">Secret</label>
              <button type="button" class="button small" data-copy hidden aria-live="polite">
                Copy
              </button>
            </figcaption>
            <textarea id="secret" rows={2} readOnly autocomplete="off" spellcheck={false} class="value">
              {secret}
            </textarea>
          </figure>
          <p class="hint">
            Verify the signature of each request with it, as{' '}
            <a href="https://www.standardwebhooks.com" rel="noreferrer">
              Standard Webhooks
            </a>{' '}
            describes. Reject requests without a valid one.
          </p>
        </div>
      </section>
      <div class="actions">
        {webhook.enabled && <SendTest visit={visit} project={project} webhook={webhook} />}
        <ButtonLink href={webhookPath(project, webhook.id)}>View webhook</ButtonLink>
      </div>
    </div>
  )
}
