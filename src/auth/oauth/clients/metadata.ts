import { z } from 'zod'
import { CONTROL_CHARACTER, HIDDEN_CHARACTER, hasVisibleCharacter } from '../../../text/invisible-characters.ts'
import { isObject } from '../../../text/try-parse-json.ts'
import { MAX_URI_LENGTH, redirectFault } from './redirect-uris.ts'

/** The reason why client metadata is rejected. Redirect URIs have their own error code (RFC 7591 3.2.2). */
export interface MetadataFault {
  readonly why: 'redirect_uri' | 'metadata'
  /** One sentence that names the member. */
  readonly problem: string
}

const MAX_REDIRECT_URIS = 20
const MAX_LIST_ENTRIES = 20

const text = (most: number) => z.string('must be a string').max(most, `is longer than ${most} characters`)
const words = z
  .array(text(200), 'must be a list of strings')
  .max(MAX_LIST_ENTRIES, `has more than ${MAX_LIST_ENTRIES} entries`)
  .optional()
const label = text(200)
  .refine(value => !HIDDEN_CHARACTER.test(value) && !CONTROL_CHARACTER.test(value), 'has an invisible character')
  .optional()
/** Clients without a name send only spaces. */
const name = label.refine(
  value => (value ?? '').trim() === '' || hasVisibleCharacter(value ?? ''),
  'has no visible character',
)
const webUrl = text(MAX_URI_LENGTH)
  .refine(uri => /^https?:\/\/[^\s\\]+$/i.test(uri) && URL.canParse(uri), 'must be an http or https URL')
  .optional()

/** Leaves out the redirect URIs that can't be used, because clients register those of all their platforms at once. At least one must remain. */
const redirectUris = z
  .array(z.unknown(), 'must be a list of URIs')
  .max(MAX_REDIRECT_URIS, `has more than ${MAX_REDIRECT_URIS} entries`)
  .transform((given, context) => {
    const faults = given.map(uri => (typeof uri === 'string' ? redirectFault(uri) : 'must be a string'))
    const usable = given.filter((_uri, at) => faults[at] === undefined).map(String)
    if (usable.length > 0 || given.length === 0) return usable
    faults.forEach((message, at) => {
      context.addIssue({ code: 'custom', message, path: [at] })
    })
    return z.NEVER
  })
  .optional()

/** The supported members (RFC 7591 2; `token_endpoint_auth_methods_supported` from OpenID Connect RP Metadata Choices). */
const ClientMetadata = z.object(
  {
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: words,
    response_types: words,
    token_endpoint_auth_method: text(200).optional(),
    token_endpoint_auth_methods_supported: words,
    scope: text(2000).optional(),
    application_type: z.enum(['web', 'native'], 'must be web or native').optional(),
    client_uri: webUrl,
    logo_uri: webUrl,
    tos_uri: webUrl,
    policy_uri: webUrl,
    software_id: label,
    software_version: label,
  },
  'must be a JSON object',
)

/** The supported metadata of a client. */
export type ClientMetadata = z.infer<typeof ClientMetadata>

/** Reads client metadata. Null and an empty string count as absent. Ignores unknown members, and members that clients can't set. */
export function parseMetadata(
  json: unknown,
): { readonly metadata: ClientMetadata } | { readonly fault: MetadataFault } {
  const parsed = ClientMetadata.safeParse(withoutEmpty(json))
  if (parsed.success) return { metadata: parsed.data }
  const [first, ...others] = parsed.error.issues
  if (first?.path[0] !== 'redirect_uris') return { fault: { why: 'metadata', problem: describeIssue(first) } }
  const ofUris = others.filter(({ path }) => path[0] === 'redirect_uris')
  return { fault: { why: 'redirect_uri', problem: [first, ...ofUris].map(describeIssue).join(' ') } }
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  const [member, at] = issue?.path ?? []
  const place = member === undefined ? 'The metadata' : `${String(member)}${at === undefined ? '' : `[${String(at)}]`}`
  return `${place} ${issue?.message ?? 'is not valid'}.`
}

/** Drops members without a value. An empty authentication method stays, because it is not a supported one. */
function withoutEmpty(json: unknown): unknown {
  if (!isObject(json)) return json
  const isEmpty = ([member, value]: [string, unknown]): boolean =>
    value === null || (value === '' && member !== 'token_endpoint_auth_method')
  return Object.fromEntries(Object.entries(json).filter(entry => !isEmpty(entry)))
}

const ABOUT_MEMBERS = [
  'application_type',
  'client_uri',
  'logo_uri',
  'tos_uri',
  'policy_uri',
  'software_id',
  'software_version',
] as const

/** Returns the members that are only stored and returned. */
export function pickAbout(metadata: ClientMetadata): Record<string, string> {
  return Object.fromEntries(
    ABOUT_MEMBERS.flatMap(member => {
      const value = metadata[member]
      return value === undefined ? [] : [[member, value]]
    }),
  )
}
