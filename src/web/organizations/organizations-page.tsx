import type { OrganizationView } from '../../tools/organizations/view.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { type Column, DataTable } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import { roleName } from '../members/role-names.ts'
import type { Visit } from '../requests/visit.ts'
import type { DeletedOrganization } from './deleted.ts'

interface OrganizationsPageProps {
  readonly visit: Visit
  readonly organizations: readonly OrganizationView[]
  readonly next: string | undefined
  readonly deleted: readonly DeletedOrganization[]
  /** The result of the last action. */
  readonly flash: string | undefined
}

const COLUMNS: readonly Column[] = [
  { heading: 'Organization' },
  { heading: 'Your role' },
  { heading: 'Members', kind: 'wide' },
  { heading: 'Projects', kind: 'wide' },
]

/** The organizations of the signed-in user. */
export function OrganizationsPage({ visit, organizations, next, deleted, flash }: OrganizationsPageProps) {
  return (
    <>
      <div class="split">
        <h1>Organizations</h1>
        {organizations.length > 0 && (
          <ButtonLink href="/account/organizations/new" look="primary">
            New organization
          </ButtonLink>
        )}
      </div>
      {flash !== undefined && <Notice kind="good" title={flash} />}
      {organizations.length === 0 ? (
        <section class="empty">
          <h2>No organizations yet</h2>
          <p>
            In an organization, users share projects. Create one, or accept one of{' '}
            <a href="/account/invitations">your invitations</a>.
          </p>
          <div class="actions">
            <ButtonLink href="/account/organizations/new" look="primary">
              Create organization
            </ButtonLink>
          </div>
        </section>
      ) : (
        <section class="card">
          <DataTable label="Your organizations" columns={COLUMNS}>
            {organizations.map(organization => (
              <Row key={organization.organization} organization={organization} />
            ))}
          </DataTable>
          <Paging visit={visit} noun="organizations" next={next} />
        </section>
      )}
      {deleted.length > 0 && <DeletedOrganizations visit={visit} deleted={deleted} />}
    </>
  )
}

function Row({ organization: one }: { readonly organization: OrganizationView }) {
  return (
    <tr>
      <th scope="row">
        <a href={`/o/${one.organization}`}>
          <bdi>{one.name}</bdi>
        </a>{' '}
        {one.public && <span class="badge info">Public</span>}{' '}
        {!one.has_access && <span class="badge warning">Read-only</span>}
        {one.name !== one.organization && <span class="hint">{one.organization}</span>}
      </th>
      <td>{roleName(one.roles)}</td>
      <td class="wide">{one.members}</td>
      <td class="wide">{one.projects}</td>
    </tr>
  )
}

const DELETED_COLUMNS: readonly Column[] = [
  { heading: 'Organization' },
  { heading: 'Permanently deleted', kind: 'wide' },
  { heading: 'Actions', kind: 'actions' },
]

function DeletedOrganizations({ visit, deleted }: Pick<OrganizationsPageProps, 'visit' | 'deleted'>) {
  return (
    <section class="card people">
      <h2>Deleted organizations</h2>
      <DataTable label="Deleted organizations" columns={DELETED_COLUMNS}>
        {deleted.map(({ organization, name, restorable_until }) => (
          <tr key={organization}>
            <th scope="row">
              <bdi>{name}</bdi>
              {name !== organization && <span class="hint">{organization}</span>}
              <span class="hint phone">
                Permanently deleted <Time at={restorable_until} now={visit.services.now()} />
              </span>
            </th>
            <td class="wide">
              <Time at={restorable_until} now={visit.services.now()} isDated />
            </td>
            <td class="actions">
              <Form visit={visit} action={`/o/${organization}/restore`}>
                <Button small label={`Restore ${organization}`}>
                  Restore
                </Button>
              </Form>
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  )
}
