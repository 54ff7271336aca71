import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'

/** What an answer says instead of the truth. */
export interface Lie {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
  /** Bits of WebAuthn 6.1: 1 user present, 4 user verified, 64 credential data included. */
  readonly flags?: number
  readonly counter?: number
  /** In base64url; null leaves it out. */
  readonly userHandle?: string | null
  readonly signature?: string
  readonly id?: string
  /** A statement that is not asked for. */
  readonly attestation?: 'packed with certificates'
}

/** An authenticator with one ES256 key, and the browser in front of it. */
export interface Authenticator {
  readonly id: string
  readonly create: (options: PublicKeyCredentialCreationOptionsJSON, lie?: Lie) => string
  readonly get: (options: PublicKeyCredentialRequestOptionsJSON, lie?: Lie) => string
}

const base64url = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

/** CBOR (RFC 8949) of what an attestation has: texts, bytes, maps, arrays, small integers. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
  throw new Error('no CBOR for this value')
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255])
}

/** Plugs in a new authenticator at an origin. Its counter grows with each use, unless it does not count. */
export function createAuthenticator(origin: string, { counts = true } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinates = [x, y].map(one => Buffer.from(one, 'base64url'))
  const key = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinates[0]],
      [-3, coordinates[1]],
    ]),
  )
  const id = randomBytes(16)
  let user = ''
  let counter = 0

  const clientData = (type: string, challenge: string, lie: Lie): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? origin,
        crossOrigin: lie.crossOrigin ?? false,
        topOrigin: lie.topOrigin,
      }),
    )
  const authenticatorData = (rpId: string, flags: number, lie: Lie): Buffer => {
    const bytes = Buffer.alloc(37)
    sha256(lie.rpId ?? rpId).copy(bytes)
    bytes[32] = lie.flags ?? flags
    bytes.writeUInt32BE(lie.counter ?? counter, 33)
    return bytes
  }
  const envelope = (lie: Lie) => {
    const own = lie.id ?? base64url(id)
    return { id: own, rawId: own, type: 'public-key' }
  }

  return {
    id: base64url(id),
    create: ({ rp, user: owner, challenge }, lie = {}) => {
      user = owner.id
      const length = Buffer.from([0, id.length])
      const authData = Buffer.concat([authenticatorData(rp.id ?? '', 69, lie), Buffer.alloc(16), length, id, key])
      const statement =
        lie.attestation === undefined
          ? new Map()
          : new Map<string, unknown>([
              ['alg', -7],
              ['sig', Buffer.alloc(70)],
              ['x5c', [Buffer.alloc(300)]],
            ])
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', lie.attestation === undefined ? 'none' : 'packed'],
          ['attStmt', statement],
          ['authData', authData],
        ]),
      )
      const clientDataJSON = base64url(clientData('webauthn.create', challenge, lie))
      const response = { clientDataJSON, attestationObject: base64url(attestation), transports: ['internal'] }
      return JSON.stringify({ ...envelope(lie), response })
    },
    get: ({ rpId = '', challenge }, lie = {}) => {
      if (counts) counter += 1
      const authData = authenticatorData(rpId, 5, lie)
      const client = clientData('webauthn.get', challenge, lie)
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      const userHandle = lie.userHandle === undefined ? user : lie.userHandle
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: lie.signature ?? base64url(signature),
        ...(userHandle !== null && { userHandle }),
      }
      return JSON.stringify({ ...envelope(lie), response })
    },
  }
}
