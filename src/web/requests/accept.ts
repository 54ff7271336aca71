import type { IncomingMessage } from 'node:http'

/** Whether a browser asks, and not a program: only browsers name HTML. */
export const wantsPage = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.accept?.includes('text/html') === true

/** Whether a program asks that reads JSON. */
export const wantsJson = (request: Pick<IncomingMessage, 'headers'>): boolean =>
  !wantsPage(request) && request.headers.accept?.includes('json') === true
