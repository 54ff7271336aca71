import { z } from 'zod'
import type { Call } from '../../pipeline/call.ts'
import { quoteShellWord } from './uploads.ts'

/** Where files can be fetched without passing through a model, as answers show it. */
export const Download = z.object({ path: z.string(), get: z.string(), curl: z.string() })
export const ArchiveLink = z.object({ get: z.string(), curl: z.string() })

type Caller = Pick<Call, 'services' | 'principal'>

/** The arguments of the call whose answer a link gives. */
type PullArguments = Readonly<Record<string, unknown>>

/** A single-use address of one file, with the shell line that writes it; `-f` leaves the file alone when the fetch fails. */
export function createDownload(path: string, args: PullArguments, caller: Caller): z.infer<typeof Download> {
  const get = createPullUrl(args, caller)
  return { path, get, curl: `curl -fsSg --create-dirs -o ${quoteShellWord(path)} ${quoteShellWord(get)}` }
}

/** A single-use address of a tar.gz, with the shell line that unpacks it at the root of the repository. */
export function createArchiveLink(args: PullArguments, caller: Caller): z.infer<typeof ArchiveLink> {
  const get = createPullUrl(args, caller)
  return { get, curl: `curl -fsSg ${quoteShellWord(get)} | tar -xzf -` }
}

const createPullUrl = (args: PullArguments, { services, principal }: Caller): string =>
  `${services.baseUrl}${services.links.issue({ kind: 'get', args, principal })}`
