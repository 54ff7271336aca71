import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { checkPath } from '../../../l10n/files/paths.ts'
import type { Call } from '../../pipeline/call.ts'
import type { SentFile } from './sent-files.ts'

/** Where a file can be sent without passing through a model, as answers show it. */
const Upload = z.object({ path: z.string(), put: z.string(), curl: z.string() })
type Upload = z.infer<typeof Upload>

/** The fields of an answer that asks for uploads. */
export const uploadFields = {
  uploads: z.array(Upload).optional(),
  /** How many more files are missing than `uploads` has addresses for. */
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
  /** Whether the caller says that everything is uploaded. */
  readonly done: boolean
}

/** An answer stays readable: what is not in it comes with the next. */
const MAX_UPLOADS = 40

/**
 * Asks for the files that a call lacks. Where files travel beside the model, and where all were said to be there, that is a refusal.
 * @throws AppError `invalid_input`
 */
export function requestUploads(missing: readonly WantedUpload[], to: UploadDestination, call: Call) {
  const names = missing
    .slice(0, 10)
    .map(({ path }) => path)
    .join(', ')
  const paths = missing.length > 10 ? `${names} and ${missing.length - 10} more` : names
  if (to.done) {
    throw new AppError('invalid_input', `Nothing was written, because no upload of ${paths} is there.`, {
      fix: 'Repeat the call without done: the answer has an upload URL for each.',
    })
  }
  if (call.inlineFiles === true) {
    throw new AppError('invalid_input', `The content of ${paths} is missing, and its sha256 is not what is here.`, {
      fix: 'Give content: the text of the file.',
    })
  }
  const uploads = createUploads(missing, to, call)
  const more = missing.length - uploads.length
  return {
    uploads: [...uploads],
    ...(more > 0 && { more }),
    next: 'Nothing was written yet. Run each curl line where the paths begin (or PUT the bytes), within 10 minutes; then repeat this call.',
  }
}

/** A single-use address for each of the first 40 files, with the shell line that sends it. @throws AppError `invalid_input` for a path. */
function createUploads(
  files: readonly WantedUpload[],
  { project, branch }: Omit<UploadDestination, 'done'>,
  { services, principal }: Pick<Call, 'services' | 'principal'>,
): readonly Upload[] {
  return files.slice(0, MAX_UPLOADS).map(({ path, purpose, bytes, sha256 }) => {
    checkPath(path)
    const promised = { bytes, sha256: sha256?.toLowerCase() }
    const link = services.links.issue({ kind: 'put', purpose, project, branch, path, ...promised, principal })
    const put = `${services.baseUrl}${link}`
    return { path, put, curl: formatCurlLine(path, put) }
  })
}

/** `-g`: brackets and braces in a path are its own (`app/[lang]/en.json`); a refusal is shown, because it says how to fix it. */
const formatCurlLine = (path: string, url: string): string =>
  `curl --fail-with-body -sSgT ${quoteShellWord(path)} ${quoteShellWord(url)}`

/** As a POSIX shell reads it back. */
export const quoteShellWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
