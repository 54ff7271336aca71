import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import type { Services } from '../pipeline/call.ts'

/**
 * Checks the URL of a webhook. Whether its host is public is checked again at each request, because names change.
 * @throws AppError `invalid_input`
 */
export function assertWebhookUrl(text: string, { isOwnHost }: Pick<Services, 'isOwnHost'>): void {
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
  if (isOwnHost(url)) return
  if (url.protocol !== 'https:') {
    throw urlError(
      `The URL ${quote(text)} is not encrypted.`,
      'Use https, or ask an operator to add the host to DRAGOMAN_WEBHOOK_HOSTS.',
    )
  }
}

const urlError = (message: string, fix: string): AppError =>
  new AppError('invalid_input', message, { fix, field: 'url' })
