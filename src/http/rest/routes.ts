import { findClosestName } from '../../tools/closest-name.ts'
import type { RestRoute, Tool } from '../../tools/pipeline/tool.ts'
import { TOOLS } from '../../tools/registry.ts'

/** A REST endpoint and its tool. */
export interface RestEndpoint {
  readonly tool: Tool
  readonly route: RestRoute
}

type RouteMatch =
  | { readonly kind: 'found'; readonly endpoint: RestEndpoint; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'other_methods'; readonly allow: string }
  | { readonly kind: 'unknown'; readonly nearest: string | undefined }

interface CompiledRoute extends RestEndpoint {
  readonly segments: readonly string[]
}

/** Literal segments precede parameters, so that `/api/users/me` is not the user `me`. */
const ROUTES: readonly CompiledRoute[] = TOOLS.flatMap(tool =>
  tool.rest.map(route => ({ tool, route, segments: route.path.split('/') })),
).sort((a, b) => (toSortKey(a.segments) < toSortKey(b.segments) ? -1 : 1))

/** Finds the route of a method and a path. A segment that cannot be decoded matches nothing. */
export function matchRoute(method: string, path: string): RouteMatch {
  const segments = path.split('/')
  const rows = ROUTES.filter(row => matchesPattern(row.segments, segments))
  const wanted = method === 'HEAD' ? 'GET' : method
  const best = rows.find(({ route }) => route.method === wanted)
  const params = best && decodeParams(best.segments, segments)
  if (best !== undefined && params !== undefined) return { kind: 'found', endpoint: best, params }
  return rows.length > 0 && best === undefined
    ? { kind: 'other_methods', allow: formatAllow(rows) }
    : { kind: 'unknown', nearest: findNearestPath(path) }
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':')
}

/** Sorts literals (`a`) before parameters (`b`), left to right. */
function toSortKey(segments: readonly string[]): string {
  return segments.map(segment => (isParameter(segment) ? 'b' : `a${segment}`)).join('/')
}

function matchesPattern(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => (isParameter(part) ? segments[at] !== '' : part === segments[at]))
  )
}

function decodeParams(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      pattern.flatMap((part, at) =>
        isParameter(part) ? [[part.slice(1), decodeURIComponent(segments[at] ?? '')]] : [],
      ),
    )
  } catch {
    return undefined
  }
}

function formatAllow(rows: readonly CompiledRoute[]): string {
  const methods = new Set<string>(rows.map(({ route }) => route.method))
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods, 'OPTIONS'].join(', ')
}

/** The known path that is most similar to this one, with its parameters filled in. */
function findNearestPath(path: string): string | undefined {
  const given = path.replace(/\/+$/, '').split('/')
  return findClosestName(
    path,
    ROUTES.map(({ segments }) => segments.map((part, at) => (isParameter(part) ? given[at] || part : part)).join('/')),
  )
}
