import { redirect } from '../requests/redirect.ts'
import type { Handler, Route, Visit } from '../requests/visit.ts'

/**
 * The pages of an organization are at one address, that of its handle, which has no capitals: who asks with some is led there, and a form that is sent so
 * is taken as it is meant.
 */
export function canonicalizeHandle(route: Route): Route {
  const { path, get, post } = route
  if (!path.startsWith(PREFIX)) return route
  const read: Handler = async visit => {
    const meant = lowercaseOrganization(visit)
    if (meant.params['organization'] === visit.params['organization']) return get?.(visit)
    const query = visit.query.size === 0 ? '' : `?${visit.query}`
    redirect(visit, `${buildPath(path, meant)}${query}`)
  }
  return {
    ...route,
    ...(get !== undefined && { get: read }),
    ...(post !== undefined && { post: async visit => post(lowercaseOrganization(visit)) }),
  }
}

const PREFIX = '/o/:organization'

/** Only what is a handle but for its capitals: other alphabets have letters that become a to z in lower case. */
function lowercaseOrganization(visit: Visit): Visit {
  const { organization = '' } = visit.params
  if (!/^[\w-]+$/.test(organization)) return visit
  return { ...visit, params: { ...visit.params, organization: organization.toLowerCase() } }
}

const buildPath = (path: string, { params }: Visit): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
