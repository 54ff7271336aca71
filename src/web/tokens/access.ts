import { ALL_SCOPES, isScope, type Scope } from '../../auth/policy/scopes.ts'

/** How much a token may do with one resource; each level includes those before it. */
export const LEVELS = ['none', 'read', 'write', 'admin'] as const

export type Level = (typeof LEVELS)[number]

/** What scopes are about, in the order of the scope table (spec 5.3): user, account, organization. */
export const RESOURCES: readonly string[] = [...new Set(ALL_SCOPES.map(scope => scope.slice(0, scope.indexOf(':'))))]

/** No level includes these: what they end may be lost. */
export const DELETE_SCOPES = ALL_SCOPES.filter(scope => scope.endsWith(':delete'))

/** The fields of a form that say which scopes are chosen. */
export const SCOPE_FIELDS: readonly string[] = ['scope', ...RESOURCES.map(accessField)]

/** The field with the level for a resource. */
export function accessField(resource: string): string {
  return `access-${resource}`
}

/** The levels that a resource has: not all have `write` or `admin`. */
export const listLevels = (resource: string): readonly Level[] =>
  LEVELS.filter(level => level === 'none' || isScope(`${resource}:${level}`))

/** The scopes of a level; none for a level that the resource does not have. */
export function getLevelScopes(resource: string, level: string | null): readonly Scope[] {
  const levels: readonly string[] = listLevels(resource)
  const included = levels.slice(0, levels.indexOf(level ?? 'none') + 1)
  return included.map(one => `${resource}:${one}`).filter(isScope)
}

/** The highest level of which scopes hold something. */
export const findLevel = (resource: string, scopes: readonly string[]): Level =>
  LEVELS.findLast(level => scopes.includes(`${resource}:${level}`)) ?? 'none'

/** The scopes that a form chooses: by levels, and one by one. */
export function readScopes(form: URLSearchParams): readonly Scope[] {
  const chosen = new Set([
    ...form.getAll('scope'),
    ...RESOURCES.flatMap(resource => getLevelScopes(resource, form.get(accessField(resource)))),
  ])
  return ALL_SCOPES.filter(scope => chosen.has(scope))
}
