import { z } from 'zod'
import { tryParseJson } from '../../text/try-parse-json.ts'

const Base64Url = z.string().regex(/^[\w-]+$/)
/** WebAuthn 4: a credential ID has at most 1,023 bytes. */
const CredentialId = Base64Url.max(1364)

const envelope = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') }

/** What `navigator.credentials.create` returned, as `toJSON` writes it. Extensions are not requested and not read. */
const CreationAnswer = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

/** What `navigator.credentials.get` returned. */
const RequestAnswer = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.nullish(),
  }),
})

/** The data that the browser adds to each answer (WebAuthn 5.8.1). */
const ClientData = z.object({
  challenge: Base64Url,
  origin: z.string(),
  crossOrigin: z.literal(false).optional(),
  /** Only frames of other sites have it. */
  topOrigin: z.undefined().optional(),
})

/** The answer of a browser to a challenge. */
export interface BrowserAnswer<Credential> {
  readonly credential: Credential
  readonly challenge: string
  /** The origin of the page that asked for it. */
  readonly origin: string
}

export type CreationAnswer = BrowserAnswer<z.infer<typeof CreationAnswer>>
export type RequestAnswer = BrowserAnswer<z.infer<typeof RequestAnswer>>

/** Reads the answer to creating a passkey; undefined if it is malformed, or was given to a frame of another site. */
export const parseCreationAnswer = (text: string): CreationAnswer | undefined => parseAnswer(CreationAnswer, text)

/** Reads the answer to using a passkey; undefined as `parseCreationAnswer`. */
export const parseRequestAnswer = (text: string): RequestAnswer | undefined => parseAnswer(RequestAnswer, text)

function parseAnswer<C extends { readonly response: { readonly clientDataJSON: string } }>(
  schema: z.ZodType<C>,
  text: string,
): BrowserAnswer<C> | undefined {
  const { data: credential } = schema.safeParse(tryParseJson(text))
  if (credential === undefined) return undefined
  const sent = Buffer.from(credential.response.clientDataJSON, 'base64url').toString()
  const { data: client } = ClientData.safeParse(tryParseJson(sent))
  if (client === undefined) return undefined
  return { credential, challenge: client.challenge, origin: client.origin }
}
