import type { OrganizationView } from '../../tools/organizations/view.ts'
import type { ProjectSummary } from '../../tools/projects/summary.ts'
import { CopyBlock } from '../components/copy-block.tsx'
import { type Column, DataTable } from '../components/data-table.tsx'
import { NearLimits } from '../components/near-limits.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../format/time.tsx'
import { OrganizationFrame } from '../layout/organization-frame.tsx'
import { projectPath } from '../layout/project-place.ts'
import { roleName } from '../members/role-names.ts'
import type { Visit } from '../requests/visit.ts'

interface OrganizationOverviewPageProps {
  readonly visit: Visit
  readonly organization: OrganizationView & { readonly quota?: readonly string[] | undefined }
  readonly projects: readonly ProjectSummary[]
  readonly next: string | undefined
  /** Whether it was just restored. */
  readonly isRestored: boolean
}

const COLUMNS: readonly Column[] = [
  { heading: 'Project' },
  { heading: 'Source locale', kind: 'wide' },
  { heading: 'Target locales' },
]

/** The projects and facts of an organization. */
export function OrganizationOverviewPage({
  visit,
  organization,
  projects,
  next,
  isRestored,
}: OrganizationOverviewPageProps) {
  return (
    <OrganizationFrame visit={visit} organization={organization} here="overview">
      {isRestored && <Notice kind="good" title={`${organization.organization} is restored.`} />}
      {!organization.has_access && (
        <Notice kind="warning" title={`${organization.organization} is read-only`}>
          <p>Ask an operator of this server for access.</p>
        </Notice>
      )}
      <NearLimits lines={organization.quota} />
      {projects.length === 0 ? (
        <section class="empty">
          <h2>No projects yet</h2>
          <p>Connect your agent, open a repository with it, and tell it:</p>
          <CopyBlock
            label="For your agent"
            text={`Set up this repository in Dragoman as a project of ${organization.organization}, from en into de.`}
          />
        </section>
      ) : (
        <section class="card">
          <h2>Projects</h2>
          <DataTable label={`Projects of ${organization.name}`} columns={COLUMNS}>
            {projects.map(project => (
              <ProjectRow key={project.project} project={project} />
            ))}
          </DataTable>
          <Paging visit={visit} noun="projects" next={next} />
        </section>
      )}
      <Facts visit={visit} organization={organization} />
    </OrganizationFrame>
  )
}

function Facts({ visit, organization }: Pick<OrganizationOverviewPageProps, 'visit' | 'organization'>) {
  const { organization: handle, owner, roles, members, created_at } = organization
  return (
    <section class="card">
      <h2>About</h2>
      <dl class="facts">
        <dt>Owner</dt>
        <dd>{owner}</dd>
        <dt>Members</dt>
        <dd>
          <a href={`/o/${handle}/members`}>{members}</a>
        </dd>
        <dt>Your role</dt>
        <dd>{roleName(roles)}</dd>
        <dt>Visibility</dt>
        <dd>
          {organization.public
            ? 'Public: all signed-in users of this server can read its projects over MCP and REST'
            : 'Private'}
        </dd>
        <dt>Created</dt>
        <dd>
          <Time at={created_at} now={visit.services.now()} />
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
      <td>{target_locales.join(', ')}</td>
    </tr>
  )
}
