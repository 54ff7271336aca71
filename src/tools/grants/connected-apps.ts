import { describeRedirect } from '../../auth/oauth/clients/redirect-uris.ts'
import { isExpired } from '../../auth/policy/active-credential.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { GrantRecord } from '../../store/records/authorization.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Reader } from '../../store/store.ts'
import { listActiveFamilies } from './view.ts'

type Grant = Frozen<GrantRecord>

/** The grants of one app, which may register anew at each sign-in. */
export interface ConnectedApp {
  /** The latest registration, shown as the app. */
  readonly newest: Grant
  /** Earlier registrations with an active token, such as on another machine; newest first. */
  readonly earlier: readonly Grant[]
  /** Earlier registrations without an active token. */
  readonly over: readonly Grant[]
}

/** The apps with active grants of a user, by their latest registration. */
export async function listConnectedApps(userId: string, read: Reader, now: Date): Promise<readonly ConnectedApp[]> {
  const bySoftware = new Map<string, Grant[]>()
  for (const grant of await read.grants.list('active', userId)) {
    const software = await toSoftwareKey(grant, read)
    bySoftware.set(software, [grant, ...(bySoftware.get(software) ?? [])])
  }
  const apps = await Promise.all([...bySoftware.values()].map(grants => toApp(grants, read, now)))
  return apps.flat().toSorted((one, other) => compare(one.newest.created_at, other.newest.created_at))
}

/** All registrations of an app, newest first. */
export const listRegistrations = ({ newest, earlier, over }: ConnectedApp): readonly Grant[] => [
  newest,
  ...earlier,
  ...over,
]

async function toApp(grants: readonly Grant[], read: Reader, now: Date): Promise<readonly ConnectedApp[]> {
  const [newest, ...others] = grants
  if (newest === undefined) return []
  const alive = await Promise.all(others.map(grant => hasActiveToken(grant, read, now)))
  const [earlier, over] = [true, false].map(isAlive => others.filter((_, index) => alive[index] === isAlive))
  return [{ newest, earlier: earlier ?? [], over: over ?? [] }]
}

/** Identifies the software: by its client metadata document, or by its self-reported id or name and its redirect hosts. */
async function toSoftwareKey(
  { client_id, client_name, consents }: Grant,
  read: Pick<Reader, 'clients'>,
): Promise<string> {
  const client = await read.clients.get(client_id)
  if (client?.kind === 'document') return compoundKey('document', client_id)
  const places = [...new Set(consents.map(({ redirect }) => describeRedirect(redirect)))].toSorted()
  const id = client?.about['software_id'] ?? ''
  return id === '' ? compoundKey('name', client_name, ...places) : compoundKey('software', id, ...places)
}

/** Whether a grant has an active token family, or an active account token that the app created. */
async function hasActiveToken(grant: Grant, read: Pick<Reader, 'families' | 'tokens'>, now: Date): Promise<boolean> {
  if ((await listActiveFamilies(grant, read, now)).length > 0) return true
  const tokens = await read.tokens.list('grant', grant.id)
  return tokens.some(({ revoked_at, expires_at }) => revoked_at === null && !isExpired(expires_at, now))
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
