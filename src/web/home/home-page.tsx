import type { z } from 'zod'
import type { AccountView } from '../../tools/accounts/view.ts'
import type { InvitationView } from '../../tools/invitations/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { NearLimits } from '../components/near-limits.tsx'
import { Notice } from '../components/notice.tsx'
import { roleName } from '../members/role-names.ts'
import { ConnectInstructions } from './connect.tsx'

/** What the service is, for who is not signed in. */
export function WelcomePage({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <>
      <div class="intro">
        <h1>Translations by the agent in your editor</h1>
        <p>
          Dragoman keeps your source texts, translations, voice and terms. Your coding agent pushes what is new,
          translates what is missing, and pulls files in which only those lines changed.
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
  readonly name: string
  readonly accounts: readonly Account[]
  /** Accounts that the list leaves out. */
  readonly moreAccounts: number
  readonly projects: readonly { readonly project: string; readonly status: string }[]
  readonly hasMore: boolean
  /** Invitations that wait for an answer. */
  readonly invitations: readonly InvitationView[]
  /** Limits that are almost used up. */
  readonly quota: readonly string[]
}

type Account = z.infer<typeof AccountView>

/** What a person has here. */
export function HomePage({
  baseUrl,
  name,
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
        Hello, <bdi>{name}</bdi>
      </h1>
      {invitations.length > 0 && <Invitations invitations={invitations} />}
      <NearLimits lines={quota} />
      {isNew ? (
        <section class="empty">
          <h2>No projects yet</h2>
          <p>Connect your agent below, open a repository with it, and tell it:</p>
          <CopyBlock label="For your agent" text="Set this repository up in Dragoman, from en into de." />
        </section>
      ) : (
        <section class="card">
          <h2>Projects</h2>
          <ul class="rows">
            {projects.map(({ project, status }) => (
              <li key={project}>
                <div>
                  <span class="name">{project}</span>
                  <span class="hint">{status}</span>
                </div>
              </li>
            ))}
          </ul>
          {hasMore && <p class="hint">There are more: ask your agent for list_projects.</p>}
        </section>
      )}
      <section class="card">
        <div class="split">
          <h2>Accounts</h2>
          <ButtonLink href="/account/organizations/new" small>
            New organization
          </ButtonLink>
        </div>
        <ul class="rows">
          {accounts.map(account => (
            <AccountRow key={account.account} account={account} />
          ))}
        </ul>
        {moreAccounts > 0 && (
          <p class="hint">
            There are {moreAccounts} more: <a href="/account/organizations">all your organizations</a>.
          </p>
        )}
      </section>
      {isNew ? (
        <ConnectInstructions baseUrl={baseUrl} />
      ) : (
        <details>
          <summary>Connect another agent</summary>
          <ConnectInstructions baseUrl={baseUrl} />
        </details>
      )}
    </>
  )
}

function Invitations({ invitations }: Pick<HomePageProps, 'invitations'>) {
  const to = [...new Set(invitations.map(({ organization }) => organization))].join(', ')
  return (
    <Notice kind="info" title={`You are invited to ${to}`}>
      <span>
        <a href="/account/invitations">Look at {invitations.length === 1 ? 'it' : 'them'}</a> and accept or decline.
      </span>
    </Notice>
  )
}

function AccountRow({
  account: { account, name, kind, has_access, public: isPublic, roles },
}: {
  readonly account: Account
}) {
  const isPersonal = kind === 'personal'
  return (
    <li>
      <div>
        <span class="name">
          <a href={isPersonal ? '/account' : `/o/${account}`}>
            <bdi>{name}</bdi>
          </a>
          {name !== account && <code>{account}</code>}
          {isPublic && <span class="badge info">Public</span>}
          {!has_access && <span class="badge warning">Reads only</span>}
        </span>
        <span class="hint">
          {isPersonal ? 'Your personal account' : `Organization, ${roleName(roles).toLowerCase()}`}
        </span>
      </div>
    </li>
  )
}
