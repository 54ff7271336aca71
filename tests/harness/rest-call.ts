import type { RestRoute } from '../../src/tools/pipeline/tool.ts'
import { TOOLS } from '../../src/tools/registry.ts'
import { Refused } from './refused.ts'

type Fields = Readonly<Record<string, unknown>>

/** Calls a tool by its first REST address whose path the arguments fill. @throws Refused. */
export async function callByRest(url: string, token: string, tool: string, args: Fields): Promise<unknown> {
  const { method, path, rest } = place(tool, args)
  const inQuery = method === 'GET' || method === 'DELETE'
  const query = new URLSearchParams()
  if (inQuery) for (const [name, value] of Object.entries(rest)) query.set(name, asText(value))
  const response = await fetch(`${url}${path}${query.size === 0 ? '' : `?${query.toString()}`}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(!inQuery && { 'content-type': 'application/json' }),
    },
    ...(!inQuery && { body: JSON.stringify(rest) }),
  })
  const text = await response.text()
  if (response.ok) return text === '' ? undefined : JSON.parse(text)
  const problem = JSON.parse(text) as { code: string; detail: string; fix?: string }
  throw new Refused(problem.code, problem.detail, problem.fix)
}

/** Where a call goes. */
interface Place {
  readonly method: RestRoute['method']
  readonly path: string
  /** The arguments outside the path. */
  readonly rest: Fields
}

/** The first REST address of a tool whose path the arguments fill. */
export function place(tool: string, args: Fields): Place {
  const routes = TOOLS.find(({ name }) => name === tool)?.rest ?? []
  const found = routes.map(route => fill(route, args)).find(filled => filled !== undefined)
  return found ?? { method: 'POST', path: `/api/${tool}`, rest: args }
}

function fill({ method, path, bind = {} }: RestRoute, args: Fields): Place | undefined {
  const { values, used } = unbind(bind, args)
  const names = [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name)
  if (names.some(name => (values[name] ?? args[name]) === undefined)) return undefined
  const filled = path.replace(/:([a-z_]+)/g, (_, name: string) =>
    encodeURIComponent(asText(values[name] ?? args[name])),
  )
  const taken = new Set([...names, ...used])
  return { method, path: filled, rest: Object.fromEntries(Object.entries(args).filter(([name]) => !taken.has(name))) }
}

/** Splits the fields that a path has in several parameters: `acme/app` for `:account/:project`. */
function unbind(bind: Readonly<Record<string, string>>, args: Fields): { values: Fields; used: readonly string[] } {
  const values: Record<string, string> = {}
  const used: string[] = []
  for (const [field, template] of Object.entries(bind)) {
    const value = args[field]
    if (typeof value !== 'string') continue
    used.push(field)
    const parts = value.split('/')
    for (const [at, parameter] of template.split('/').entries()) {
      const part = parts[at]
      if (part !== undefined) values[parameter.slice(1)] = part
    }
  }
  return { values, used }
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
