import { z } from 'zod'
import { checkPath } from '../../l10n/paths.ts'
import type { Call } from '../call.ts'

/** Where a file can be sent without passing through a model, as answers show it. */
export const Upload = z.object({ path: z.string(), put: z.string(), curl: z.string() })
export type Upload = z.infer<typeof Upload>

interface Wanted {
  readonly path: string
  readonly bytes?: number | undefined
  readonly sha256?: string | undefined
}

interface UploadsTo {
  /** As `account/project`. */
  readonly project: string
  readonly branch: string
  /** `source`, or `target:<locale>`. */
  readonly purpose: string
}

/** An answer stays readable: what is not in it comes with the next. */
const MOST_UPLOADS = 40

/** A single-use address for each of the first 40 files, with the shell line that sends it. @throws AppError `invalid_input` for a path. */
export function uploadsFor(
  files: readonly Wanted[],
  to: UploadsTo,
  { services, principal }: Pick<Call, 'services' | 'principal'>,
): readonly Upload[] {
  return files.slice(0, MOST_UPLOADS).map(({ path, bytes, sha256 }) => {
    checkPath(path)
    const link = services.links.issue({ kind: 'put', ...to, path, bytes, sha256: sha256?.toLowerCase(), principal })
    const put = `${services.baseUrl}${link}`
    return { path, put, curl: curlLine(path, put) }
  })
}

/** `-g`: brackets and braces in a path are its own (`app/[lang]/en.json`); a refusal is shown, because it says how to fix it. */
const curlLine = (path: string, url: string): string => `curl --fail-with-body -sSgT ${quoted(path)} ${quoted(url)}`

/** As a POSIX shell reads it back. */
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
