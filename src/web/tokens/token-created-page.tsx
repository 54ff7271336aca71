import { ButtonLink } from '../components/button.tsx'
import { CopyBlock, CopyButton } from '../components/copy-block.tsx'
import { Notice } from '../components/notice.tsx'
import { Tabs } from '../components/tabs.tsx'
import { rich, t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { Expiry, ScopeNames } from './facts.tsx'

/** The data of a token that was just created. */
export interface CreatedToken {
  readonly id: string
  readonly name: string
  readonly account: string
  readonly scopes: readonly string[]
  readonly expires_at: string | null
  /** The secret, which no other page ever shows. */
  readonly token: string
}

interface TokenCreatedPageProps {
  readonly request: PageRequest
  readonly created: CreatedToken
  readonly title: string
  /** Whether the value replaces another one. */
  readonly isRegenerated: boolean
}

/** The value of a new token, shown once, with instructions for using it. */
export function TokenCreatedPage({ request, created, title, isRegenerated }: TokenCreatedPageProps) {
  const { baseUrl, now } = request.services
  const { name, account, scopes, expires_at, token } = created
  return (
    <>
      <div class="intro">
        <h1>{title}</h1>
        <p>{isRegenerated ? rich('tokens.created.replaced', { name: <bdi>{name}</bdi> }) : <bdi>{name}</bdi>}</p>
      </div>
      <section class="card" aria-label={t('tokens.created.label')}>
        <Notice kind="warning" title={t('tokens.created.copy_now')}>
          <p>{t('tokens.created.copy_advice')}</p>
        </Notice>
        <figure class="copy">
          <figcaption>
            <label for="token">{t('tokens.created.value')}</label>
            <CopyButton />
          </figcaption>
          <textarea id="token" rows={2} readOnly autocomplete="off" spellcheck={false} class="value">
            {token}
          </textarea>
        </figure>
      </section>
      <section class="card">
        <h2>{t('tokens.created.usage')}</h2>
        <Tabs id="client" label={t('tokens.created.client')} tabs={listUsages(baseUrl, token)} />
        <p class="hint">{rich('tokens.created.browser', { link: text => <a href="/">{text}</a> })}</p>
      </section>
      <section class="card">
        <h2>{t('tokens.created.details')}</h2>
        <dl class="facts">
          <dt>{t('tokens.created.account')}</dt>
          <dd>{account}</dd>
          <dt>{t('tokens.created.expiration')}</dt>
          <dd>
            <Expiry at={expires_at} now={now()} />
          </dd>
          <dt>{t('tokens.created.permissions')}</dt>
          <dd>
            <ScopeNames scopes={scopes} />
          </dd>
        </dl>
      </section>
      <div class="actions">
        <ButtonLink href="/account/tokens" look="primary">
          {t('common.done')}
        </ButtonLink>
      </div>
    </>
  )
}

const json = (content: unknown): string => JSON.stringify(content, null, 2)

/** Lists the configuration to paste, by client. */
function listUsages(baseUrl: string, token: string) {
  const url = `${baseUrl}/mcp`
  const headers = { Authorization: `Bearer ${token}` }
  const input = {
    type: 'promptString',
    id: 'dragoman-token',
    description: t('tokens.created.vscode_prompt'),
    password: true,
  }
  return [
    {
      title: 'Claude Code',
      panel: (
        <CopyBlock
          label={t('tokens.created.terminal')}
          text={`claude mcp add --transport http dragoman ${url} --header "Authorization: Bearer ${token}"`}
        />
      ),
    },
    {
      title: 'Codex',
      panel: (
        <CopyBlock
          label={t('tokens.created.terminal')}
          text={`export DRAGOMAN_TOKEN=${token}\ncodex mcp add dragoman --url ${url} --bearer-token-env-var DRAGOMAN_TOKEN`}
        />
      ),
    },
    {
      title: 'Cursor',
      panel: <CopyBlock label="~/.cursor/mcp.json" text={json({ mcpServers: { dragoman: { url, headers } } })} />,
    },
    {
      title: 'VS Code',
      panel: (
        <CopyBlock
          label={t('tokens.created.vscode')}
          text={json({
            inputs: [input],
            // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code replaces it with the token.
            servers: { dragoman: { type: 'http', url, headers: { Authorization: 'Bearer ${input:dragoman-token}' } } },
          })}
        />
      ),
    },
    {
      title: 'curl',
      panel: (
        <>
          <CopyBlock
            label={t('tokens.created.terminal')}
            text={`export DRAGOMAN_URL=${baseUrl} DRAGOMAN_TOKEN=${token}\ncurl -H "Authorization: Bearer $DRAGOMAN_TOKEN" $DRAGOMAN_URL/api/context`}
          />
          <CopyBlock label={t('tokens.created.header')} text={`Authorization: Bearer ${token}`} />
        </>
      ),
    },
  ]
}
