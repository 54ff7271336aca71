import { z } from 'zod'
import { compoundKey, defineCollection } from './define.ts'
import { Id, Instant, Provider, Sha256 } from './fields.ts'

/** That somebody at a provider is one of our users. Never found by e-mail address or login, which change hands. */
const IdentityRecord = z.object({
  id: Id,
  user_id: Id,
  provider: Provider,
  /** The address of the provider, so that the ids of two servers are not taken for one another. */
  issuer: z.string(),
  /** The immutable id there: a number at GitHub, `sub` elsewhere. */
  subject: z.string(),
  /** The login there when the person last signed in, for people to read. */
  login: z.string(),
  created_at: Instant,
  last_used_at: Instant,
})

/** A browser that is signed in. */
const SessionRecord = z.object({
  id: Id,
  /** SHA-256 of the cookie's value. */
  hash: Sha256,
  user_id: Id,
  /** How the person proved who they are. */
  method: z.enum(['link', 'github', 'gitlab', 'oidc']),
  /** When they did. */
  authenticated_at: Instant,
  last_used_at: Instant,
  expires_at: Instant,
  address: z.string().optional(),
  user_agent: z.string().optional(),
})

/** A one-time address that signs in. */
const LoginLinkRecord = z.object({
  id: Id,
  /** SHA-256 of the secret part of the address. */
  hash: Sha256,
  user_id: Id,
  /** Whether signing in by it makes its person an operator. */
  operator: z.boolean(),
  /** Whether it was made for another person than the one who asked for it: then a page asks before it signs in. */
  confirm: z.boolean(),
  /** Absent until it signed somebody in. It is kept until its end, so that a second click of the same browser is told from one of somebody else. */
  used: z
    .object({
      at: Instant,
      /** SHA-256 of the cookie of the browser that used it. */
      browser: Sha256,
      session_id: Id,
    })
    .optional(),
  created_at: Instant,
  expires_at: Instant,
})

/** A person who was sent to a provider and has not come back yet. What the provider must send back is derived from the browser's cookie, not stored. */
const SignInRecord = z.object({
  id: Id,
  /** SHA-256 of `state`. */
  hash: Sha256,
  provider: Provider,
  issuer: z.string(),
  /** Who adds a provider to themselves; absent = whoever it turns out to be. */
  user_id: Id.optional(),
  /** The path of ours that the person wanted. */
  next: z.string(),
  /** Where it was begun: an IPv4 address, or the first 48 bits of an IPv6 address. Absent where somebody is signed in. */
  network: z.string().optional(),
  expires_at: Instant,
})

export type IdentityRecord = z.infer<typeof IdentityRecord>
export type SessionRecord = z.infer<typeof SessionRecord>
export type LoginLinkRecord = z.infer<typeof LoginLinkRecord>
export type SignInRecord = z.infer<typeof SignInRecord>

export const signInCollections = {
  identities: defineCollection({
    schema: IdentityRecord,
    unique: { subject: identity => compoundKey(identity.provider, identity.issuer, identity.subject) },
    index: { user: identity => identity.user_id },
  }),
  sessions: defineCollection({
    schema: SessionRecord,
    unique: { hash: session => session.hash },
    index: { user: session => session.user_id, all: () => '' },
    order: session => session.expires_at,
  }),
  login_links: defineCollection({
    schema: LoginLinkRecord,
    unique: { hash: link => link.hash },
    index: { user: link => link.user_id, all: () => '' },
    order: link => link.expires_at,
  }),
  sign_ins: defineCollection({
    schema: SignInRecord,
    unique: { hash: signIn => signIn.hash },
    index: {
      waiting: signIn => (signIn.network === undefined ? undefined : ''),
      waiting_from: signIn => signIn.network,
      all: () => '',
    },
    order: signIn => signIn.expires_at,
  }),
}
