import type { z } from 'zod'
import type { AccountView } from '../../tools/accounts/read-accounts.ts'
import type { InvitationView } from '../../tools/invitations/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { DataTable, Paging } from '../components/data-table.tsx'
import { NearLimits } from '../components/near-limits.tsx'
import { Notice } from '../components/notice.tsx'
import { Tabs } from '../components/tabs.tsx'
import { listFormat } from '../i18n/formats.ts'
import { rich, t } from '../i18n/t.ts'
import { highestRoleName } from '../members/role-names.ts'
import { useRequest } from '../requests/page-request.ts'
import type { ProjectProgress } from './project-progress.ts'
import { ProjectsTable } from './projects-table.tsx'
import type { ExpiringToken, WaitingSurvey } from './waiting.ts'
import { WaitingCard } from './waiting-card.tsx'

/** Introduces the product to visitors who are not signed in. */
export function WelcomePage({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <>
      <div class="intro">
        <h1>{t('home.welcome.title')}</h1>
        <p>{t('home.welcome.intro')}</p>
      </div>
      <div class="actions">
        <ButtonLink href="/login" look="primary">
          {t('common.sign_in')}
        </ButtonLink>
      </div>
      <ConnectInstructions baseUrl={baseUrl} />
    </>
  )
}

interface HomePageProps {
  readonly user: { readonly handle: string; readonly name: string }
  readonly accounts: readonly z.infer<typeof AccountView>[]
  /** Number of accounts that the list omits. */
  readonly more_accounts: number
  readonly projects: readonly ProjectProgress[]
  /** Cursor of the next projects. */
  readonly next: string | undefined
  readonly survey: WaitingSurvey
  /** Open invitations of the user. */
  readonly invitations: readonly InvitationView[]
  /** Limits that are almost used up. */
  readonly quota: readonly string[]
  /** Tokens that expire soon. */
  readonly tokens: readonly ExpiringToken[]
}

/** The projects and accounts of the signed-in user, and instructions to connect an agent. */
export function HomePage(props: HomePageProps) {
  const { user, accounts, more_accounts: moreAccounts, projects, next, invitations } = props
  const { baseUrl } = useRequest().services
  const isNew = projects.length === 0
  return (
    <>
      <h1>{rich('home.hello', { name: <bdi>{user.name}</bdi> })}</h1>
      {invitations.length > 0 && <Invitations invitations={invitations} />}
      <NearLimits lines={props.quota} />
      <WaitingCard survey={props.survey} tokens={props.tokens} />
      {isNew ? (
        <>
          <section class="empty">
            <h2>{t('home.empty.title')}</h2>
            <p>{t('home.empty.intro')}</p>
            <ProjectPrompt handle={user.handle} />
          </section>
          <ConnectInstructions baseUrl={baseUrl} />
        </>
      ) : (
        <section class="card">
          <h2>{t('home.projects.title')}</h2>
          <ProjectsTable projects={projects} />
          <Paging noun="projects" next={next} />
          <h3>{t('home.projects.create')}</h3>
          <ProjectPrompt handle={user.handle} />
        </section>
      )}
      <section class="card">
        <div class="split">
          <h2>{t('home.accounts.title')}</h2>
          <ButtonLink href="/account/organizations/new" small>
            {t('home.accounts.new_organization')}
          </ButtonLink>
        </div>
        <AccountsTable accounts={accounts} />
        {moreAccounts > 0 && (
          <p class="hint">
            {rich('home.accounts.more', {
              count: moreAccounts,
              link: text => <a href="/account/organizations">{text}</a>,
            })}
          </p>
        )}
      </section>
      {!isNew && <ConnectInstructions baseUrl={baseUrl} />}
    </>
  )
}

function ProjectPrompt({ handle }: { readonly handle: string }) {
  const prompt = t('home.prompt.text', { project: `${handle}/website` })
  return <CopyBlock label={t('home.prompt.label')} text={prompt} />
}

function Invitations({ invitations }: Pick<HomePageProps, 'invitations'>) {
  const organizations = listFormat().format(new Set(invitations.map(({ organization }) => organization)))
  return (
    <Notice kind="info" title={t('home.invited.title', { organizations })}>
      <span>
        <a href="/account/invitations">{t('home.invited.link')}</a>
      </span>
    </Notice>
  )
}

const listAccountColumns = () => [
  { heading: t('home.accounts.columns.account') },
  { heading: t('home.accounts.columns.type') },
  { heading: t('home.accounts.columns.role') },
]

function AccountsTable({ accounts }: Pick<HomePageProps, 'accounts'>) {
  return (
    <DataTable label={t('home.accounts.label')} columns={listAccountColumns()} isStacked>
      {accounts.map(({ account, name, kind, has_access, public: isPublic, roles }) => (
        <tr key={account}>
          <th scope="row">
            <span class="name">
              <a href={kind === 'personal' ? '/account' : `/o/${account}`}>
                <bdi>{name}</bdi>
              </a>
              {name !== account && <code>{account}</code>}
              {isPublic && <span class="badge info">{t('common.public')}</span>}
              {!has_access && <span class="badge warning">{t('common.read_only')}</span>}
            </span>
          </th>
          <td>{kind === 'personal' ? t('home.accounts.personal') : t('home.accounts.organization')}</td>
          <td>{highestRoleName(roles)}</td>
        </tr>
      ))}
    </DataTable>
  )
}

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** The instructions for each client to connect to the MCP endpoint at `url`. */
const listClients = (url: string) => [
  {
    title: 'Claude Code',
    where: t('home.connect.terminal'),
    text: `claude mcp add --transport http dragoman ${url}`,
    next: t('home.connect.next.claude'),
  },
  {
    title: 'Codex',
    where: t('home.connect.terminal'),
    text: `codex mcp add dragoman --url ${url}\ncodex mcp login dragoman`,
  },
  {
    title: 'Cursor',
    where: t('home.connect.file', { file: '.cursor/mcp.json' }),
    text: json({ mcpServers: { dragoman: { url } } }),
    next: t('home.connect.next.cursor'),
  },
  {
    title: 'VS Code',
    where: t('home.connect.file', { file: '.vscode/mcp.json' }),
    text: json({ servers: { dragoman: { type: 'http', url } } }),
    next: t('home.connect.next.vscode'),
  },
  { title: t('home.connect.any_client'), where: t('home.connect.url'), text: url },
]

/** Instructions for connecting a coding agent, one tab for each client. */
function ConnectInstructions({ baseUrl }: { readonly baseUrl: string }) {
  const tabs = listClients(`${baseUrl}/mcp`).map(({ title, where, text, next }) => ({
    title,
    panel: (
      <div class="stack">
        <CopyBlock label={where} text={text} />
        {next !== undefined && <p class="hint">{next}</p>}
      </div>
    ),
  }))
  return (
    <section class="card">
      <div class="intro">
        <h2>{t('home.connect.title')}</h2>
        <p>{t('home.connect.intro')}</p>
      </div>
      <Tabs id="client" label={t('home.connect.client')} tabs={tabs} />
    </section>
  )
}
