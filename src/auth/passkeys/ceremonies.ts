import type {
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { PasskeyRecord } from '../../store/records/sign-in.ts'
import type { CreationAnswer, RequestAnswer } from './browser-answer.ts'
import { CHALLENGE_LIFETIME_MS } from './challenges.ts'
import type { PasskeyFault } from './passkey-fault.ts'
import type { RelyingParty } from './relying-party.ts'

/** EdDSA, ES256 and RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257]

type Passkey = Frozen<PasskeyRecord>

interface CreationRequest {
  readonly challenge: string
  readonly user: Pick<Frozen<UserRecord>, 'id' | 'handle' | 'name'>
  /** The user's passkeys. Their authenticators create no second one. */
  readonly existing: readonly Passkey[]
}

/** The options for creating a passkey: discoverable, with user verification, without attestation. */
export async function getCreationOptions(
  party: RelyingParty,
  { challenge, user, existing }: CreationRequest,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    rpName: 'Dragoman',
    rpID: party.id,
    challenge: toBytes(challenge),
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.handle,
    userDisplayName: user.name,
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    excludeCredentials: existing.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** The options for using a passkey: one of `allowed`, or any that the user chooses. */
export async function getRequestOptions(
  party: RelyingParty,
  { challenge, allowed }: { readonly challenge: string; readonly allowed: readonly Passkey[] },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: toBytes(challenge),
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
    allowCredentials: allowed.map(describe),
  })
}

/** Browsers look for a passkey where it was created (WebAuthn 5.8.3). They ignore transports that they do not know. */
const describe = ({ credential_id, transports }: Passkey) => ({
  id: credential_id,
  transports: [...transports] as AuthenticatorTransport[],
})

/** The parts of a new passkey that the browser decides. */
export type VerifiedCredential = Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports'>

/** Verifies a new passkey: challenge, origin, RP ID, user verification, algorithm (WebAuthn 7.1). */
export async function verifyCreation(
  party: RelyingParty,
  { credential: answer, challenge, origin }: CreationAnswer,
): Promise<VerifiedCredential | { readonly fault: PasskeyFault }> {
  if (origin !== party.origin) return OTHER_ORIGIN
  const { verifyRegistrationResponse } = await loadLibrary()
  return refuseErrors(async () => {
    if (!(await hasNoAttestation(answer.response.attestationObject)))
      return unverified('the authenticator sent an attestation')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {}, response: { ...answer.response, transports: [] } },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return unverified('the attestation is not valid')
    const { id, publicKey, counter } = registrationInfo.credential
    // The ID outside of the signed data must be the one inside.
    if (id !== answer.id) return unverified('the credential ID is another one')
    const transports = answer.response.transports ?? []
    return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter, transports }
  })
}

/** Verifies the use of a passkey: challenge, origin, RP ID, user verification, signature (WebAuthn 7.2). The caller compares the counter. */
export async function verifyRequest(
  party: RelyingParty,
  { credential: { response, ...answer }, challenge, origin }: RequestAnswer,
  passkey: Passkey,
): Promise<{ readonly counter: number } | { readonly fault: PasskeyFault }> {
  if (origin !== party.origin) return OTHER_ORIGIN
  const { verifyAuthenticationResponse } = await loadLibrary()
  return refuseErrors(async () => {
    const { clientDataJSON, authenticatorData, signature } = response
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {}, response: { clientDataJSON, authenticatorData, signature } },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: toBytes(passkey.public_key),
        // The library would throw for a lower counter, and errors are not told apart by their message.
        counter: 0,
      },
    })
    return verified ? { counter: authenticationInfo.newCounter } : unverified('the signature is not valid')
  })
}

/**
 * Returns whether a browser sent no attestation, or one of the key itself, as it must when none is requested. The statements of other formats name
 * certificates and addresses that nothing here may follow.
 */
async function hasNoAttestation(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(toBytes(attestationObject))
  const format = decoded.get('fmt')
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}

/** Turns the errors of the library into a fault: it throws for everything that does not match. */
async function refuseErrors<T>(verify: () => Promise<T>): Promise<T | { readonly fault: PasskeyFault }> {
  try {
    return await verify()
  } catch {
    // Its messages quote the answer, which a log must not.
    return unverified('the answer breaks a rule of WebAuthn')
  }
}

const OTHER_ORIGIN = { fault: { why: 'unverified', detail: 'the origin is not that of DRAGOMAN_BASE_URL' } } as const

const unverified = (detail: string): { readonly fault: PasskeyFault } => ({ fault: { why: 'unverified', detail } })

const toBytes = (base64url: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(base64url, 'base64url'))

/** Loaded at the first use: it takes a third of a second, and a server without passkeys never needs it. */
const loadLibrary = () => import('@simplewebauthn/server')
