/** A rule of the service's specification. Its id begins with the section that states it. */
interface Requirement {
  readonly text: string
}

/** Every rule of docs/specification.md; some test proves each. */
export const REQUIREMENTS = {
  '1.web-interface': { text: 'A person reaches the service through a web interface.' },
  '1.rest-and-cli': { text: 'The REST API and the command-line client use Bearer tokens.' },
  '1.mcp': { text: 'Coding agents reach the service through an MCP server over Streamable HTTP.' },
  '1.agent-status': { text: 'An agent can query the status of translations over MCP.' },
  '1.agent-translates': { text: 'An agent can trigger translations and revisions over MCP.' },
  '1.agent-configuration': { text: 'An agent can inspect the configuration over MCP.' },
  '1.agent-entries': { text: 'An agent can inspect content entries over MCP.' },
  '1.agent-project-context': { text: 'An agent can read the context of a project over MCP.' },
  '1.token-sources': {
    text: 'Bearer tokens come from an OAuth 2.1 authorization code flow with PKCE, or are made by hand as account tokens.',
  },
  '1.personal-projects': { text: 'A personal account has projects.' },
  '1.organization-projects': { text: 'An organization account has projects.' },
  '1.voice-and-glossary': { text: 'Each project has a voice configuration and glossaries.' },

  '2.1.client-name': { text: 'A client registers with client_name, a name for people.' },
  '2.1.redirect-uris': { text: 'A client registers with redirect_uris, the allowed redirect targets.' },
  '2.1.grant-types': { text: 'A client registers with grant_types, authorization_code among them.' },
  '2.1.auth-method': {
    text: 'Only certain values of token_endpoint_auth_method are accepted; public clients send none.',
  },
  '2.1.client-id': { text: 'Registration returns client_id.' },
  '2.1.client-secret': { text: 'Registration returns client_secret.' },

  '2.2.name': { text: 'A token has a name, chosen at creation.' },
  '2.2.name-editable': { text: 'The name of a token can be changed.' },
  '2.2.description-editable': { text: 'The description of a token can be changed.' },
  '2.2.scopes': { text: 'The scopes of a token are chosen at creation.' },
  '2.2.scopes-immutable': { text: 'The scopes of a token cannot change afterwards.' },
  '2.2.expiration': { text: 'A token may have an expiration date.' },
  '2.2.expiration-blank': { text: 'A token with a blank expiration never expires.' },
  '2.2.expiration-immutable': { text: 'The expiration of a token cannot change afterwards.' },
  '2.2.last-used': { text: 'A token says when it was last used; one that was never used says so.' },
  '2.2.last-used-never-shown': { text: 'A token that was never used is shown with "Never".' },
  '2.2.value-format': { text: 'A token value is svca_ and a random hexadecimal string.' },
  '2.2.value-once': { text: 'A token value is shown in full once, at creation only.' },
  '2.2.id': { text: 'A token has an id, used in the path of its revocation.' },
  '2.2.list-active': { text: 'The list of tokens shows active tokens only.' },
  '2.2.list-fields': { text: 'The list of tokens shows name, scopes, last-used date and expiration.' },

  '2.3.personal': { text: 'An account can be personal.' },
  '2.3.organization': { text: 'An account can be owned by an organization.' },
  '2.3.has-access': { text: 'An account with has_access false is refused write, delete and admin actions.' },

  '2.4.user': { text: 'There are user profiles.' },
  '2.4.account': { text: 'There are accounts.' },
  '2.4.organization': { text: 'There are organizations.' },
  '2.4.member': { text: 'There are organization members.' },
  '2.4.invitation': { text: 'There are invitations.' },
  '2.4.project': { text: 'There are projects.' },
  '2.4.voice': { text: 'There are voice configurations.' },
  '2.4.glossary': { text: 'There are glossary entries.' },
  '2.4.content-entry': { text: 'There are content entries.' },
  '2.4.translation': { text: 'There are translations.' },
  '2.4.revision': { text: 'There are revisions that can be read.' },

  '3.revoke-rest': { text: 'DELETE /api/tokens/:id moves an active token to revoked.' },
  '3.revoke-mcp': { text: 'The MCP tool revoke_token moves an active token to revoked.' },
  '3.revoke-web': { text: 'A button on the web moves an active token to revoked.' },
  '3.revoke-exists': { text: 'Only a token that exists can be revoked.' },
  '3.revoke-immediate': { text: 'A revoked token stops working immediately.' },
  '3.revoke-permanent': { text: 'A revocation cannot be undone.' },
  '3.revoke-unlisted': { text: 'A revoked token no longer appears in the list.' },
  '3.list-active': { text: 'Only active tokens are listed: neither a revoked nor an expired one.' },
  '3.immutable-while-active': { text: 'Scopes and expiration are immutable while a token is active.' },

  '4.base-url': { text: 'All paths are relative to the base URL.' },
  '4.bearer-header': { text: 'A Bearer credential goes in the header Authorization.' },

  '4.1.register': { text: 'POST /oauth/register registers a client by RFC 7591.' },
  '4.1.authorize': {
    text: 'GET /oauth/authorize sends the user to login and consent, and then a code to the redirect URI.',
  },
  '4.1.token-code': { text: 'POST /oauth/token exchanges an authorization code, as a form.' },
  '4.1.token-refresh': { text: 'POST /oauth/token exchanges a refresh token, as a form.' },
  '4.1.revoke': { text: 'POST /oauth/revoke revokes a token.' },
  '4.1.introspect': { text: 'POST /oauth/introspect tells about a token.' },

  '4.2.server-metadata': {
    text: 'GET /.well-known/oauth-authorization-server answers metadata by RFC 8414.',
  },
  '4.2.s256-advertised': {
    text: 'The server metadata has code_challenge_methods_supported, which advertises S256.',
  },
  '4.2.resource-metadata': {
    text: 'GET /.well-known/oauth-protected-resource answers metadata by RFC 9728.',
  },

  '4.3.list': { text: 'GET /api/tokens lists the active tokens.' },
  '4.3.create': { text: 'POST /api/tokens creates a token and carries its full value once.' },
  '4.3.revoke': { text: 'DELETE /api/tokens/:id revokes a token.' },

  '4.4.projects': { text: '/api/projects is reachable with a Bearer token.' },

  '4.5.path': { text: 'The MCP endpoint is /mcp.' },
  '4.5.port': { text: 'The default port of a local server is 4050.' },
  '4.5.transport': { text: 'The transport of MCP is Streamable HTTP.' },
  '4.5.every-request': { text: 'Every MCP request carries a Bearer token.' },
  '4.5.oauth-token': { text: 'The access token of the OAuth flow is a credential of MCP.' },
  '4.5.list-tokens': { text: 'The MCP tool list_tokens mirrors GET /api/tokens.' },
  '4.5.create-token': { text: 'The MCP tool create_token mirrors POST /api/tokens.' },
  '4.5.revoke-token': { text: 'The MCP tool revoke_token mirrors DELETE /api/tokens/:id.' },

  '5.1.session': { text: 'Signing in sets a session cookie that later web requests use.' },
  '5.1.two-providers': { text: 'Two code-hosting providers are supported for signing in.' },
  '5.1.oauth-code': { text: 'A Bearer token comes from the OAuth 2.1 authorization code flow.' },
  '5.1.pkce-required': { text: 'PKCE is required of every client.' },
  '5.1.s256-only': { text: 'S256 is the only challenge method.' },
  '5.1.account-token': { text: 'An account token is sent in the same header as other Bearer tokens.' },
  '5.1.account-token-model': {
    text: 'An account token follows the same authorization model and supports the same scopes as an OAuth token.',
  },

  '5.2.register': { text: 'A client registers itself and receives client_id and client_secret.' },
  '5.2.register-none': {
    text: 'A client that registers with the method none uses default methods, with PKCE enforced.',
  },
  '5.2.authorize': { text: 'The user goes to /oauth/authorize with an S256 challenge and a state.' },
  '5.2.exchange': { text: 'The client posts the code and the code_verifier to /oauth/token.' },
  '5.2.refresh': { text: 'The client posts a refresh_token grant when the access token expires.' },
  '5.2.mcp-discovery': { text: 'An MCP client finds the server by RFC 9728 and RFC 8414.' },
  '5.2.mcp-registration': {
    text: 'An MCP client registers by RFC 7591 or by a client ID metadata document.',
  },
  '5.2.mcp-flow': { text: 'An MCP client uses the access token of the code flow on its requests.' },

  '5.3.pattern': { text: 'Scopes follow the pattern object:action.' },
  '5.3.user:read': { text: 'user:read reads the user profile.' },
  '5.3.user:write': { text: 'user:write updates the user profile.' },
  '5.3.account:read': { text: 'account:read lists accessible accounts.' },
  '5.3.organization:read': { text: 'organization:read reads details and lists own organizations.' },
  '5.3.organization:write': { text: 'organization:write creates or updates organizations.' },
  '5.3.organization:delete': { text: 'organization:delete deletes organizations.' },
  '5.3.organization:admin': { text: 'organization:admin is for administrative organization actions.' },
  '5.3.members:read': { text: 'members:read reads organization members and invitations.' },
  '5.3.members:write': { text: 'members:write manages organization members and invitations.' },
  '5.3.project:read': { text: 'project:read reads projects.' },
  '5.3.project:write': { text: 'project:write creates or updates projects.' },
  '5.3.project:admin': { text: 'project:admin is for administrative project actions.' },
  '5.3.project:delete': { text: 'project:delete deletes projects.' },
  '5.3.voice:read': { text: 'voice:read reads the voice configuration.' },
  '5.3.voice:write': { text: 'voice:write creates or updates the voice configuration.' },
  '5.3.voice:admin': { text: 'voice:admin is for administrative voice actions.' },
  '5.3.glossary:read': { text: 'glossary:read reads glossary entries.' },
  '5.3.glossary:write': { text: 'glossary:write creates or updates glossary entries.' },
  '5.3.glossary:admin': { text: 'glossary:admin manages glossary settings.' },

  '5.4.scope-check': { text: 'The token must carry the required scope: scopes are the upper bound.' },
  '5.4.resource-check': { text: 'The user must be authorized for the specific resource by the policy.' },
  '5.4.both-checks': { text: 'Both checks must pass: a scope makes up for no role, and a role for no scope.' },
  '5.4.both-surfaces': { text: 'The REST API and the MCP server make the same two checks.' },
  '5.4.has-access-denies-write': {
    text: 'Write, delete and admin actions are refused when has_access is false, even to a role that allows them.',
  },

  '5.5.self': { text: 'self is the user acting on own resources.' },
  '5.5.organization_member': { text: 'organization_member is a member of the owning organization.' },
  '5.5.organization_admin': { text: 'organization_admin is an administrator of the owning organization.' },
  '5.5.account_owner': { text: 'account_owner is the owner of the owning account.' },
  '5.5.public_account': { text: 'public_account gives read-only access to a public account.' },
  '5.5.no_access': { text: 'no_access denies write actions when the account has no access.' },

  '5.6.user:read': { text: 'user:read: self, organization_member.' },
  '5.6.user:write': { text: 'user:write: self; not denied without access.' },
  '5.6.account:read': { text: 'account:read: member, admin, owner, public.' },
  '5.6.organization:read': { text: 'organization:read: member, admin.' },
  '5.6.organization:write': { text: 'organization:write: admin; denied without access.' },
  '5.6.organization:delete': { text: 'organization:delete: admin; denied without access.' },
  '5.6.organization:admin': { text: 'organization:admin: admin; denied without access.' },
  '5.6.members:read': { text: 'members:read: member, admin.' },
  '5.6.members:write': { text: 'members:write: admin; denied without access.' },
  '5.6.project:read': { text: 'project:read: member, admin, owner, public.' },
  '5.6.project:write': { text: 'project:write: member, admin, owner; denied without access.' },
  '5.6.project:admin': { text: 'project:admin: admin, owner; denied without access.' },
  '5.6.project:delete': { text: 'project:delete: admin, owner; denied without access.' },
  '5.6.voice:read': { text: 'voice:read: member, admin, owner, public.' },
  '5.6.voice:write': { text: 'voice:write: member, admin, owner; denied without access.' },
  '5.6.voice:admin': { text: 'voice:admin: admin, owner; denied without access.' },
  '5.6.glossary:read': { text: 'glossary:read: member, admin, owner.' },
  '5.6.glossary:write': { text: 'glossary:write: admin, owner; denied without access.' },
  '5.6.glossary:admin': { text: 'glossary:admin: owner; denied without access.' },

  '5.7.dashboard': { text: 'A signed-in user creates a token from the account dashboard.' },
  '5.7.creation': { text: 'A token is created with a name, a set of scopes and an optional expiration date.' },
  '5.7.value-once': { text: 'The full value is displayed once, at creation.' },
  '5.7.prefix': { text: 'The value starts with svca_.' },
  '5.7.same-scopes': { text: 'The scopes of account tokens are those of OAuth tokens.' },
  '5.7.read-only-integration': { text: 'A read-only integration works with project:read and voice:read.' },
  '5.7.pipeline': { text: 'A pipeline that creates projects works with project:read and project:write.' },
  '5.7.member-script': {
    text: 'A member-management script works with members:read and members:write.',
  },
  '5.7.editable': { text: 'Only name and description can be edited after creation.' },
  '5.7.revocation': { text: 'Revocation takes effect immediately and is permanent.' },

  '7.rate-limit': { text: 'Too many requests to an OAuth endpoint get 429 with Retry-After.' },
  '7.auth-method': {
    text: 'Registration with a token_endpoint_auth_method that is not accepted fails with invalid_client_metadata.',
  },
  '7.pkce': { text: 'An authorization request without PKCE, or not with S256, is refused.' },
  '7.s256-advertised': { text: 'The server always includes code_challenge_methods_supported.' },
  '7.has-access': { text: 'A write, delete or admin action on an account without access is denied.' },
  '7.scope-missing': { text: 'A call whose token lacks the scope is denied.' },
  '7.policy-unsatisfied': { text: 'A call that the resource policy does not allow is denied.' },

  '8.register': { text: 'POST /oauth/register takes 5 requests a minute from one IP address.' },
  '8.token': { text: 'POST /oauth/token takes 30 requests a minute from one IP address.' },
  '8.revoke': { text: 'POST /oauth/revoke takes 30 requests a minute from one IP address.' },
  '8.introspect': { text: 'POST /oauth/introspect takes 30 requests a minute from one IP address.' },
  '8.retry-after': { text: 'Exceeding a limit yields 429 with Retry-After.' },

  '9.oauth-2.1': { text: 'Authorization follows OAuth 2.1.' },
  '9.rfc-7591': { text: 'Client registration follows RFC 7591.' },
  '9.rfc-8414': { text: 'Server metadata follows RFC 8414.' },
  '9.rfc-9728': { text: 'Protected resource metadata follows RFC 9728.' },
  '9.mcp-authorization': { text: 'MCP clients that follow the MCP authorization specification work.' },
} as const satisfies Record<string, Requirement>

export type RequirementId = keyof typeof REQUIREMENTS

/**
 * Cites the rules that the surrounding test proves, as string literals: requirements.test.ts finds them in the text of the tests.
 * @throws Error for an id that no rule has, which only untyped code can give.
 */
export function verifies(...ids: readonly RequirementId[]): void {
  const unknown = ids.filter(id => !Object.hasOwn(REQUIREMENTS, id))
  if (unknown.length > 0) throw new Error(`No such rule in tests/requirements.ts: ${unknown.join(', ')}`)
}
