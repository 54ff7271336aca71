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

/** One file to download. */
interface WantedDownload {
  readonly path: string
  readonly args: PullArguments
  readonly tool?: DownloadGrant['tool']
}

/** Single-use URLs of files, each with the curl line that writes its file; `-f` keeps the existing file if the download fails. */
export async function createDownloads(
  wanted: readonly WantedDownload[],
  caller: Caller,
): Promise<z.infer<typeof Download>[]> {
  const urls = await createUrls(
    wanted.map(({ args, tool }) => ({ args, ...(tool !== undefined && { tool }) })),
    caller,
  )
  return wanted.map(({ path }, at) => {
    const get = urls[at] ?? ''
    return { path, get, curl: `curl -fsSg --create-dirs -o ${quoteShellWord(path)} ${quoteShellWord(get)}` }
  })
}

/** A single-use URL of a tar.gz with the shell line that unpacks it at the repository root. */
export async function createArchiveLink(args: PullArguments, caller: Caller): Promise<z.infer<typeof ArchiveLink>> {
  const [get = ''] = await createUrls([{ args, isArchive: true }], caller)
  return { get, curl: `curl -fsSg ${quoteShellWord(get)} | tar -xzf -` }
}

async function createUrls(
  grants: readonly Pick<DownloadGrant, 'args' | 'tool' | 'isArchive'>[],
  { services, principal }: Caller,
): Promise<readonly string[]> {
  const links = await services.links.issue(grants.map(grant => ({ kind: 'get', principal, ...grant })))
  return links.map(link => `${services.baseUrl}${link}`)
}
