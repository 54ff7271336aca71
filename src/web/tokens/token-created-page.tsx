import { ButtonLink } from '../components/button.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { Notice } from '../components/notice.tsx'
import { Tabs } from '../components/tabs.tsx'
import type { Visit } from '../requests/visit.ts'
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
  readonly visit: Visit
  readonly created: CreatedToken
  readonly title: string
  /** Whether the value replaces another one. */
  readonly isRegenerated: boolean
}

/** The value of a new token, shown once, with instructions for using it. */
export function TokenCreatedPage({ visit, created, title, isRegenerated }: TokenCreatedPageProps) {
  const { baseUrl, now } = visit.services
  const { name, account, scopes, expires_at, token } = created
  return (
    <>
      <div class="intro">
        <h1>{title}</h1>
        <p>
          <bdi>{name}</bdi>
          {isRegenerated && '. The old value no longer works.'}
        </p>
      </div>
      <section class="card" aria-label="Token">
        <Notice kind="warning" title="Copy the token now. It won't be shown again.">
          <p>Store it like a password. Anyone who has it can use its permissions.</p>
        </Notice>
        <figure class="copy">
          <figcaption>
            <label for="token">Your new token</label>
            <button type="button" class="button small" data-copy hidden aria-live="polite">
              Copy
            </button>
          </figcaption>
          <textarea id="token" rows={2} readOnly autocomplete="off" spellcheck={false} class="value">
            {token}
          </textarea>
        </figure>
      </section>
      <section class="card">
        <h2>Usage</h2>
        <Tabs id="client" label="Client" tabs={listUsages(baseUrl, token)} />
        <p class="hint">
          An agent that can open a browser needs no token: <a href="/">connect it by its address</a>.
        </p>
      </section>
      <section class="card">
        <h2>Details</h2>
        <dl class="facts">
          <dt>Account</dt>
          <dd>{account}</dd>
          <dt>Expiration</dt>
          <dd>
            <Expiry at={expires_at} now={now()} />
          </dd>
          <dt>Permissions</dt>
          <dd>
            <ScopeNames scopes={scopes} />
          </dd>
        </dl>
      </section>
      <div class="actions">
        <ButtonLink href="/account/tokens" look="primary">
          Done
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
  const input = { type: 'promptString', id: 'dragoman-token', description: 'Dragoman account token', password: true }
  return [
    {
      title: 'Claude Code',
      panel: (
        <CopyBlock
          label="Terminal"
          text={`claude mcp add --transport http dragoman ${url} --header "Authorization: Bearer ${token}"`}
        />
      ),
    },
    {
      title: 'Codex',
      panel: (
        <CopyBlock
          label="Terminal"
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
          label=".vscode/mcp.json (VS Code asks for the token once)"
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
            label="Terminal"
            text={`export DRAGOMAN_URL=${baseUrl} DRAGOMAN_TOKEN=${token}\ncurl -H "Authorization: Bearer $DRAGOMAN_TOKEN" $DRAGOMAN_URL/api/context`}
          />
          <CopyBlock label="Request header" text={`Authorization: Bearer ${token}`} />
        </>
      ),
    },
  ]
}
