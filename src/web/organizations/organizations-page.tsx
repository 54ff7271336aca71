import type { OrganizationView } from '../../tools/organizations/view.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { Button, ButtonLink } from '../components/button.tsx'
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
  /** What was done just before. */
  readonly flash: string | undefined
}

/** The organizations of a person. */
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
          <h2>You belong to no organization yet</h2>
          <p>
            An organization shares projects, voice and terms among people. Make one and invite them, or answer an
            invitation of somebody else.
          </p>
          <div class="actions">
            <ButtonLink href="/account/organizations/new" look="primary">
              Make your first organization
            </ButtonLink>
          </div>
        </section>
      ) : (
        <section class="card">
          <ul class="rows">
            {organizations.map(organization => (
              <Row key={organization.organization} organization={organization} />
            ))}
          </ul>
          <Paging visit={visit} noun="organizations" next={next} />
        </section>
      )}
      <p>
        <a href="/account/invitations">Invitations to you</a>
      </p>
      {deleted.length > 0 && <DeletedOrganizations visit={visit} deleted={deleted} />}
    </>
  )
}

function Row({ organization: one }: { readonly organization: OrganizationView }) {
  return (
    <li>
      <div>
        <span class="name">
          <a href={`/o/${one.organization}`}>
            <bdi>{one.name}</bdi>
          </a>
          {one.name !== one.organization && <code>{one.organization}</code>}
          {one.public && <span class="badge info">Public</span>}
          {!one.has_access && <span class="badge warning">Reads only</span>}
        </span>
        <span class="hint">
          {roleName(one.roles)}, {pluralize(one.members, 'member')}, {pluralize(one.projects, 'project')}
        </span>
      </div>
    </li>
  )
}

function DeletedOrganizations({ visit, deleted }: Pick<OrganizationsPageProps, 'visit' | 'deleted'>) {
  return (
    <section class="card">
      <div class="intro">
        <h2>Deleted</h2>
        <p>These can be brought back for 30 days, with everything in them.</p>
      </div>
      <ul class="rows">
        {deleted.map(({ organization, name, restorable_until }) => (
          <li key={organization}>
            <div>
              <span class="name">
                <bdi>{name}</bdi>
                {name !== organization && <code>{organization}</code>}
              </span>
              <span class="hint">
                Gone for good on <Time at={restorable_until} now={visit.services.now()} isDated />
              </span>
            </div>
            <Form visit={visit} action={`/o/${organization}/restore`}>
              <Button small label={`Restore ${organization}`}>
                Restore
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
