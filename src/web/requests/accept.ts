import type { IncomingMessage } from 'node:http'

/** Returns whether a browser sends the request: only browsers accept HTML. */
export const wantsPage = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.accept?.includes('text/html') === true

/** Returns whether a program that reads JSON sends the request. */
export const wantsJson = (request: Pick<IncomingMessage, 'headers'>): boolean =>
  !wantsPage(request) && request.headers.accept?.includes('json') === true
