import { groupScopes, SCOPE_DESCRIPTIONS } from '../../auth/policy/scope-groups.ts'
import { ALL_SCOPES, type Scope } from '../../auth/policy/scopes.ts'
import { accessField, DELETE_SCOPES, findLevel, LEVELS, type Level, listLevels, RESOURCES } from './access.ts'

const LEVEL_NAMES: Readonly<Record<Level, string>> = { none: 'None', read: 'Read', write: 'Write', admin: 'Admin' }

/** Name and description of each resource on pages. A resource without an entry shows its API name. */
export const RESOURCE_NAMES: Readonly<Record<string, readonly [name: string, covers: string]>> = {
  user: ['User', 'Your profile, tokens, connected apps, invitations'],
  account: ['Accounts', 'Accounts that you can see, and your role'],
  organization: ['Organizations', 'Settings, visibility, audit log'],
  members: ['Members', 'Members of organizations, and their invitations'],
  project: ['Projects', 'Source strings, translations, reviews, files'],
  voice: ['Voice', 'Tone and style of translations'],
  glossary: ['Glossary', 'Terms with their translations'],
}

/** A level for each resource, then the delete scopes one by one. */
export function AccessGrid({ scopes }: { readonly scopes: readonly Scope[] }) {
  return (
    <>
      <p class="hint">Write includes read. Admin includes both.</p>
      <table class="grid access">
        <caption class="unseen">Permissions by resource</caption>
        <thead>
          <tr>
            <th scope="col">Resource</th>
            {LEVELS.map(level => (
              <th key={level} scope="col">
                {LEVEL_NAMES[level]}
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
        <legend>Delete</legend>
        <p class="hint">No level includes deleting. Choose it here.</p>
        {DELETE_SCOPES.map(scope => (
          <label key={scope}>
            <input type="checkbox" name="scope" value={scope} checked={scopes.includes(scope)} />
            <span>
              {SCOPE_DESCRIPTIONS[scope]} <code>{scope}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <details>
        <summary>Permissions in detail</summary>
        <dl>
          {groupScopes(ALL_SCOPES)
            .flatMap(group => group.scopes)
            .filter(scope => !DELETE_SCOPES.includes(scope))
            .map(scope => (
              <div key={scope}>
                <dt>
                  <code>{scope}</code>
                </dt>
                <dd>{SCOPE_DESCRIPTIONS[scope]}</dd>
              </div>
            ))}
        </dl>
      </details>
    </>
  )
}

function Row({ resource, chosen }: { readonly resource: string; readonly chosen: Level }) {
  const [name, covers] = RESOURCE_NAMES[resource] ?? [resource, undefined]
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
                aria-label={`${name}: ${LEVEL_NAMES[level]}`}
              />
              <span class="level">{LEVEL_NAMES[level]}</span>
            </label>
          )}
        </td>
      ))}
    </tr>
  )
}
