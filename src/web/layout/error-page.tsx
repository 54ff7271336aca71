import { escapeInvisible } from '../../text/escape.ts'
import { ButtonLink } from '../components/button.tsx'
import { ErrorDetails } from '../components/error-details.tsx'
import type { Visit } from '../requests/visit.ts'
import type { PageCode } from './page-code.ts'
import { sendPage } from './send-page.tsx'

/** A link to the next step after an error. */
export interface NextLink {
  readonly href: string
  readonly text: string
}

interface ErrorPage {
  readonly status: number
  /** Shown with the request ID, as in the log. Default: by the status. */
  readonly code?: PageCode | undefined
  /** Default: the title of the code, else of the status. */
  readonly title?: string | undefined
  readonly message: string
  readonly fix?: string | undefined
  /** See `Page.isStep`. */
  readonly isStep?: boolean
  /** Shown in addition to the link to the home page. */
  readonly nextLink?: NextLink | undefined
}

const STATUS_TITLES: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: 'You are signed out',
  403: 'Not allowed',
  404: 'Page not found',
  405: 'Method not allowed',
  409: 'Not possible',
  410: 'No longer available',
  413: 'Too large',
  415: 'Invalid request',
  421: 'Unknown host name',
  429: 'Too many requests',
  502: 'Provider not reachable',
  503: 'Temporarily unavailable',
}

const CODE_TITLES: Partial<Record<PageCode, string>> = {
  form_expired: 'Form expired',
  signed_out: 'Signed out',
  bad_origin: 'Form sent from another site',
  no_access: 'Account is read-only',
  quota_exceeded: 'Limit reached',
}

/** Sends an error page: the error, its fix, its code and the request ID. */
export function sendErrorPage(visit: Visit, fault: ErrorPage): void {
  const { status, code, message, fix, isStep = false, nextLink } = fault
  const title = fault.title ?? (code && CODE_TITLES[code]) ?? STATUS_TITLES[status] ?? 'Something went wrong'
  if (code !== undefined) visit.noteError(code)
  sendPage(visit, {
    title,
    status,
    isStep,
    body: (
      <section class="card">
        <h1>{title}</h1>
        <p>{escapeInvisible(message)}</p>
        {fix !== undefined && <p>{fix}</p>}
        <div class="actions">
          {nextLink !== undefined && <ButtonLink href={nextLink.href}>{nextLink.text}</ButtonLink>}
          <ButtonLink href="/">Home</ButtonLink>
        </div>
        <ErrorDetails />
      </section>
    ),
  })
}
