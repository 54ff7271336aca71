import type { z } from 'zod'
import type { AccountView } from '../../tools/accounts/view.ts'
import type { InvitationView } from '../../tools/invitations/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { DataTable } from '../components/data-table.tsx'
import { NearLimits } from '../components/near-limits.tsx'
import { Notice } from '../components/notice.tsx'
import { highestRoleName } from '../members/role-names.ts'
import { ConnectInstructions } from './connect.tsx'
import type { ProjectProgress } from './project-progress.ts'
import { ProjectsTable } from './projects-table.tsx'

/** Introduces the product to visitors who are not signed in. */
export function WelcomePage({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <>
      <div class="intro">
        <h1>Localization for coding agents</h1>
        <p>
          Dragoman stores your source strings, translations, voice and glossary. Your agent pushes new strings,
          translates them and pulls the files.
        </p>
      </div>
      <div class="actions">
        <ButtonLink href="/login" look="primary">
          Sign in
        </ButtonLink>
      </div>
      <ConnectInstructions baseUrl={baseUrl} />
    </>
  )
}

interface HomePageProps {
  readonly baseUrl: string
  readonly user: { readonly handle: string; readonly name: string }
  readonly accounts: readonly Account[]
  /** Number of accounts that the list omits. */
  readonly moreAccounts: number
  readonly projects: readonly ProjectProgress[]
  readonly hasMore: boolean
  /** Open invitations of the user. */
  readonly invitations: readonly InvitationView[]
  /** Limits that are almost used up. */
  readonly quota: readonly string[]
}

type Account = z.infer<typeof AccountView>

/** The projects and accounts of the signed-in user, and instructions to connect an agent. */
export function HomePage({
  baseUrl,
  user,
  accounts,
  moreAccounts,
  projects,
  hasMore,
  invitations,
  quota,
}: HomePageProps) {
  const isNew = projects.length === 0
  return (
    <>
      <h1>
        Hello, <bdi>{user.name}</bdi>
      </h1>
      {invitations.length > 0 && <Invitations invitations={invitations} />}
      <NearLimits lines={quota} />
      {isNew ? (
        <>
          <section class="empty">
            <h2>No projects yet</h2>
            <p>Connect your agent below. Then open your repository with it and paste this prompt.</p>
            <ProjectPrompt handle={user.handle} />
          </section>
          <ConnectInstructions baseUrl={baseUrl} />
        </>
      ) : (
        <section class="card">
          <h2>Projects</h2>
          <ProjectsTable projects={projects} />
          {hasMore && (
            <p class="hint">
              These are your first {projects.length} projects. Your agent lists all projects with{' '}
              <code>list_projects</code>.
            </p>
          )}
          <h3>Create a project</h3>
          <ProjectPrompt handle={user.handle} />
        </section>
      )}
      <section class="card">
        <div class="split">
          <h2>Accounts</h2>
          <ButtonLink href="/account/organizations/new" small>
            New organization
          </ButtonLink>
        </div>
        <AccountsTable accounts={accounts} />
        {moreAccounts > 0 && (
          <p class="hint">
            {moreAccounts} more: <a href="/account/organizations">all organizations</a>
          </p>
        )}
      </section>
      {!isNew && <ConnectInstructions baseUrl={baseUrl} />}
    </>
  )
}

function ProjectPrompt({ handle }: { readonly handle: string }) {
  const prompt =
    `Create the Dragoman project ${handle}/website for this repository: source locale en, target locales de and fr. ` +
    'Push the source files, translate them and pull the translations.'
  return <CopyBlock label="Prompt for your agent" text={prompt} />
}

function Invitations({ invitations }: Pick<HomePageProps, 'invitations'>) {
  const organizations = [...new Set(invitations.map(({ organization }) => organization))].join(', ')
  return (
    <Notice kind="info" title={`You are invited to ${organizations}`}>
      <span>
        <a href="/account/invitations">Join or decline</a>
      </span>
    </Notice>
  )
}

const ACCOUNT_COLUMNS = [{ heading: 'Account' }, { heading: 'Type' }, { heading: 'Your role' }]

function AccountsTable({ accounts }: Pick<HomePageProps, 'accounts'>) {
  return (
    <DataTable label="Your accounts" columns={ACCOUNT_COLUMNS} isStacked>
      {accounts.map(({ account, name, kind, has_access, public: isPublic, roles }) => (
        <tr key={account}>
          <th scope="row">
            <span class="name">
              <a href={kind === 'personal' ? '/account' : `/o/${account}`}>
                <bdi>{name}</bdi>
              </a>
              {name !== account && <code>{account}</code>}
              {isPublic && <span class="badge info">Public</span>}
              {!has_access && <span class="badge warning">Read-only</span>}
            </span>
          </th>
          <td>{kind === 'personal' ? 'Personal' : 'Organization'}</td>
          <td>{highestRoleName(roles)}</td>
        </tr>
      ))}
    </DataTable>
  )
}
