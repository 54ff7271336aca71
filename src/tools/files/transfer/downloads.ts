import { z } from 'zod'
import { quoteShellWord } from '../../../shell-commands.ts'
import type { Call } from '../../pipeline/call.ts'
import type { DownloadGrant } from './links.ts'

/** Whether the caller is a model, which runs a link in a shell. Programs read the URL. Each answer has a URL once. */
export const runsShell = ({ surface, program }: Pick<Call, 'surface' | 'program'>): boolean =>
  surface === 'mcp' && program === undefined

/** Download links in answers, as lines for a shell or as URLs: file content does not pass through the model. */
export const ArchiveLink = z.object({ get: z.string().optional(), curl: z.string().optional() })
export const Download = z.object({ path: z.string(), ...ArchiveLink.shape })

type Caller = Pick<Call, 'services' | 'principal' | 'surface' | 'program'>

/** The arguments of the call whose result a link returns. */
type PullArguments = Readonly<Record<string, unknown>>

/** One file to download. */
interface WantedDownload {
  readonly path: string
  readonly args: PullArguments
  readonly tool?: DownloadGrant['tool']
}

/** Single-use links of files. The curl line writes the file; `-f` keeps the existing file if the download fails. */
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
    if (!runsShell(caller)) return { path, get }
    return { path, curl: `curl -fsSg --create-dirs -o ${quoteShellWord(path)} ${quoteShellWord(get)}` }
  })
}

/** A single-use link of a tar.gz. The shell line unpacks it at the repository root. */
export async function createArchiveLink(args: PullArguments, caller: Caller): Promise<z.infer<typeof ArchiveLink>> {
  const [get = ''] = await createUrls([{ args, isArchive: true }], caller)
  return runsShell(caller) ? { curl: `curl -fsSg ${quoteShellWord(get)} | tar -xzf -` } : { get }
}

async function createUrls(
  grants: readonly Pick<DownloadGrant, 'args' | 'tool' | 'isArchive'>[],
  { services, principal }: Caller,
): Promise<readonly string[]> {
  const links = await services.links.issue(grants.map(grant => ({ kind: 'get', principal, ...grant })))
  return links.map(link => `${services.baseUrl}${link}`)
}
