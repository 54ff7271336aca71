import { sendPage } from '../layout/send-page.tsx'
import type { Visit } from '../requests/visit.ts'

interface ProviderRedirect {
  readonly label: string
  readonly location: URL
}

/**
 * Sends the browser to a provider from a page of its own. A redirect would still be part of the response to the form. Browsers would apply `form-action` to
 * every further redirect, such as from a provider to a company's single sign-on.
 */
export function sendProviderRedirectPage(visit: Visit, { label, location }: ProviderRedirect): void {
  sendPage(visit, {
    title: `Continue to ${label}`,
    refresh: location.href,
    isStep: true,
    body: (
      <section class="card">
        <h1>Continue to {label}</h1>
        <p>
          <a href={location.href} rel="noreferrer">
            Open {label}
          </a>
        </p>
      </section>
    ),
  })
}
