import { OAuthFailure } from '../../auth/oauth/failure.ts'
import type { Exchange } from '../exchange.ts'
import { readForm } from '../requests/form.ts'

/** The parameters of a request to an endpoint that clients call themselves. */
export interface Parameters {
  /** A parameter without a value counts as left out (RFC 6749 3.2). */
  readonly get: (name: string) => string | undefined
  /** @throws OAuthFailure `invalid_request` when there is none. */
  readonly require: (name: string) => string
  /** All values of the one parameter that may come several times (RFC 8707 2); undefined = none. */
  readonly resources: () => readonly string[] | undefined
  /** The names of `scope`; undefined = none. */
  readonly scopes: () => readonly string[] | undefined
}

/**
 * Reads the parameters of the body. Those in the address are refused: addresses are logged on the way (RFC 6749 2.3.1).
 * @throws OAuthFailure `invalid_request`; AppError as `readForm`.
 */
export async function readParameters({ request, query }: Exchange): Promise<Parameters> {
  if (query.size > 0) {
    throw new OAuthFailure('invalid_request', 'Parameters in the URL are not accepted. Send them in the body.')
  }
  const form = await readForm(request)
  const seen = new Set<string>()
  for (const name of form.keys()) {
    if (name !== 'resource' && seen.has(name)) {
      // Only a name that could be one of ours is said back.
      const known = /^[a-z_]{1,40}$/.test(name) ? name : 'A parameter'
      throw new OAuthFailure('invalid_request', `${known} is repeated. Send it once.`)
    }
    seen.add(name)
  }
  const get = (name: string): string | undefined => form.get(name) || undefined
  return {
    get,
    require: name => {
      const value = get(name)
      if (value === undefined) throw new OAuthFailure('invalid_request', `${name} is missing.`)
      return value
    },
    resources: () => toNonEmptyList(form.getAll('resource')),
    scopes: () => toNonEmptyList((get('scope') ?? '').split(' ')),
  }
}

function toNonEmptyList(values: readonly string[]): readonly string[] | undefined {
  const there = values.filter(value => value !== '')
  return there.length === 0 ? undefined : there
}
