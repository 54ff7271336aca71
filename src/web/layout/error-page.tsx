import { escapeInvisible } from '../../text/escape.ts'
import { ButtonLink } from '../components/button.tsx'
import { webErrorMessage } from '../format/web-error-message.ts'
import type { Visit } from '../requests/visit.ts'
import { sendPage } from './send-page.tsx'

/** Where a person can go on from an error. */
export interface NextLink {
  readonly href: string
  readonly text: string
}

interface ErrorPage {
  readonly status: number
  /** Default: what the status says. */
  readonly title?: string | undefined
  readonly message: string
  readonly fix?: string | undefined
  /** As `Page.isStep`. */
  readonly isStep?: boolean
  /** Beside the start page. */
  readonly nextLink?: NextLink | undefined
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'This did not work',
  401: 'You are signed out',
  403: 'This is not allowed',
  404: 'There is nothing here',
  405: 'This address does not work like that',
  409: 'This cannot be done as things stand',
  410: 'This is over',
  413: 'That is too much at once',
  429: 'Too many requests',
  502: 'Another service did not answer',
  503: 'Not available right now',
}

/** Answers a browser with what is wrong and what to do. */
export function sendErrorPage(visit: Visit, fault: ErrorPage): void {
  const { status, message, fix, isStep = false, nextLink } = fault
  const title = fault.title ?? TITLES[status] ?? 'Something went wrong'
  const told = webErrorMessage(fix)
  sendPage(visit, {
    title,
    status,
    isStep,
    body: (
      <section class="card">
        <h1>{title}</h1>
        <p>{escapeInvisible(message)}</p>
        {told !== undefined && <p>{told}</p>}
        <p class="hint">
          Request <code>{visit.requestId}</code>
        </p>
        <div class="actions">
          {nextLink !== undefined && <ButtonLink href={nextLink.href}>{nextLink.text}</ButtonLink>}
          <ButtonLink href="/">Start page</ButtonLink>
        </div>
      </section>
    ),
  })
}
