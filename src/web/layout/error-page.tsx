import type { ErrorCode } from '../../errors.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { ButtonLink } from '../components/button.tsx'
import { ErrorDetails } from '../components/error-details.tsx'
import type { Visit } from '../requests/visit.ts'
import { sendPage } from './send-page.tsx'

/** Where a reader goes on from an error. */
export interface NextLink {
  readonly href: string
  readonly text: string
}

/** Codes of errors that only pages have. */
export type PageCode = 'form_expired' | 'signed_out'

interface ErrorPage {
  readonly status: number
  /** Shown beside the request ID, as the log has it. Default: by the status. */
  readonly code?: ErrorCode | PageCode
  /** Default: the title of the code, else of the status. */
  readonly title?: string | undefined
  readonly message: string
  readonly fix?: string | undefined
  /** As `Page.isStep`. */
  readonly isStep?: boolean
  /** Beside the home page. */
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

const CODE_TITLES: Partial<Record<ErrorCode, string>> = {
  bad_origin: 'Form sent from another site',
  no_access: 'Account is read-only',
  quota_exceeded: 'Limit reached',
}

/** Answers a browser with what is wrong, what to do, and what the log knows the request by. */
export function sendErrorPage(visit: Visit, fault: ErrorPage): void {
  const { status, code, message, fix, isStep = false, nextLink } = fault
  const title =
    fault.title ?? (code && CODE_TITLES[code as ErrorCode]) ?? STATUS_TITLES[status] ?? 'Something went wrong'
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
