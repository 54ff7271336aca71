import type { OrganizationView } from '../../tools/organizations/view.ts'
import type { ProjectSummary } from '../../tools/projects/summary.ts'
import { CopyBlock } from '../components/copy-block.tsx'
import { NearLimits } from '../components/near-limits.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../format/time.tsx'
import { OrganizationFrame } from '../layout/organization-frame.tsx'
import { roleName } from '../members/role-names.ts'
import type { Visit } from '../requests/visit.ts'

interface OrganizationOverviewPageProps {
  readonly visit: Visit
  readonly organization: OrganizationView & { readonly quota?: readonly string[] | undefined }
  readonly projects: readonly ProjectSummary[]
  readonly next: string | undefined
  /** Whether it was brought back just before. */
  readonly isRestored: boolean
}

/** What an organization is and has. */
export function OrganizationOverviewPage({
  visit,
  organization,
  projects,
  next,
  isRestored,
}: OrganizationOverviewPageProps) {
  return (
    <OrganizationFrame visit={visit} organization={organization} here="overview">
      {isRestored && <Notice kind="good" title={`${organization.organization} is back, with everything in it`} />}
      <NearLimits lines={organization.quota} />
      <Facts visit={visit} organization={organization} />
      {projects.length === 0 ? (
        <section class="empty">
          <h2>No projects yet</h2>
          <p>Connect your agent, open a repository with it, and tell it:</p>
          <CopyBlock
            label="For your agent"
            text={`Set this repository up in Dragoman as a project of ${organization.organization}, from en into de.`}
          />
        </section>
      ) : (
        <section class="card">
          <h2>Projects</h2>
          <ul class="rows">
            {projects.map(project => (
              <ProjectRow key={project.project} project={project} />
            ))}
          </ul>
          <Paging visit={visit} noun="projects" next={next} />
        </section>
      )}
    </OrganizationFrame>
  )
}

function Facts({ visit, organization }: Pick<OrganizationOverviewPageProps, 'visit' | 'organization'>) {
  const { organization: handle, owner, roles, members, has_access, created_at } = organization
  return (
    <section class="card">
      <h2>About</h2>
      <dl class="facts">
        <dt>Your role</dt>
        <dd>{roleName(roles)}</dd>
        <dt>Owner</dt>
        <dd>{owner}</dd>
        <dt>Members</dt>
        <dd>
          <a href={`/o/${handle}/members`}>{members}</a>
        </dd>
        <dt>Who may read</dt>
        <dd>{organization.public ? 'Anybody who is signed in may read its projects and voice' : 'Only its members'}</dd>
        <dt>Who may write</dt>
        <dd>
          {has_access
            ? 'Its members, each within their role'
            : 'Nobody: the operator of this service has not granted it access'}
        </dd>
        <dt>Here since</dt>
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
    <li>
      <div>
        <span class="name">
          {project}
          {!project.endsWith(`/${name}`) && <bdi>{name}</bdi>}
        </span>
        <span class="hint">
          {source_locale} → {target_locales.join(', ')}
        </span>
      </div>
    </li>
  )
}
