import { nearest } from '../tools/nearest.ts'
import { TOOLS } from '../tools/registry.ts'
import type { RestRoute, Tool } from '../tools/tool.ts'

/** A REST address and the tool that answers it. */
export interface Endpoint {
  readonly tool: Tool
  readonly route: RestRoute
}

type Match =
  | { readonly kind: 'found'; readonly endpoint: Endpoint; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'other_methods'; readonly allow: string }
  | { readonly kind: 'unknown'; readonly nearest: string | undefined }

interface Row extends Endpoint {
  readonly segments: readonly string[]
}

/** Literal segments come before parameters, so that `/api/users/me` is not the user called `me`. */
const ROWS: readonly Row[] = TOOLS.flatMap(tool =>
  tool.rest.map(route => ({ tool, route, segments: route.path.split('/') })),
).sort((a, b) => (shape(a.segments) < shape(b.segments) ? -1 : 1))

/** Finds what a method and a path stand for. A segment that cannot be decoded matches nothing. */
export function matchRoute(method: string, path: string): Match {
  const segments = path.split('/')
  const rows = ROWS.filter(row => fits(row.segments, segments))
  const wanted = method === 'HEAD' ? 'GET' : method
  const best = rows.find(({ route }) => route.method === wanted)
  const params = best && decode(best.segments, segments)
  if (best !== undefined && params !== undefined) return { kind: 'found', endpoint: best, params }
  return rows.length > 0 && best === undefined
    ? { kind: 'other_methods', allow: allowOf(rows) }
    : { kind: 'unknown', nearest: nearestPath(path) }
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':')
}

/** Sorts literals (`a`) before parameters (`b`), left to right. */
function shape(segments: readonly string[]): string {
  return segments.map(segment => (isParameter(segment) ? 'b' : `a${segment}`)).join('/')
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => (isParameter(part) ? segments[at] !== '' : part === segments[at]))
  )
}

function decode(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
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

function allowOf(rows: readonly Row[]): string {
  const methods = new Set<string>(rows.map(({ route }) => route.method))
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods, 'OPTIONS'].join(', ')
}

/** The known path that reads most like this one, its parameters filled in from it. */
function nearestPath(path: string): string | undefined {
  const given = path.replace(/\/+$/, '').split('/')
  return nearest(
    path,
    ROWS.map(({ segments }) => segments.map((part, at) => (isParameter(part) ? given[at] || part : part)).join('/')),
  )
}
