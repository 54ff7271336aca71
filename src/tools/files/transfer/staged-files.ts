import { credentialName, type Principal } from '../../../auth/policy/principal.ts'
import { AppError } from '../../../errors.ts'
import type { Frozen } from '../../../store/frozen.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { StagedFileRecord } from '../../../store/records/localization.ts'
import type { Reader, Transaction } from '../../../store/store.ts'
import { echo } from '../../../text/escape.ts'
import type { Call, WriteContext } from '../../pipeline/call.ts'
import { sha256Hex } from './file-text.ts'

/** Bytes of one file, as tools.md's limit has it. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024

/** An upload and the call that takes it in may each take as long as a link lives. */
const WAITING_MS = 2 * 10 * 60 * 1000
const MAX_USER_BYTES = 64 * 1024 * 1024
/** Nobody has more waiting than they leave, so a newcomer always has half of what is left: a file of 16 MiB beside any four users, 1 MiB beside any eight. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024

export type StagedFile = Frozen<StagedFileRecord>

/** What an uploaded file is for. */
export interface StagedPlace {
  readonly projectId: string
  /** `source`, or `target:<locale>`. */
  readonly purpose: string
  readonly branch: string
  readonly path: string
}

type Holder = Pick<Call, 'principal' | 'services'>
type Uploading = Pick<WriteContext, 'principal' | 'services' | 'tx' | 'beforeCommit'>

/** What this credential uploaded for a place and no call has taken in yet. */
export async function findStagedFile(
  place: StagedPlace,
  { principal, services }: Holder,
  read: Reader,
): Promise<StagedFile | undefined> {
  const found = await read.staged_files.by('place', placeKey(place, principal))
  return found === undefined || isExpired(found, services.now()) ? undefined : found
}

/** Lets go of what a call has taken in. */
export async function dropStaged(files: readonly StagedFile[], tx: Transaction): Promise<void> {
  for (const { id } of files) await tx.staged_files.remove(id)
}

/**
 * Keeps an uploaded file for 20 minutes, in place of an earlier one for the same place.
 * @throws AppError `too_large`; when the call completes, `conflict` or `unavailable` where too much is waiting.
 */
export async function stageUpload(
  place: StagedPlace,
  content: string,
  { principal, services, tx, beforeCommit }: Uploading,
): Promise<StagedFile> {
  const now = services.now()
  const size = Buffer.byteLength(content)
  if (size > MAX_FILE_BYTES) throw fileTooLarge(place.path, size)
  await deleteExpired(now, tx)
  const before = await tx.staged_files.by('place', placeKey(place, principal))
  if (before !== undefined) await tx.staged_files.remove(before.id)
  const file: StagedFile = {
    id: services.newId(),
    project_id: place.projectId,
    purpose: place.purpose,
    branch: place.branch,
    path: place.path,
    user_id: principal.user.id,
    credential: credentialName(principal.credential),
    content,
    sha256: sha256Hex(content),
    size,
    expires_at: new Date(now.getTime() + WAITING_MS).toISOString(),
  }
  await tx.staged_files.insert(file)
  // Uploads for other projects run beside this one, and each of two can find room that is enough for one.
  beforeCommit(read => assertStagingRoom(file, principal, read))
  return file
}

/** The refusal of a file that is over the limit, wherever it came in. */
export const fileTooLarge = (path: string, bytes: number | string): AppError =>
  new AppError('too_large', `${echo(path)} has ${bytes} bytes; a file may have ${MAX_FILE_BYTES}.`, {
    fix: 'Split the file.',
  })

/** Asked once the file is among those that wait. */
async function assertStagingRoom({ path, size }: StagedFile, { user }: Principal, read: Reader): Promise<void> {
  const own = await read.staged_files.sum('holder', user.id, 'bytes')
  const waiting = `${echo(path)} has ${size} bytes. ${own - size} bytes that ${user.handle} uploaded are waiting`
  if (own > MAX_USER_BYTES) {
    throw new AppError('conflict', `${waiting}, and ${MAX_USER_BYTES} may wait at once.`, {
      fix: `${RETRY_FIX}; then upload the rest.`,
    })
  }
  const others = (await read.staged_files.sum('all', '', 'bytes')) - own
  if (own <= MAX_TOTAL_BYTES - others - own) return
  const allowed = Math.floor((MAX_TOTAL_BYTES - others) / 2)
  throw new AppError('unavailable', `${waiting}, and ${allowed} may wait while ${others} bytes of others do.`, {
    fix: `${RETRY_FIX}, or try again when others have pushed theirs, in 20 minutes at the latest.`,
    retryAfter: 60,
  })
}

const RETRY_FIX = 'Repeat the call that asked for the uploads, so that it takes in what is there'

/** The oldest come first, so what has not ended yet is the end of the search. */
async function deleteExpired(now: Date, tx: Transaction): Promise<void> {
  for (;;) {
    const { items } = await tx.staged_files.page('all', '', { limit: 20 })
    const ended = items.filter(file => isExpired(file, now))
    await dropStaged(ended, tx)
    if (ended.length < 20) return
  }
}

const isExpired = ({ expires_at }: StagedFile, now: Date): boolean => Date.parse(expires_at) <= now.getTime()

const placeKey = ({ projectId, purpose, branch, path }: StagedPlace, { user, credential }: Principal): string =>
  compoundKey(projectId, purpose, branch, path, credentialName(credential), user.id)
