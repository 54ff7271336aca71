import type { Facts } from '../../../auth/audit/events.ts'
import { credentialName, type Principal } from '../../../auth/policy/principal.ts'
import { AppError } from '../../../errors.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { StagedFileRecord } from '../../../store/records/calls.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Reader, Transaction } from '../../../store/store.ts'
import { quote } from '../../../text/quote.ts'
import type { Call, WriteContext } from '../../pipeline/call.ts'
import { fileTooLarge, MAX_FILE_BYTES } from './file-size.ts'
import { sha256Hex } from './file-text.ts'

/** Twice the lifetime of a link: the upload and the repeated call may each take that long. */
const WAITING_MS = 2 * 10 * 60 * 1000
const MAX_USER_BYTES = 64 * 1024 * 1024
/** A user may stage at most half of the free space, so others always have room: 16 MiB beside any four users, 1 MiB beside any eight. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024

export type StagedFile = Frozen<StagedFileRecord>

/** The file that an upload is for. */
export interface StagedPlace {
  readonly projectId: string
  /** `source`, or `target:<locale>`. */
  readonly purpose: string
  readonly branch: string
  readonly path: string
}

type Holder = Pick<Call, 'principal' | 'services'>
type Uploading = Pick<WriteContext, 'principal' | 'services' | 'tx' | 'beforeCommit'>

/** The staged upload of this credential for a file. */
export async function findStagedFile(
  place: StagedPlace,
  { principal, services }: Holder,
  read: Reader,
): Promise<StagedFile | undefined> {
  const found = await read.staged_files.by('place', placeKey(place, principal))
  return found === undefined || isExpired(found, services.now()) ? undefined : found
}

/** Facts of a call's audit event about its uploads: their number, bytes and paths, shortened to the limit of a fact. */
export const describeUploads = (files: readonly StagedFile[]): Facts =>
  files.length === 0
    ? {}
    : {
        uploads: files.length,
        uploaded_bytes: files.reduce((sum, { size }) => sum + size, 0),
        uploaded: files
          .map(({ path }) => path)
          .join(', ')
          .slice(0, 200),
      }

/** Deletes staged uploads after their call. */
export async function dropStaged(files: readonly StagedFile[], tx: Transaction): Promise<void> {
  for (const { id } of files) await tx.staged_files.remove(id)
}

/**
 * Stages an upload for 20 minutes; replaces an earlier upload of the same file.
 * @throws AppError `too_large`; at the end of the call, `conflict` or `unavailable` if too many bytes are staged.
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
  // Uploads for other projects run concurrently: two could each find room that is enough for one.
  beforeCommit(read => assertStagingRoom(file, principal, read))
  return file
}

/** Checked after the file is staged. */
async function assertStagingRoom({ path, size }: StagedFile, { user }: Principal, read: Reader): Promise<void> {
  const own = await read.staged_files.sum('holder', user.id, 'bytes')
  const waiting = `${quote(path)} has ${size} bytes, and ${own - size} bytes uploaded by ${user.handle} are waiting`
  if (own > MAX_USER_BYTES) {
    throw new AppError('conflict', `${waiting}; the limit is ${MAX_USER_BYTES}.`, {
      fix: `${RETRY_FIX}; then upload the other files.`,
    })
  }
  const others = (await read.staged_files.sum('all', '', 'bytes')) - own
  if (own <= MAX_TOTAL_BYTES - others - own) return
  const allowed = Math.floor((MAX_TOTAL_BYTES - others) / 2)
  throw new AppError(
    'unavailable',
    `${waiting}; the limit is ${allowed} while ${others} bytes of other users are waiting.`,
    {
      fix: `${RETRY_FIX}, or try again within 20 minutes, when other users' uploads are pushed or expired.`,
      retryAfter: 60,
    },
  )
}

const RETRY_FIX = 'Repeat the call that requested the uploads to process the waiting files'

/** Oldest first, so the search ends at the first unexpired upload. */
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
