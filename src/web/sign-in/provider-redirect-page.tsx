import { t } from '../i18n/t.ts'
import { sendPage } from '../layout/send-page.tsx'
import type { PageRequest } from '../requests/page-request.ts'

interface ProviderRedirect {
  readonly label: string
  readonly location: URL
}

/**
 * Sends the browser to a provider from a page of its own. A redirect would still be part of the response to the form. Browsers would apply `form-action` to
 * every further redirect, such as from a provider to a company's single sign-on.
 */
export function sendProviderRedirectPage(request: PageRequest, { label, location }: ProviderRedirect): void {
  const title = t('sign_in.providers.continue_to', { provider: label })
  sendPage(request, {
    title,
    refresh: location.href,
    isStep: true,
    body: (
      <section class="card">
        <h1>{title}</h1>
        <p>
          <a href={location.href} rel="noreferrer">
            {t('sign_in.providers.open', { provider: label })}
          </a>
        </p>
      </section>
    ),
  })
}
