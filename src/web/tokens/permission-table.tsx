import { t } from '../i18n/t.ts'
import { RESOURCES } from './access.ts'
import { nameResource } from './resource-names.ts'

/** The permissions of a token: a row for each resource that it can access. */
export function PermissionTable({ scopes }: { readonly scopes: readonly string[] }) {
  const rows = RESOURCES.flatMap(resource => {
    const actions = scopes.filter(scope => scope.startsWith(`${resource}:`)).map(scope => scope.split(':')[1] ?? '')
    return actions.length === 0 ? [] : [{ resource, actions }]
  })
  return (
    <table>
      <caption class="unseen">{t('tokens.access.label')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('tokens.access.resource')}</th>
          <th scope="col">{t('tokens.access.access')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ resource, actions }) => (
          <tr key={resource}>
            <th scope="row">{nameResource(resource).name}</th>
            <td>
              <span class="badges">
                {actions.map(action => (
                  <code key={action}>{`${resource}:${action}`}</code>
                ))}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
