import { z } from 'zod'
import { compoundKey, defineCollection } from './define.ts'
import { Id, Instant, Provider, Sha256 } from './fields.ts'

/** Links an identity at a provider to a user. Never matched by email address or login, which can change hands. */
const IdentityRecord = z.object({
  id: Id,
  user_id: Id,
  provider: Provider,
  /** URL of the provider, so that equal IDs of two servers are not confused. */
  issuer: z.string(),
  /** The immutable ID at the provider: a number at GitHub, `sub` elsewhere. */
  subject: z.string(),
  /** The login at the last sign-in, for display. */
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
  /** How the user signed in. */
  method: z.enum(['link', 'passkey', 'github', 'gitlab', 'oidc']),
  /** When the user signed in. */
  authenticated_at: Instant,
  last_used_at: Instant,
  expires_at: Instant,
  address: z.string().optional(),
  user_agent: z.string().optional(),
})

/** A one-time sign-in link. */
const SignInLinkRecord = z.object({
  id: Id,
  /** SHA-256 of the secret part of the URL. */
  hash: Sha256,
  user_id: Id,
  /** Whether signing in with it makes the user an operator. */
  operator: z.boolean(),
  /** Whether it was created for another user. Then a page asks before it signs in. */
  confirm: z.boolean(),
  /** Its use; absent before. Kept until the link expires, to recognise a second click in the same browser. */
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

/** A pending sign-in at a provider. The value that the provider must return is derived from the browser's cookie, not stored. */
const SignInRecord = z.object({
  id: Id,
  /** SHA-256 of `state`. */
  hash: Sha256,
  provider: Provider,
  issuer: z.string(),
  /** The signed-in user who connects a provider; absent for a sign-in. */
  user_id: Id.optional(),
  /** The path to open after the sign-in. */
  next: z.string(),
  /** Network of the request: an IPv4 address, or the first 48 bits of an IPv6 address. Absent if a user is signed in. */
  network: z.string().optional(),
  expires_at: Instant,
})

/** A passkey of a user: the public part of a key pair that the user's device or password manager keeps. */
const PasskeyRecord = z.object({
  id: Id,
  user_id: Id,
  /** The credential ID, in base64url. */
  credential_id: z.string().min(1),
  /** The public key as a COSE key (RFC 9052), in base64url. */
  public_key: z.string().min(1),
  /** The signature counter at its last use; 0 if the authenticator does not count. */
  counter: z.number().int().min(0),
  /** How browsers reach its authenticator, as the browser reported it. */
  transports: z.array(z.string()),
  name: z.string(),
  created_at: Instant,
  /** Absent before its first use. */
  last_used_at: Instant.optional(),
})

/** A challenge that a browser got for a passkey. Its value is derived from the browser's cookie, not stored. */
const PasskeyChallengeRecord = z.object({
  id: Id,
  /** SHA-256 of the challenge in base64url. */
  hash: Sha256,
  purpose: z.enum(['sign_in', 'confirm', 'create', 'sign_up']),
  /** The user who confirms or creates a passkey; of `sign_up`, the user to create. Absent for `sign_in`. */
  user_id: Id.optional(),
  /** The session that asked for it; absent for a signed-out browser. */
  session_id: Id.optional(),
  /** The handle of the user to create. */
  handle: z.string().optional(),
  /** Network of the request, as in `sign_ins`. Absent if a user is signed in. */
  network: z.string().optional(),
  expires_at: Instant,
})

export type PasskeyRecord = z.infer<typeof PasskeyRecord>
export type PasskeyChallengeRecord = z.infer<typeof PasskeyChallengeRecord>
export type IdentityRecord = z.infer<typeof IdentityRecord>
export type SessionRecord = z.infer<typeof SessionRecord>
export type SignInLinkRecord = z.infer<typeof SignInLinkRecord>
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
    schema: SignInLinkRecord,
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
  passkeys: defineCollection({
    schema: PasskeyRecord,
    unique: { credential: passkey => passkey.credential_id },
    index: { user: passkey => passkey.user_id },
    order: passkey => passkey.created_at,
  }),
  passkey_challenges: defineCollection({
    schema: PasskeyChallengeRecord,
    unique: { hash: challenge => challenge.hash },
    index: {
      waiting: challenge => (challenge.network === undefined ? undefined : ''),
      waiting_from: challenge => challenge.network,
      all: () => '',
    },
    order: challenge => challenge.expires_at,
  }),
}
