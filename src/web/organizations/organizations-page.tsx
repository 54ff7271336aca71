import type { OrganizationView } from '../../tools/organizations/view.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { type Column, DataTable, Paging } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import { rich, t } from '../i18n/t.ts'
import { highestRoleName } from '../members/role-names.ts'
import type { DeletedOrganization } from './load-organization.ts'

interface OrganizationsPageProps {
  readonly organizations: readonly OrganizationView[]
  readonly next: string | undefined
  readonly deleted: readonly DeletedOrganization[]
  readonly flash: string | undefined
}

const listColumns = (): readonly Column[] => [
  { heading: t('organizations.list.columns.organization') },
  { heading: t('organizations.list.columns.role') },
  { heading: t('organizations.list.columns.members'), kind: 'wide' },
  { heading: t('organizations.list.columns.projects'), kind: 'wide' },
]

/** The organizations of the signed-in user. */
export function OrganizationsPage({ organizations, next, deleted, flash }: OrganizationsPageProps) {
  return (
    <>
      <div class="split">
        <h1>{t('organizations.list.title')}</h1>
        {organizations.length > 0 && (
          <ButtonLink href="/account/organizations/new" look="primary">
            {t('organizations.list.new')}
          </ButtonLink>
        )}
      </div>
      {flash !== undefined && <Notice kind="good" title={flash} />}
      {organizations.length === 0 ? (
        <section class="empty">
          <h2>{t('organizations.list.empty.title')}</h2>
          <p>{rich('organizations.list.empty.advice', { link: text => <a href="/account/invitations">{text}</a> })}</p>
          <div class="actions">
            <ButtonLink href="/account/organizations/new" look="primary">
              {t('organizations.list.empty.create')}
            </ButtonLink>
          </div>
        </section>
      ) : (
        <section class="card">
          <DataTable label={t('organizations.list.label')} columns={listColumns()}>
            {organizations.map(organization => (
              <Row key={organization.organization} organization={organization} />
            ))}
          </DataTable>
          <Paging noun="organizations" next={next} />
        </section>
      )}
      {deleted.length > 0 && <DeletedOrganizations deleted={deleted} />}
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
        {one.public && <span class="badge info">{t('organizations.list.public')}</span>}{' '}
        {!one.has_access && <span class="badge warning">{t('organizations.list.read_only')}</span>}
        {one.name !== one.organization && <span class="hint">{one.organization}</span>}
      </th>
      <td>{highestRoleName(one.roles)}</td>
      <td class="wide">{one.members}</td>
      <td class="wide">{one.projects}</td>
    </tr>
  )
}

const listDeletedColumns = (): readonly Column[] => [
  { heading: t('organizations.list.columns.organization') },
  { heading: t('organizations.deleted.columns.gone'), kind: 'wide' },
  { heading: t('organizations.deleted.columns.actions'), kind: 'actions' },
]

function DeletedOrganizations({ deleted }: Pick<OrganizationsPageProps, 'deleted'>) {
  return (
    <section class="card people">
      <h2>{t('organizations.deleted.title')}</h2>
      <DataTable label={t('organizations.deleted.title')} columns={listDeletedColumns()}>
        {deleted.map(({ organization, name, restorable_until }) => (
          <tr key={organization}>
            <th scope="row">
              <bdi>{name}</bdi>
              {name !== organization && <span class="hint">{organization}</span>}
              <span class="hint phone">
                {rich('organizations.deleted.gone_at', {
                  time: <Time at={restorable_until} />,
                })}
              </span>
            </th>
            <td class="wide">
              <Time at={restorable_until} isDated />
            </td>
            <td class="actions">
              <Form action={`/o/${organization}/restore`}>
                <Button small label={t('organizations.deleted.restore_organization', { organization })}>
                  {t('organizations.deleted.restore')}
                </Button>
              </Form>
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  )
}
