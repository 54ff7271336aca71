import { groupScopes } from '../../auth/policy/scope-groups.ts'
import { ALL_SCOPES, isScope, type Scope } from '../../auth/policy/scopes.ts'
import { scopeSentence } from '../format/scope-sentence.ts'
import { t } from '../i18n/t.ts'

/** The level of access to one resource. Each level includes the previous ones. */
const LEVELS = ['none', 'read', 'write', 'admin'] as const

type Level = (typeof LEVELS)[number]

/** The resources of all scopes, in the order of the scope table (`5.3.*`): user, account, organization. */
export const RESOURCES: readonly string[] = [...new Set(ALL_SCOPES.map(scope => scope.slice(0, scope.indexOf(':'))))]

/** Not included in any level: deleted data may be lost. */
const DELETE_SCOPES = ALL_SCOPES.filter(scope => scope.endsWith(':delete'))

/** The form fields with the chosen scopes. */
export const SCOPE_FIELDS: readonly string[] = ['scope', ...RESOURCES.map(accessField)]

/** Returns the name of the field with the level for a resource. */
function accessField(resource: string): string {
  return `access-${resource}`
}

/** Lists the levels of a resource: not all have `write` or `admin`. */
const listLevels = (resource: string): readonly Level[] =>
  LEVELS.filter(level => level === 'none' || isScope(`${resource}:${level}`))

/** Lists the scopes of a level; none if the resource lacks the level. */
export function getLevelScopes(resource: string, level: string | null): readonly Scope[] {
  const levels: readonly string[] = listLevels(resource)
  const included = levels.slice(0, levels.indexOf(level ?? 'none') + 1)
  return included.map(one => `${resource}:${one}`).filter(isScope)
}

/** Finds the highest level with any of the scopes. */
const findLevel = (resource: string, scopes: readonly string[]): Level =>
  LEVELS.findLast(level => scopes.includes(`${resource}:${level}`)) ?? 'none'

/** Reads the scopes that a form selects, by levels and one by one. */
export function readScopes(form: URLSearchParams): readonly Scope[] {
  const chosen = new Set([
    ...form.getAll('scope'),
    ...RESOURCES.flatMap(resource => getLevelScopes(resource, form.get(accessField(resource)))),
  ])
  return ALL_SCOPES.filter(scope => chosen.has(scope))
}

/** The resources with a name and a description on pages. */
const NAMED = ['user', 'account', 'organization', 'members', 'project', 'voice', 'glossary'] as const

/** Returns the name and the description of a resource. A resource without them shows its API name. */
export function nameResource(resource: string): { readonly name: string; readonly covers?: string } {
  const named = NAMED.find(one => one === resource)
  if (named === undefined) return { name: resource }
  return { name: t(`tokens.access.resources.${named}.name`), covers: t(`tokens.access.resources.${named}.covers`) }
}

/** A level for each resource, then the delete scopes one by one. */
export function AccessGrid({ scopes }: { readonly scopes: readonly Scope[] }) {
  return (
    <>
      <p class="hint">{t('tokens.access.hint')}</p>
      <table class="grid access">
        <caption class="unseen">{t('tokens.access.label')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('tokens.access.resource')}</th>
            {LEVELS.map(level => (
              <th key={level} scope="col">
                {t(`tokens.access.levels.${level}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RESOURCES.map(resource => (
            <Row key={resource} resource={resource} chosen={findLevel(resource, scopes)} />
          ))}
        </tbody>
      </table>
      <fieldset class="checklist">
        <legend>{t('tokens.access.delete')}</legend>
        <p class="hint">{t('tokens.access.delete_hint')}</p>
        {DELETE_SCOPES.map(scope => (
          <label key={scope}>
            <input type="checkbox" name="scope" value={scope} checked={scopes.includes(scope)} />
            <span>
              {scopeSentence(scope)} <code>{scope}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <details>
        <summary>{t('tokens.access.details')}</summary>
        <dl>
          {groupScopes(ALL_SCOPES)
            .flatMap(group => group.scopes)
            .filter(scope => !DELETE_SCOPES.includes(scope))
            .map(scope => (
              <div key={scope}>
                <dt>
                  <code>{scope}</code>
                </dt>
                <dd>{scopeSentence(scope)}</dd>
              </div>
            ))}
        </dl>
      </details>
    </>
  )
}

function Row({ resource, chosen }: { readonly resource: string; readonly chosen: Level }) {
  const { name, covers } = nameResource(resource)
  const levels = listLevels(resource)
  return (
    <tr>
      <th scope="row">
        {name}
        {covers !== undefined && <span class="hint">{covers}</span>}
      </th>
      {LEVELS.map(level => (
        <td key={level}>
          {levels.includes(level) && (
            <label>
              <input
                type="radio"
                name={accessField(resource)}
                value={level}
                checked={level === chosen}
                aria-label={t('tokens.access.level_label', {
                  resource: name,
                  level: t(`tokens.access.levels.${level}`),
                })}
              />
              <span class="level">{t(`tokens.access.levels.${level}`)}</span>
            </label>
          )}
        </td>
      ))}
    </tr>
  )
}
