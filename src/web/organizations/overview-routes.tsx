import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { listOrganizationAuditEvents } from '../../tools/audit/list-audit-events.ts'
import { restoreOrganization } from '../../tools/organizations/delete-organization.ts'
import type { OrganizationView } from '../../tools/organizations/view.ts'
import { listProjects } from '../../tools/projects/list-projects.ts'
import { ProjectSummary } from '../../tools/projects/summary.ts'
import { CopyBlock } from '../components/copy-block.tsx'
import { type Column, DataTable, Paging } from '../components/data-table.tsx'
import { NearLimits } from '../components/near-limits.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { Facts } from '../forms/facts.tsx'
import { unitListFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'
import { isAdmin, OrganizationFrame } from '../layout/organization-frame.tsx'
import { projectPath } from '../layout/project-place.ts'
import { sendPage } from '../layout/send-page.tsx'
import { highestRoleName } from '../members/role-names.ts'
import { callTool, listPage, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import { withSession } from '../sessions/require.ts'
import { loadOrganization } from './load-organization.ts'

const overview: Route = {
  path: '/o/:organization',
  get: withSession(async request => {
    const organization = await loadOrganization(request)
    const input = { account: organization.organization }
    const call = { tool: listProjects, list: 'projects', item: ProjectSummary, input }
    const { items: projects, next } = await listPage(request, call)
    const isRestored = request.query.has('restored') && (await wasRestored(request, organization))
    const props = { organization, projects, next, isRestored }
    sendPage(request, { title: organization.name, body: <OrganizationOverviewPage {...props} /> })
  }),
}

const restore: Route = {
  path: '/o/:organization/restore',
  post: withSession(async request => {
    const { organization = '' } = request.params
    try {
      const shape = z.object({ organization: z.string() })
      await callTool(request, { tool: restoreOrganization, input: { organization }, shape })
    } catch (error) {
      // An earlier click, or another administrator, has restored it.
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    }
    redirect(request, `/o/${organization}?restored=1`)
  }),
}

/** Returns whether it was ever restored. Only its administrators can see that. */
async function wasRestored(request: SignedInRequest, { organization, roles }: OrganizationView): Promise<boolean> {
  if (!isAdmin({ roles })) return false
  const input = { organization, action: 'restore_organization', limit: 1 }
  const shape = z.object({ events: z.array(z.object({})) })
  const { events } = await callTool(request, { tool: listOrganizationAuditEvents, input, shape })
  return events.length > 0
}

export const ORGANIZATION_ROUTES: readonly Route[] = [overview, restore]

interface OrganizationOverviewPageProps {
  readonly organization: OrganizationView & { readonly quota?: readonly string[] | undefined }
  readonly projects: readonly ProjectSummary[]
  readonly next: string | undefined
  readonly isRestored: boolean
}

const listColumns = (): readonly Column[] => [
  { heading: t('organizations.overview.columns.project') },
  { heading: t('organizations.overview.columns.source'), kind: 'wide' },
  { heading: t('organizations.overview.columns.targets') },
]

/** The projects and facts of an organization. */
function OrganizationOverviewPage({ organization, projects, next, isRestored }: OrganizationOverviewPageProps) {
  return (
    <OrganizationFrame organization={organization} here="overview">
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
          <Paging noun="projects" next={next} />
        </section>
      )}
      <About organization={organization} />
    </OrganizationFrame>
  )
}

function About({ organization }: Pick<OrganizationOverviewPageProps, 'organization'>) {
  const { organization: handle, owner, roles, members, created_at } = organization
  return (
    <section class="card">
      <h2>{t('organizations.overview.about.title')}</h2>
      <Facts
        of={{
          [t('organizations.overview.about.owner')]: owner,
          [t('organizations.overview.about.members')]: <a href={`/o/${handle}/members`}>{members}</a>,
          [t('organizations.overview.about.role')]: highestRoleName(roles),
          [t('organizations.overview.about.visibility')]: organization.public
            ? t('organizations.overview.about.public')
            : t('organizations.overview.about.private'),
          [t('organizations.overview.about.created')]: <Time at={created_at} />,
        }}
      />
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
