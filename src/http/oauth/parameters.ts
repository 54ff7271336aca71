import { invalidRequest } from '../../auth/oauth/failure.ts'
import { splitScopes } from '../../auth/oauth/requested-scopes.ts'
import type { Exchange } from '../exchange.ts'
import { readForm } from '../requests/form.ts'

/** The parameters of a request to an endpoint that clients call directly. */
export interface Parameters {
  /** A parameter without a value counts as omitted (RFC 6749 3.2). */
  readonly get: (name: string) => string | undefined
  /**
   * Returns a required parameter.
   * @throws OAuthFailure `invalid_request` if it is missing.
   */
  readonly require: (name: string) => string
  /** Returns all values of `resource`, the only parameter that may be repeated (RFC 8707 2); undefined if there are none. */
  readonly resources: () => readonly string[] | undefined
  /**
   * Returns the scopes in `scope`; undefined without the parameter.
   * @throws OAuthFailure as `splitScopes`.
   */
  readonly scopes: () => readonly string[] | undefined
}

/**
 * Reads the parameters of the body. Rejects parameters in the URL, because URLs are logged by intermediaries (RFC 6749
 * 2.3.1).
 * @throws OAuthFailure `invalid_request`; AppError as `readForm`.
 */
export async function readParameters({ request, query }: Exchange): Promise<Parameters> {
  if (query.size > 0) {
    throw invalidRequest('Parameters in the URL are not accepted. Send them in the body.')
  }
  const form = await readForm(request)
  const seen = new Set<string>()
  for (const name of form.keys()) {
    if (name !== 'resource' && seen.has(name)) {
      // Echoes the name only if it could be a parameter of this server.
      const known = /^[a-z_]{1,40}$/.test(name) ? name : 'A parameter'
      throw invalidRequest(`${known} is repeated. Send it once.`)
    }
    seen.add(name)
  }
  const get = (name: string): string | undefined => form.get(name) || undefined
  return {
    get,
    require: name => {
      const value = get(name)
      if (value === undefined) throw invalidRequest(`${name} is missing.`)
      return value
    },
    resources: () => toNonEmptyList(form.getAll('resource')),
    scopes: () => toNonEmptyList(splitScopes(get('scope') ?? '')),
  }
}

function toNonEmptyList(values: readonly string[]): readonly string[] | undefined {
  const there = values.filter(value => value !== '')
  return there.length === 0 ? undefined : there
}
