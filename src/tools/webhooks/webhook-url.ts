import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import type { Services } from '../pipeline/call.ts'

/** Longer ones are refused by receivers and proxies. */
export const MAX_URL_LENGTH = 2000

/**
 * Returns the URL of a webhook as it is stored and requested: as a parser writes it, without line breaks and other control characters. Whether the addresses
 * of a name are public is checked at each request, because they change.
 * @throws AppError `invalid_input`
 */
export function parseWebhookUrl(text: string, { webhookHost }: Pick<Services, 'webhookHost'>): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw urlError(`The URL ${quote(text)} is not an http URL.`, 'Give a URL, such as https://example.org/hooks.')
  }
  if (url.username !== '' || url.password !== '') {
    throw urlError(
      'The URL contains a user or a password.',
      'Remove them. Requests are signed with the secret instead.',
    )
  }
  if (url.hash !== '') throw urlError(`The URL has the fragment ${quote(url.hash)}.`, 'Remove everything from # on.')
  if (url.href.length > MAX_URL_LENGTH) {
    throw urlError(
      `The URL has ${url.href.length} characters, with its special characters encoded.`,
      `Give a URL of at most ${MAX_URL_LENGTH} characters.`,
    )
  }
  const host = webhookHost(url)
  if (host === 'private') {
    throw urlError(
      `The host ${quote(url.hostname)} is not public.`,
      'Use a public host, or ask an operator to add this one to DRAGOMAN_WEBHOOK_HOSTS.',
    )
  }
  if (host === 'public' && url.protocol !== 'https:') {
    throw urlError(
      `The URL ${quote(text)} is not encrypted.`,
      'Use https, or ask an operator to add the host to DRAGOMAN_WEBHOOK_HOSTS.',
    )
  }
  return url.href
}

const urlError = (message: string, fix: string): AppError =>
  new AppError('invalid_input', message, { fix, field: 'url' })
