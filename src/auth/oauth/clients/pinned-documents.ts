/** A built-in copy of a client's published metadata document, for sites that block servers. */
export interface PinnedDocument {
  readonly client_id: string
  readonly client_name: string
  readonly redirect_uris: readonly string[]
  readonly grant_types: readonly string[]
  readonly token_endpoint_auth_method: 'none'
}

const PUBLIC_CLIENT_DEFAULTS = {
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
} as const

const PINNED_DOCUMENTS: readonly PinnedDocument[] = [
  {
    client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
    client_name: 'Claude Code',
    redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    ...PUBLIC_CLIENT_DEFAULTS,
  },
  {
    client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    client_name: 'Claude',
    redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
    ...PUBLIC_CLIENT_DEFAULTS,
  },
  {
    client_id: 'https://chatgpt.com/oauth/codex/client.json',
    client_name: 'Codex',
    redirect_uris: ['http://127.0.0.1/callback'],
    ...PUBLIC_CLIENT_DEFAULTS,
  },
  {
    client_id: 'https://vscode.dev/oauth/client-metadata.json',
    client_name: 'Visual Studio Code',
    redirect_uris: [
      'https://insiders.vscode.dev/redirect',
      'https://vscode.dev/redirect',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
    ],
    ...PUBLIC_CLIENT_DEFAULTS,
  },
  {
    client_id: 'https://zed.dev/oauth/client-metadata.json',
    client_name: 'Zed',
    redirect_uris: ['http://127.0.0.1/callback'],
    ...PUBLIC_CLIENT_DEFAULTS,
  },
  {
    client_id: 'https://goose-docs.ai/oauth/client-metadata.json',
    client_name: 'Goose',
    redirect_uris: ['http://localhost/oauth_callback', 'http://127.0.0.1/oauth_callback'],
    ...PUBLIC_CLIENT_DEFAULTS,
  },
  {
    client_id: 'https://github.com/copilot/cli/client-metadata.json',
    client_name: 'GitHub Copilot CLI',
    redirect_uris: ['http://127.0.0.1:33418/', 'http://127.0.0.1/callback'],
    ...PUBLIC_CLIENT_DEFAULTS,
  },
]

/** ChatGPT has one document per connector, with a callback of the same name. */
const CHATGPT = /^https:\/\/chatgpt\.com\/oauth\/([A-Za-z0-9_-]{1,100})\/client\.json$/

/** Finds the built-in document of a URL. */
export function pinnedDocument(url: string): PinnedDocument | undefined {
  const known = PINNED_DOCUMENTS.find(({ client_id }) => client_id === url)
  if (known !== undefined) return known
  const connector = CHATGPT.exec(url)?.[1]
  if (connector === undefined) return undefined
  return {
    client_id: url,
    client_name: 'ChatGPT',
    redirect_uris: [
      `https://chatgpt.com/connector/oauth/${connector}`,
      'https://chatgpt.com/connector_platform_oauth_redirect',
    ],
    ...PUBLIC_CLIENT_DEFAULTS,
  }
}
