import type { OrganizationView } from '../../tools/organizations/view.ts'
import type { ProjectSummary } from '../../tools/projects/summary.ts'
import { CopyBlock } from '../components/copy-block.tsx'
import { type Column, DataTable } from '../components/data-table.tsx'
import { NearLimits } from '../components/near-limits.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../format/time.tsx'
import { unitListFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'
import { OrganizationFrame } from '../layout/organization-frame.tsx'
import { projectPath } from '../layout/project-place.ts'
import { highestRoleName } from '../members/role-names.ts'
import type { PageRequest } from '../requests/page-request.ts'

interface OrganizationOverviewPageProps {
  readonly request: PageRequest
  readonly organization: OrganizationView & { readonly quota?: readonly string[] | undefined }
  readonly projects: readonly ProjectSummary[]
  readonly next: string | undefined
  /** Whether it was just restored. */
  readonly isRestored: boolean
}

const listColumns = (): readonly Column[] => [
  { heading: t('organizations.overview.columns.project') },
  { heading: t('organizations.overview.columns.source'), kind: 'wide' },
  { heading: t('organizations.overview.columns.targets') },
]

/** The projects and facts of an organization. */
export function OrganizationOverviewPage({
  request,
  organization,
  projects,
  next,
  isRestored,
}: OrganizationOverviewPageProps) {
  return (
    <OrganizationFrame request={request} organization={organization} here="overview">
      {isRestored && (
        <Notice kind="good" title={t('organizations.overview.restored', { organization: organization.organization })} />
      )}
      {!organization.has_access && (
        <Notice
          kind="warning"
          title={t('organizations.overview.read_only', { organization: organization.organization })}
        >
          <p>{t('organizations.overview.read_only_advice')}</p>
        </Notice>
      )}
      <NearLimits lines={organization.quota} />
      {projects.length === 0 ? (
        <section class="empty">
          <h2>{t('organizations.overview.empty.title')}</h2>
          <p>{t('organizations.overview.empty.advice')}</p>
          <CopyBlock
            label={t('organizations.overview.empty.label')}
            text={t('organizations.overview.empty.prompt', { organization: organization.organization })}
          />
        </section>
      ) : (
        <section class="card">
          <h2>{t('organizations.overview.projects')}</h2>
          <DataTable
            label={t('organizations.overview.projects_of', { organization: organization.name })}
            columns={listColumns()}
          >
            {projects.map(project => (
              <ProjectRow key={project.project} project={project} />
            ))}
          </DataTable>
          <Paging request={request} noun="projects" next={next} />
        </section>
      )}
      <Facts request={request} organization={organization} />
    </OrganizationFrame>
  )
}

function Facts({ request, organization }: Pick<OrganizationOverviewPageProps, 'request' | 'organization'>) {
  const { organization: handle, owner, roles, members, created_at } = organization
  return (
    <section class="card">
      <h2>{t('organizations.overview.about.title')}</h2>
      <dl class="facts">
        <dt>{t('organizations.overview.about.owner')}</dt>
        <dd>{owner}</dd>
        <dt>{t('organizations.overview.about.members')}</dt>
        <dd>
          <a href={`/o/${handle}/members`}>{members}</a>
        </dd>
        <dt>{t('organizations.overview.about.role')}</dt>
        <dd>{highestRoleName(roles)}</dd>
        <dt>{t('organizations.overview.about.visibility')}</dt>
        <dd>
          {organization.public ? t('organizations.overview.about.public') : t('organizations.overview.about.private')}
        </dd>
        <dt>{t('organizations.overview.about.created')}</dt>
        <dd>
          <Time at={created_at} now={request.services.now()} />
        </dd>
      </dl>
    </section>
  )
}

function ProjectRow({
  project: { project, name, source_locale, target_locales },
}: {
  readonly project: ProjectSummary
}) {
  return (
    <tr>
      <th scope="row">
        <a href={projectPath(project)}>{project}</a>
        {!project.endsWith(`/${name}`) && (
          <span class="hint">
            <bdi>{name}</bdi>
          </span>
        )}
      </th>
      <td class="wide">{source_locale}</td>
      <td>{unitListFormat().format(target_locales)}</td>
    </tr>
  )
}
