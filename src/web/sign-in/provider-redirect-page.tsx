import { sendPage } from '../layout/send-page.tsx'
import type { Visit } from '../requests/visit.ts'

interface ProviderRedirect {
  readonly label: string
  readonly location: URL
}

/**
 * Sends a browser on to a provider, as a page of its own: a redirect would still be the answer to our form, and browsers hold every further redirect of
 * it against our `form-action`, such as the one from a provider to the single sign-on of a company.
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
