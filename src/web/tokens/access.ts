import { ALL_SCOPES, isScope, type Scope } from '../../auth/policy/scopes.ts'

/** The level of access to one resource. Each level includes the previous ones. */
export const LEVELS = ['none', 'read', 'write', 'admin'] as const

export type Level = (typeof LEVELS)[number]

/** The resources of all scopes, in the order of the scope table (`5.3.*`): user, account, organization. */
export const RESOURCES: readonly string[] = [...new Set(ALL_SCOPES.map(scope => scope.slice(0, scope.indexOf(':'))))]

/** Not included in any level: deleted data may be lost. */
export const DELETE_SCOPES = ALL_SCOPES.filter(scope => scope.endsWith(':delete'))

/** The form fields with the chosen scopes. */
export const SCOPE_FIELDS: readonly string[] = ['scope', ...RESOURCES.map(accessField)]

/** Returns the name of the field with the level for a resource. */
export function accessField(resource: string): string {
  return `access-${resource}`
}

/** Lists the levels of a resource: not all have `write` or `admin`. */
export const listLevels = (resource: string): readonly Level[] =>
  LEVELS.filter(level => level === 'none' || isScope(`${resource}:${level}`))

/** Lists the scopes of a level; none if the resource lacks the level. */
export function getLevelScopes(resource: string, level: string | null): readonly Scope[] {
  const levels: readonly string[] = listLevels(resource)
  const included = levels.slice(0, levels.indexOf(level ?? 'none') + 1)
  return included.map(one => `${resource}:${one}`).filter(isScope)
}

/** Finds the highest level with any of the scopes. */
export const findLevel = (resource: string, scopes: readonly string[]): Level =>
  LEVELS.findLast(level => scopes.includes(`${resource}:${level}`)) ?? 'none'

/** Reads the scopes that a form selects, by levels and one by one. */
export function readScopes(form: URLSearchParams): readonly Scope[] {
  const chosen = new Set([
    ...form.getAll('scope'),
    ...RESOURCES.flatMap(resource => getLevelScopes(resource, form.get(accessField(resource)))),
  ])
  return ALL_SCOPES.filter(scope => chosen.has(scope))
}
