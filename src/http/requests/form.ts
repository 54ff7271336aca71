import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../errors.ts'
import { type Lease, UNLIMITED_LEASE } from '../limits/body-budget.ts'
import { readBytes } from './body.ts'
import { contentTypeError } from './fault.ts'

/** No other form is larger: an authorization code, a redirect URI and a `state` together are far below. */
const MAX_FORM_BYTES = 16 * 1024
/** A user may select each of their accounts. */
const MAX_FIELDS = 1_000

interface FormOptions {
  /** Maximum bytes. */
  readonly limit?: number
  /** Needed for a higher limit than the default. */
  readonly lease?: Lease
}

/**
 * Reads a form body (`application/x-www-form-urlencoded`) as plain pairs: `a[b]` has no special meaning.
 * @throws AppError `unsupported_media_type`, `too_large`, `invalid_input`, or an error of the lease.
 */
export async function readForm(
  request: IncomingMessage,
  { limit = MAX_FORM_BYTES, lease = UNLIMITED_LEASE }: FormOptions = {},
): Promise<URLSearchParams> {
  assertForm(request)
  const over = () =>
    new AppError('too_large', `The body is larger than ${limit} bytes.`, { fix: 'Send a smaller form.' })
  const bytes = await readBytes(request, lease, limit, over)
  if (!isUtf8(bytes)) throw new AppError('invalid_input', 'The body is not UTF-8 text.', { fix: 'Encode it in UTF-8.' })
  const form = new URLSearchParams(bytes.toString())
  if (form.size > MAX_FIELDS) {
    throw new AppError('invalid_input', `The body has more than ${MAX_FIELDS} fields.`, { fix: 'Send fewer fields.' })
  }
  return form
}

/** RFC 6749 appendix B; a charset may follow. */
function assertForm({ headers }: IncomingMessage): void {
  const given = headers['content-type']
  if (given !== undefined && /^application\/x-www-form-urlencoded *(;[^,]*)?$/i.test(given.trim())) return
  throw contentTypeError(given, 'Send Content-Type: application/x-www-form-urlencoded.')
}
