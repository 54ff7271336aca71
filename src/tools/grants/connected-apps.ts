import { describeRedirect } from '../../auth/oauth/clients/redirect-uris.ts'
import { isExpired } from '../../auth/policy/active-credential.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { GrantRecord } from '../../store/records/authorization.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Reader } from '../../store/store.ts'
import { listActiveFamilies } from './view.ts'

type Grant = Frozen<GrantRecord>

/** What a user sees as one app: the grants of one software that signs in at one place, where it registers anew each time. */
export interface ConnectedApp {
  /** The last registration, which stands for the app. */
  readonly newest: Grant
  /** Earlier registrations with a token that works, such as one on another machine; newest first. */
  readonly earlier: readonly Grant[]
  /** Earlier registrations that have none left. */
  readonly over: readonly Grant[]
}

/** All active grants of a user as apps, in the order in which their last registrations connected. */
export async function listConnectedApps(userId: string, read: Reader, now: Date): Promise<readonly ConnectedApp[]> {
  const bySoftware = new Map<string, Grant[]>()
  for (const grant of await read.grants.list('active', userId)) {
    const software = await toSoftwareKey(grant, read)
    bySoftware.set(software, [grant, ...(bySoftware.get(software) ?? [])])
  }
  const apps = await Promise.all([...bySoftware.values()].map(grants => toApp(grants, read, now)))
  return apps.flat().toSorted((one, other) => compare(one.newest.created_at, other.newest.created_at))
}

/** The registrations of an app, the newest first. */
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

/** The software, and where its answers go. A document is always one client; who registers is known by what it says of itself. */
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

/** Whether a token works that came from a grant: one of a sign-in, or an account token that the app made. */
async function hasActiveToken(grant: Grant, read: Pick<Reader, 'families' | 'tokens'>, now: Date): Promise<boolean> {
  if ((await listActiveFamilies(grant, read, now)).length > 0) return true
  const made = await read.tokens.list('grant', grant.id)
  return made.some(({ revoked_at, expires_at }) => revoked_at === null && !isExpired(expires_at, now))
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
