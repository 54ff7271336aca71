import { type Handler, type PageRequest, type Route, redirect } from '../requests/page-request.ts'

/** Redirects a URL with capitals in the handle to the lowercase one, the only URL of an organization. Forms are accepted with either. */
export function canonicalizeHandle(route: Route): Route {
  const { path, get, post } = route
  if (!path.startsWith(PREFIX)) return route
  const read: Handler = async request => {
    const meant = lowercaseOrganization(request)
    if (meant.params['organization'] === request.params['organization']) return get?.(request)
    const query = request.query.size === 0 ? '' : `?${request.query}`
    redirect(request, `${buildPath(path, meant)}${query}`)
  }
  return {
    ...route,
    ...(get !== undefined && { get: read }),
    ...(post !== undefined && { post: async request => post(lowercaseOrganization(request)) }),
  }
}

const PREFIX = '/o/:organization'

/** Lowercases ASCII handles only: some letters of other alphabets become a to z in lowercase. */
function lowercaseOrganization(request: PageRequest): PageRequest {
  const { organization = '' } = request.params
  if (!/^[\w-]+$/.test(organization)) return request
  return { ...request, params: { ...request.params, organization: organization.toLowerCase() } }
}

const buildPath = (path: string, { params }: PageRequest): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
