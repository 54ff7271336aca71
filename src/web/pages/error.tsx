import { STATUS_CODES } from 'node:http'
import { sendPage } from '../page.tsx'
import type { Visit } from '../visit.ts'

interface Fault {
  readonly status: number
  readonly message: string
  readonly fix?: string | undefined
  /** As `Page.isStep`. */
  readonly isStep?: boolean
}

/** Answers a browser with what is wrong and what to do. */
export function sendErrorPage(visit: Visit, { status, message, fix, isStep = false }: Fault): void {
  const title = STATUS_CODES[status] ?? 'Something went wrong'
  sendPage(visit, {
    title,
    status,
    isStep,
    body: (
      <section class="card">
        <h1>{title}</h1>
        <p>{message}</p>
        {fix !== undefined && <p>{fix}</p>}
        <p class="hint">
          Request <code>{visit.requestId}</code>
        </p>
        <p>
          <a href="/">Go to the start page</a>
        </p>
      </section>
    ),
  })
}
