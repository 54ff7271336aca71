import { RESOURCES } from './access.ts'
import { RESOURCE_NAMES } from './access-grid.tsx'

/** The permissions of a token: a row for each resource that it can access. */
export function PermissionTable({ scopes }: { readonly scopes: readonly string[] }) {
  const rows = RESOURCES.flatMap(resource => {
    const actions = scopes.filter(scope => scope.startsWith(`${resource}:`)).map(scope => scope.split(':')[1] ?? '')
    return actions.length === 0 ? [] : [{ resource, actions }]
  })
  return (
    <table>
      <caption class="unseen">Permissions by resource</caption>
      <thead>
        <tr>
          <th scope="col">Resource</th>
          <th scope="col">Access</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ resource, actions }) => (
          <tr key={resource}>
            <th scope="row">{RESOURCE_NAMES[resource]?.[0] ?? resource}</th>
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
