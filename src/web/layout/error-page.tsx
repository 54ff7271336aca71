import { escapeInvisible } from '../../text/escape.ts'
import { ASSETS } from '../assets/manifest.ts'
import { ButtonLink, buttonClass } from '../components/button.tsx'
import { ErrorDetails } from '../components/error-details.tsx'
import { ToolText } from '../components/tool-text.tsx'
import { t } from '../i18n/t.ts'
import { type PageRequest, useRequest } from '../requests/page-request.ts'
import { previousPage } from '../requests/previous-page.ts'
import type { PageCode } from './page-code.ts'
import type { ProjectPlace } from './project-place.ts'
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
  /** Whether message and fix are those of a tool, which are English. */
  readonly isFromTool?: boolean
  /** See `Page.isStep`. */
  readonly isStep?: boolean
  /** Seconds after which the same request may work. The page offers it again, with what the user typed. */
  readonly retryAfter?: number | undefined
  /** Shown in addition to the link to the home page. */
  readonly nextLink?: NextLink | undefined
  /** The project whose frame the page keeps. */
  readonly project?: ProjectPlace | undefined
}

/** The statuses and codes whose page has a title of its own. */
const TITLED_STATUSES = [400, 401, 403, 404, 405, 409, 410, 413, 415, 421, 429, 502, 503] as const
const TITLED_CODES = ['form_expired', 'signed_out', 'bad_origin', 'no_access', 'quota_exceeded'] as const

function defaultTitle({ status, code }: Pick<ErrorPage, 'status' | 'code'>): string {
  const titledCode = TITLED_CODES.find(one => one === code)
  if (titledCode !== undefined) return t(`layout.error.code.${titledCode}`)
  const titledStatus = TITLED_STATUSES.find(one => one === status)
  return titledStatus === undefined ? t('layout.error.unknown') : t(`layout.error.status.${titledStatus}`)
}

/** Sends an error page: the error, its fix, its code and the request ID. */
export function sendErrorPage(request: PageRequest, fault: ErrorPage): void {
  const { status, code, message, fix, isFromTool = false, isStep = false, nextLink, project, retryAfter } = fault
  const title = fault.title ?? defaultTitle(fault)
  if (code !== undefined) request.noteError(code)
  const card = (
    <section class="card">
      <h1>{title}</h1>
      <p>
        <ToolText isFromTool={isFromTool}>{isFromTool ? escapeInvisible(message) : message}</ToolText>
      </p>
      {fix !== undefined && (
        <p>
          <ToolText isFromTool={isFromTool}>{fix}</ToolText>
        </p>
      )}
      {retryAfter !== undefined && <RetryBox seconds={retryAfter} />}
      <div class="actions">
        {nextLink !== undefined && <ButtonLink href={nextLink.href}>{nextLink.text}</ButtonLink>}
        <ButtonLink href="/">{t('layout.error.home')}</ButtonLink>
      </div>
      <ErrorDetails />
    </section>
  )
  sendPage(request, {
    title,
    status,
    isStep,
    ...(project === undefined ? { body: card } : { project, body: <div class="work form-page">{card}</div> }),
  })
}

/** The link to show after a form expired: to its page, or to sign in first. */
export function previousPageLink(request: PageRequest): NextLink {
  const back = previousPage(request)
  return request.signedIn === undefined
    ? { href: `/login?${new URLSearchParams({ next: back })}`, text: t('layout.sign_in') }
    : { href: back, text: t('layout.error.reload') }
}

interface RetryBoxProps {
  /** How long the server asks to wait. */
  readonly seconds: number
}

/** Offers the same request again: a page, or a form with all that the user typed. A script waits and presses the button (`assets/retry.js`). */
function RetryBox({ seconds }: RetryBoxProps) {
  const { incoming, form } = useRequest()
  const path = incoming.url ?? '/'
  const text = (
    <p data-retry-text hidden role="status">
      {t('layout.error.retry.when', { seconds })}
    </p>
  )
  return (
    <>
      <script type="module" src={ASSETS.retry.path} />
      {incoming.method === 'POST' ? (
        <form method="post" action={path} data-retry={seconds} class="stack">
          {[...form].map(([name, value], at) => (
            <input key={at} type="hidden" name={name} value={value} />
          ))}
          <p>{t('layout.error.retry.kept')}</p>
          {text}
          <div class="actions">
            <button type="submit" class={buttonClass({})} data-retry-now>
              {t('layout.error.retry.send')}
            </button>
          </div>
        </form>
      ) : (
        <div data-retry={seconds} class="stack">
          {text}
          <div class="actions">
            <a class={buttonClass({})} href={path} data-retry-now>
              {t('layout.error.reload')}
            </a>
          </div>
        </div>
      )}
    </>
  )
}
