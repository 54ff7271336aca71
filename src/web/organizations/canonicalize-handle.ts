import { redirect } from '../requests/redirect.ts'
import type { Handler, Route, Visit } from '../requests/visit.ts'

/** Redirects a URL with capitals in the handle to the lowercase one, the only URL of an organization. Forms are accepted with either. */
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

/** Lowercases ASCII handles only: some letters of other alphabets become a to z in lowercase. */
function lowercaseOrganization(visit: Visit): Visit {
  const { organization = '' } = visit.params
  if (!/^[\w-]+$/.test(organization)) return visit
  return { ...visit, params: { ...visit.params, organization: organization.toLowerCase() } }
}

const buildPath = (path: string, { params }: Visit): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
