import { SCOPES } from '../../src/auth/policy/scopes.ts'
import { basic, type Credentials, type Manner } from './raw-client.ts'

/** How a well-known client goes through the flow, where it differs from others. */
export interface Style {
  /** What it registers with; or the address of its metadata document. */
  readonly client: object | string
  /** How it asks, before it has a token, whether the server wants one. */
  readonly probe?: 'GET' | 'HEAD'
  /** The members of the registration answer that it reads, if any. */
  readonly reads?: Readonly<Record<string, unknown>>
  /** Where it listens when it asks for authorization. */
  readonly redirect: string
  /** What it sends along to the authorization endpoint. */
  readonly authorize: (base: string) => Readonly<Record<string, string>>
  readonly exchange: (credentials: Credentials, base: string) => Manner
  readonly refresh: (credentials: Credentials, base: string, scope: string) => Manner
}

const BOTH = ['authorization_code', 'refresh_token']
const mcp = (base: string) => ({ resource: `${base}/mcp` })
const byId = ({ client_id }: Credentials): Manner => ({ form: { client_id } })
const byIdForMcp = ({ client_id }: Credentials, base: string): Manner => ({ form: { client_id, ...mcp(base) } })
const byFormForMcp = ({ client_id, client_secret = '' }: Credentials, base: string): Manner => ({
  form: { client_id, client_secret, ...mcp(base) },
})
const byBasicForMcp = (credentials: Credentials, base: string): Manner => ({
  headers: basic(credentials),
  form: mcp(base),
})
const EVERYDAY = 'project:read project:write offline_access'
const ALL = [...Object.keys(SCOPES), 'offline_access'].join(' ')

/** The clients that people connect, as their sources and their requests show them. */
export const STYLES: Readonly<Record<string, Style>> = {
  'Claude Code, by its document': {
    client: 'https://claude.ai/oauth/claude-code-client-metadata',
    redirect: 'http://localhost:49321/callback',
    // A base URL with a slash at its end instead of the resource.
    authorize: base => ({ scope: EVERYDAY, resource: `${base}/` }),
    exchange: byId,
    refresh: byId,
  },
  'Claude Code, registered': {
    client: {
      client_name: 'Claude Code (dragoman)',
      redirect_uris: ['http://localhost:3118/callback'],
      grant_types: BOTH,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      scope: ALL,
    },
    reads: { client_name: 'Claude Code (dragoman)', token_endpoint_auth_method: 'none' },
    redirect: 'http://localhost:3118/callback',
    authorize: base => ({ scope: ALL, prompt: 'consent', ...mcp(base) }),
    exchange: byBasicForMcp,
    refresh: byBasicForMcp,
  },
  'Claude.ai, by its document': {
    client: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    redirect: 'https://claude.ai/api/mcp/auth_callback',
    authorize: mcp,
    exchange: byIdForMcp,
    refresh: byIdForMcp,
  },
  'Claude.ai, registered with a grant that nobody else has': {
    client: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      grant_types: [...BOTH, 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'project:read claudeai',
    },
    reads: { grant_types: BOTH, client_secret_expires_at: 0 },
    redirect: 'https://claude.ai/api/mcp/auth_callback',
    authorize: mcp,
    exchange: byId,
    refresh: byId,
  },
  'ChatGPT, by the document of a connector': {
    client: 'https://chatgpt.com/oauth/Abc123/client.json',
    redirect: 'https://chatgpt.com/connector/oauth/Abc123',
    authorize: base => ({ scope: EVERYDAY, ...mcp(base) }),
    exchange: byIdForMcp,
    refresh: byIdForMcp,
  },
  'Cursor, with three redirect URIs and its own scheme': {
    client: {
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      grant_types: BOTH,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    redirect: 'cursor://anysphere.cursor-mcp/oauth/callback',
    authorize: mcp,
    exchange: byId,
    refresh: byId,
  },
  'VS Code, on another port than it registered': {
    client: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      grant_types: [...BOTH, 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      scope: 'project:read project:write offline_access',
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    reads: { client_name: 'Visual Studio Code', application_type: 'native' },
    redirect: 'http://127.0.0.1:51999/',
    authorize: base => ({ scope: EVERYDAY, ...mcp(base) }),
    exchange: byId,
    refresh: byIdForMcp,
  },
  'Codex, registered, with a secret for the code and none on refresh': {
    client: {
      client_name: 'Codex',
      redirect_uris: ['http://127.0.0.1:42943/callback'],
      grant_types: BOTH,
      token_endpoint_auth_method: 'none',
      response_types: ['code'],
      scope: EVERYDAY,
      application_type: 'native',
    },
    probe: 'GET',
    redirect: 'http://127.0.0.1:42943/callback',
    authorize: base => ({ scope: EVERYDAY, ...mcp(base) }),
    exchange: byBasicForMcp,
    refresh: ({ client_id }, base, scope) => ({
      form: { client_id, ...mcp(base), scope: `${scope} offline_access` },
    }),
  },
  'Goose, by its document': {
    client: 'https://goose-docs.ai/oauth/client-metadata.json',
    redirect: 'http://localhost:40123/oauth_callback',
    authorize: base => ({ scope: EVERYDAY, ...mcp(base) }),
    exchange: byIdForMcp,
    refresh: (credentials, base, scope) => ({ form: { ...byId(credentials).form, ...mcp(base), scope } }),
  },
  'Gemini CLI, with an empty scope': {
    client: {
      client_name: 'Gemini CLI MCP Client',
      redirect_uris: ['http://localhost:7777/oauth/callback'],
      grant_types: BOTH,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: '',
    },
    redirect: 'http://localhost:7777/oauth/callback',
    authorize: base => ({ scope: '', ...mcp(base) }),
    exchange: byIdForMcp,
    refresh: (credentials, base, scope) => ({ form: { ...byId(credentials).form, ...mcp(base), scope } }),
  },
  'Gemini CLI, with a secret for the code and none on refresh': {
    client: {
      client_name: 'Gemini CLI MCP Client',
      redirect_uris: ['http://localhost:34325/oauth/callback'],
      grant_types: BOTH,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: ALL,
    },
    probe: 'HEAD',
    redirect: 'http://localhost:34325/oauth/callback',
    authorize: base => ({ scope: ALL, ...mcp(base) }),
    exchange: byFormForMcp,
    refresh: byIdForMcp,
  },
  'mcp-remote, which says what software it is': {
    client: {
      client_name: 'MCP CLI Proxy',
      client_uri: 'https://github.com/modelcontextprotocol/mcp-cli',
      software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
      software_version: '0.15.1',
      redirect_uris: ['http://localhost:19476/oauth/callback'],
      grant_types: BOTH,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: EVERYDAY,
      application_type: 'native',
    },
    probe: 'GET',
    redirect: 'http://localhost:19476/oauth/callback',
    authorize: base => ({ scope: EVERYDAY, prompt: 'consent', ...mcp(base) }),
    exchange: byIdForMcp,
    refresh: ({ client_id }, base, scope) => ({ form: { client_id, ...mcp(base), scope } }),
  },
  'mcp-remote 0.1.31, which asks every server for the scopes of OpenID Connect': {
    client: {
      redirect_uris: ['http://localhost:23871/oauth/callback'],
      token_endpoint_auth_method: 'none',
      grant_types: BOTH,
      response_types: ['code'],
      client_name: 'MCP CLI Proxy',
      client_uri: 'https://github.com/modelcontextprotocol/mcp-cli',
      software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
      software_version: '0.1.31',
      scope: 'openid email profile',
    },
    redirect: 'http://localhost:23871/oauth/callback',
    authorize: base => ({ scope: 'openid email profile', ...mcp(base) }),
    exchange: byIdForMcp,
    refresh: byIdForMcp,
  },
  'MCP Inspector, which shows by Basic the secret that it did not ask for': {
    client: {
      client_name: 'MCP Inspector',
      client_uri: 'https://github.com/modelcontextprotocol/inspector',
      redirect_uris: ['http://127.0.0.1:6276/oauth/callback'],
      grant_types: BOTH,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: ALL,
      application_type: 'native',
    },
    redirect: 'http://127.0.0.1:6276/oauth/callback',
    authorize: base => ({ scope: ALL, ...mcp(base) }),
    exchange: byBasicForMcp,
    refresh: byBasicForMcp,
  },
  'GitHub Copilot CLI, by its document': {
    client: 'https://github.com/copilot/cli/client-metadata.json',
    redirect: 'http://127.0.0.1:33259/callback',
    authorize: base => ({ scope: EVERYDAY, prompt: 'consent', ...mcp(base) }),
    exchange: byIdForMcp,
    refresh: byIdForMcp,
  },
  'GitHub Copilot CLI, registered, on another port each time': {
    client: {
      client_name: 'GitHub Copilot CLI',
      redirect_uris: ['http://127.0.0.1:40001/'],
      token_endpoint_auth_method: 'none',
      grant_types: BOTH,
      response_types: ['code'],
    },
    redirect: 'http://127.0.0.1:52345/',
    authorize: base => ({ scope: EVERYDAY, prompt: 'consent', ...mcp(base) }),
    exchange: byBasicForMcp,
    refresh: (credentials, base, scope) => ({ headers: basic(credentials), form: { ...mcp(base), scope } }),
  },
  'Zed, by its document': {
    client: 'https://zed.dev/oauth/client-metadata.json',
    redirect: 'http://127.0.0.1:43117/callback',
    authorize: base => ({ scope: EVERYDAY, ...mcp(base) }),
    exchange: byIdForMcp,
    refresh: byIdForMcp,
  },
  'OpenCode, with no secret for the code and Basic on refresh': {
    client: {
      client_name: 'OpenCode',
      client_uri: 'https://opencode.ai',
      redirect_uris: ['http://127.0.0.1:19876/mcp/oauth/callback'],
      grant_types: BOTH,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: EVERYDAY,
    },
    reads: { client_name: 'OpenCode', token_endpoint_auth_method: 'none' },
    redirect: 'http://127.0.0.1:19876/mcp/oauth/callback',
    authorize: base => ({ scope: EVERYDAY, prompt: 'consent', ...mcp(base) }),
    exchange: byIdForMcp,
    refresh: byBasicForMcp,
  },
  'Grok, registered, with a slash at the end of its redirect URI': {
    client: {
      client_name: 'Grok',
      redirect_uris: ['https://grok.com/connectors-oauth-exchange-code/'],
      grant_types: BOTH,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    redirect: 'https://grok.com/connectors-oauth-exchange-code/',
    authorize: mcp,
    exchange: byIdForMcp,
    refresh: byIdForMcp,
  },
  'LibreChat, which posts its secret for the code and shows it by Basic alone on refresh': {
    client: {
      client_name: 'LibreChat MCP Client',
      redirect_uris: ['https://chat.example.com/api/mcp/dragoman/oauth/callback'],
      grant_types: BOTH,
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
    redirect: 'https://chat.example.com/api/mcp/dragoman/oauth/callback',
    authorize: mcp,
    exchange: ({ client_id, client_secret = '' }) => ({ form: { client_id, client_secret } }),
    refresh: credentials => ({ headers: basic(credentials) }),
  },
  'python-sdk, with Basic and its client_id in the body': {
    client: {
      client_name: 'A client in Python',
      redirect_uris: ['http://localhost:3030/callback'],
      grant_types: BOTH,
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
    },
    redirect: 'http://localhost:3030/callback',
    authorize: mcp,
    exchange: credentials => ({ headers: basic(credentials), ...byId(credentials) }),
    refresh: credentials => ({ headers: basic(credentials), ...byId(credentials) }),
  },
  'Nango, with an empty secret': {
    client: {
      client_name: 'Nango',
      redirect_uris: ['https://api.nango.dev/oauth/callback'],
      grant_types: BOTH,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    redirect: 'https://api.nango.dev/oauth/callback',
    authorize: () => ({}),
    exchange: ({ client_id }) => ({ form: { client_id, client_secret: '' } }),
    refresh: ({ client_id }) => ({ form: { client_id, client_secret: '' } }),
  },
  'a client that writes the scheme of its redirect URI in upper case': {
    client: { client_name: 'Upper', redirect_uris: ['HTTP://127.0.0.1/cb'], token_endpoint_auth_method: 'none' },
    redirect: 'HTTP://127.0.0.1:50506/cb',
    authorize: () => ({}),
    exchange: byId,
    refresh: byId,
  },
  'a client that names no method, and shows its secret only on refresh': {
    client: { client_name: 'After the letter', redirect_uris: ['http://127.0.0.1/cb'] },
    reads: { token_endpoint_auth_method: 'client_secret_basic' },
    redirect: 'http://127.0.0.1:50505/cb',
    authorize: () => ({}),
    exchange: byId,
    refresh: ({ client_id, client_secret = '' }) => ({ form: { client_id, client_secret } }),
  },
}
