import { groupScopes } from '../../auth/policy/scope-groups.ts'
import { ALL_SCOPES, type Scope } from '../../auth/policy/scopes.ts'
import { scopeSentence } from '../format/scope-sentence.ts'
import { t } from '../i18n/t.ts'
import { accessField, DELETE_SCOPES, findLevel, LEVELS, type Level, listLevels, RESOURCES } from './access.ts'
import { nameResource } from './resource-names.ts'

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
