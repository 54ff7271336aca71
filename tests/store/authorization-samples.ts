import type { Collections } from '../../src/store/records/schema.ts'
import { AT, hash } from './contract/samples.ts'

const src = hash('source')

type Tables =
  | 'identities'
  | 'sessions'
  | 'login_links'
  | 'sign_ins'
  | 'passkeys'
  | 'passkey_challenges'
  | 'clients'
  | 'interactions'
  | 'grants'
  | 'codes'
  | 'families'
  | 'access_tokens'
  | 'device_codes'

/** A record of each table of sign-in and of the authorization server; `text` is in every field that a user or a client can set. */
export function authorizationTables(text: string): { readonly [C in Tables]: readonly Collections[C]['record'][] } {
  return {
    identities: [
      {
        id: 'i1',
        user_id: 'ada',
        provider: 'github',
        issuer: 'https://github.com',
        subject: '1',
        login: text,
        created_at: AT,
        last_used_at: AT,
      },
    ],
    sessions: [
      {
        id: 's1',
        hash: src,
        user_id: 'ada',
        method: 'link',
        authenticated_at: AT,
        last_used_at: AT,
        expires_at: AT,
        user_agent: text,
      },
    ],
    login_links: [
      {
        id: 'l1',
        hash: src,
        user_id: 'ada',
        operator: false,
        confirm: true,
        used: { at: AT, browser: src, session_id: 's1' },
        created_at: AT,
        expires_at: AT,
      },
    ],
    sign_ins: [
      {
        id: 'si1',
        hash: src,
        provider: 'oidc',
        issuer: 'https://id.example.org',
        next: text,
        network: '192.0.2.1',
        expires_at: AT,
      },
    ],
    passkeys: [
      {
        id: 'pk1',
        user_id: 'ada',
        credential_id: 'Y3JlZGVudGlhbA',
        public_key: 'cHVibGljIGtleQ',
        counter: 7,
        transports: ['internal', 'hybrid'],
        name: text,
        created_at: AT,
        last_used_at: AT,
      },
    ],
    passkey_challenges: [
      {
        id: 'pc1',
        hash: src,
        purpose: 'sign_up',
        user_id: 'ada',
        session_id: 's1',
        handle: 'ada',
        network: '192.0.2.1',
        expires_at: AT,
      },
    ],
    clients: [
      {
        id: 'c1',
        kind: 'registered',
        name: text,
        redirect_uris: ['http://127.0.0.1/callback'],
        grant_types: ['authorization_code'],
        auth_method: 'none',
        confidential: false,
        secret_hash: src,
        about: { client_uri: text },
        network: '192.0.2.1',
        created_at: AT,
        last_used_at: AT,
      },
    ],
    interactions: [
      {
        id: 'in1',
        browser: src,
        client_id: 'c1',
        redirect_uri: 'http://127.0.0.1/callback',
        redirect_uri_given: true,
        state: text,
        scopes: ['project:read'],
        scope_given: true,
        resources: ['http://localhost:4050/mcp'],
        code_challenge: src.slice(0, 43),
        network: '192.0.2.1',
        created_at: AT,
        expires_at: AT,
        answered: { at: AT, user_id: 'ada', answer: text },
      },
    ],
    grants: [
      {
        id: 'gr1',
        user_id: 'ada',
        client_id: 'c1',
        client_name: text,
        scopes: ['project:read'],
        accounts: ['account-of-ada'],
        consents: [{ redirect: 'http://127.0.0.1', scopes: ['project:read'], digest: text }],
        wanted: [{ scope: 'project:admin', at: AT, challenged_at: AT }],
        denied: ['project:delete'],
        created_at: AT,
        last_used_at: AT,
        revoked_at: null,
      },
    ],
    codes: [
      {
        id: 'co1',
        hash: src,
        client_id: 'c1',
        user_id: 'ada',
        grant_id: 'gr1',
        redirect_uri: 'http://127.0.0.1/callback',
        redirect_uri_given: true,
        code_challenge: src.slice(0, 43),
        scopes: ['project:read'],
        resources: ['http://localhost:4050/mcp'],
        expires_at: AT,
        family_id: 'fa1',
        used_at: AT,
      },
    ],
    families: [
      {
        id: 'fa1',
        grant_id: 'gr1',
        user_id: 'ada',
        client_id: 'c1',
        scopes: ['project:read'],
        told: ['project:read'],
        resources: ['http://localhost:4050/mcp'],
        created_at: AT,
        last_used_at: AT,
        expires_at: AT,
        refresh: src,
        revoked_at: null,
      },
    ],
    access_tokens: [
      {
        id: 'at1',
        hash: src,
        family_id: 'fa1',
        scopes: null,
        resources: ['http://localhost:4050/mcp'],
        created_at: AT,
        expires_at: AT,
        used: { hash: src, seed: src.slice(0, 40), asked: src },
        kept_until: AT,
      },
    ],
    device_codes: [
      {
        id: 'dc1',
        hash: src,
        user_code_hash: src,
        client_id: 'c1',
        scopes: ['project:read'],
        scope_given: false,
        resources: ['http://localhost:4050/mcp'],
        status: 'allowed',
        user_id: 'ada',
        grant_id: 'gr1',
        interval: 5,
        polled_at: null,
        network: '192.0.2.1',
        created_at: AT,
        expires_at: AT,
      },
    ],
  }
}
