import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { checkPath } from '../../../l10n/files/paths.ts'
import { quoteShellWord } from '../../../shell-commands.ts'
import type { Call, WriteContext } from '../../pipeline/call.ts'
import { runsShell } from './downloads.ts'
import type { UploadGrant } from './links.ts'
import type { SentFile } from './sent-files.ts'

/** An upload link in answers, as a line for a shell or as a URL: file content does not pass through the model. */
const Upload = z.object({ path: z.string(), put: z.string().optional(), curl: z.string().optional() })
type Upload = z.infer<typeof Upload>

/** Output fields of an answer that requests uploads. */
export const uploadFields = {
  uploads: z.array(Upload).optional(),
  /** Number of missing files without a URL in `uploads`. */
  more: z.number().int().optional(),
}

interface WantedUpload extends SentFile {
  /** `source`, or `target:<locale>`. */
  readonly purpose: string
}

interface UploadDestination {
  /** As `account/project`. */
  readonly project: string
  readonly branch: string
  /** Whether the caller has finished all uploads. */
  readonly done: boolean
}

/** Maximum URLs in one answer; the next answer has the rest. */
const MAX_UPLOADS = 40

/**
 * Requests uploads of the missing files of a call. Refuses if the surface requires inline files, or the caller set `done`.
 * @throws AppError `invalid_input`
 */
export async function requestUploads(missing: readonly WantedUpload[], to: UploadDestination, call: WriteContext) {
  call.skipAudit()
  call.skipIdempotency()
  const names = missing
    .slice(0, 10)
    .map(({ path }) => path)
    .join(', ')
  const paths = missing.length > 10 ? `${names} and ${missing.length - 10} more` : names
  if (to.done) {
    throw new AppError('invalid_input', `Nothing was written: ${paths} was not uploaded.`, {
      fix: 'Repeat the call without done to get upload URLs.',
    })
  }
  if (call.inlineFiles === true) {
    throw new AppError(
      'invalid_input',
      `The content of ${paths} is missing, and its sha256 does not match a stored file.`,
      { fix: 'Send the file in content.' },
    )
  }
  const uploads = await createUploads(missing, to, call)
  const more = missing.length - uploads.length
  return {
    uploads: [...uploads],
    ...(more > 0 && { more }),
    next: `Nothing was written yet. Within 10 minutes, ${runsShell(call) ? 'run each curl line at the repository root' : 'send the bytes of each file to its URL, such as with curl -T FILE URL'}; then repeat this call.`,
  }
}

/** Single-use links of the first 40 files. @throws AppError `invalid_input` for an invalid path. */
async function createUploads(
  files: readonly WantedUpload[],
  { project, branch }: Omit<UploadDestination, 'done'>,
  call: Call,
): Promise<readonly Upload[]> {
  const { services, principal } = call
  const wanted = files.slice(0, MAX_UPLOADS)
  const grants = wanted.map(({ path, purpose, bytes, sha256 }): UploadGrant => {
    checkPath(path)
    return { kind: 'put', purpose, project, branch, path, bytes, sha256: sha256?.toLowerCase(), principal }
  })
  const links = await services.links.issue(grants)
  return wanted.map(({ path }, at) => {
    const put = `${services.baseUrl}${links[at]}`
    return { path, ...(runsShell(call) ? { curl: formatCurlLine(path, put) } : { put }) }
  })
}

/** `-g` keeps brackets and braces of a path (`app/[lang]/en.json`). `--fail-with-body` shows the error with its fix. */
const formatCurlLine = (path: string, url: string): string =>
  `curl --fail-with-body -sSgT ${quoteShellWord(path)} ${quoteShellWord(url)}`
