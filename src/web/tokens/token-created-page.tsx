import { ButtonLink } from '../components/button.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { Notice } from '../components/notice.tsx'

interface TokenCreatedPageProps {
  readonly baseUrl: string
  readonly name: string
  /** The token itself: on this page, and nowhere else ever again. */
  readonly value: string
}

/** The value of a new token, once, with what to do with it. */
export function TokenCreatedPage({ baseUrl, name, value }: TokenCreatedPageProps) {
  return (
    <>
      <section class="card">
        <h1>Your new token</h1>
        <p>
          <bdi>{name}</bdi> is made, and works from now on.
        </p>
        <Notice kind="warning" title="You will not see it again">
          <p>Copy it now, to where it is used. It is a password: whoever has it can do what it may do.</p>
        </Notice>
        <figure class="copy">
          <figcaption>
            <label for="token">The token</label>
            <button type="button" class="button small" data-copy hidden aria-live="polite">
              Copy
            </button>
          </figcaption>
          <textarea id="token" rows={2} readOnly autocomplete="off" spellcheck={false} class="value">
            {value}
          </textarea>
        </figure>
        <CopyBlock label="In a request" text={`Authorization: Bearer ${value}`} />
        <div class="actions">
          <ButtonLink href="/account/tokens" look="primary">
            Done
          </ButtonLink>
        </div>
      </section>
      <section class="card">
        <h2>Where you may want it</h2>
        <p>
          An agent of your own connects without a token, <a href="/">by its address alone</a>. These are for one that
          cannot open a browser.
        </p>
        <ClientConfigs url={`${baseUrl}/mcp`} baseUrl={baseUrl} value={value} />
      </section>
    </>
  )
}

const json = (content: unknown): string => JSON.stringify(content, null, 2)

interface ClientConfigsProps extends Pick<TokenCreatedPageProps, 'baseUrl' | 'value'> {
  /** Of the MCP endpoint. */
  readonly url: string
}

function ClientConfigs({ baseUrl, url, value }: ClientConfigsProps) {
  const headers = { Authorization: `Bearer ${value}` }
  const asked = { type: 'promptString', id: 'dragoman-token', description: 'Dragoman account token', password: true }
  return (
    <>
      <CopyBlock
        label="Scripts and the command line"
        text={`export DRAGOMAN_URL=${baseUrl} DRAGOMAN_TOKEN=${value}\ncurl -H "Authorization: Bearer $DRAGOMAN_TOKEN" $DRAGOMAN_URL/api/context`}
      />
      <div class="columns">
        <CopyBlock
          label="Claude Code"
          text={`claude mcp add --transport http dragoman ${url} --header "Authorization: Bearer ${value}"`}
        />
        <CopyBlock
          label="Codex"
          text={`export DRAGOMAN_TOKEN=${value}\ncodex mcp add dragoman --url ${url} --bearer-token-env-var DRAGOMAN_TOKEN`}
        />
        <CopyBlock label="Cursor, ~/.cursor/mcp.json" text={json({ mcpServers: { dragoman: { url, headers } } })} />
        <CopyBlock
          label="VS Code, .vscode/mcp.json (asks for it once)"
          text={json({
            inputs: [asked],
            // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code puts the answer there.
            servers: { dragoman: { type: 'http', url, headers: { Authorization: 'Bearer ${input:dragoman-token}' } } },
          })}
        />
      </div>
    </>
  )
}
