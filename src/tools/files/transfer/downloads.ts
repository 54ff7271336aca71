import { z } from 'zod'
import type { Call } from '../../pipeline/call.ts'
import type { DownloadGrant } from './links.ts'
import { quoteShellWord } from './uploads.ts'

/** Download links in answers: file content does not pass through the model. */
export const Download = z.object({ path: z.string(), get: z.string(), curl: z.string() })
export const ArchiveLink = z.object({ get: z.string(), curl: z.string() })

type Caller = Pick<Call, 'services' | 'principal'>

/** The arguments of the call whose result a link returns. */
type PullArguments = Readonly<Record<string, unknown>>

/** A single-use URL of one file with the curl line that writes it; `-f` keeps the existing file if the download fails. */
export function createDownload(
  path: string,
  args: PullArguments,
  caller: Caller,
  tool?: DownloadGrant['tool'],
): z.infer<typeof Download> {
  const get = createPullUrl(caller, { args, ...(tool !== undefined && { tool }) })
  return { path, get, curl: `curl -fsSg --create-dirs -o ${quoteShellWord(path)} ${quoteShellWord(get)}` }
}

/** A single-use URL of a tar.gz with the shell line that unpacks it at the repository root. */
export function createArchiveLink(args: PullArguments, caller: Caller): z.infer<typeof ArchiveLink> {
  const get = createPullUrl(caller, { args, isArchive: true })
  return { get, curl: `curl -fsSg ${quoteShellWord(get)} | tar -xzf -` }
}

const createPullUrl = (
  { services, principal }: Caller,
  grant: Pick<DownloadGrant, 'args' | 'tool' | 'isArchive'>,
): string => `${services.baseUrl}${services.links.issue({ kind: 'get', principal, ...grant })}`
