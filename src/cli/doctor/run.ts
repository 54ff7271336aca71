import { AppError } from '../../errors.ts'
import type { Io } from '../io.ts'
import type { Machine } from '../machine.ts'
import { checkDataFolder } from './data-folder.ts'
import { checkDiscovery } from './discovery.ts'
import { type Finding, warning } from './finding.ts'
import { checkMcp } from './mcp.ts'
import { checkReach, explainUnreachable } from './reach.ts'
import { printReport } from './report.ts'
import { checkSignInRequests } from './sign-in-requests.ts'
import { openSite, type Site, UnreachableError } from './site.ts'
import { checkToken } from './token.ts'

interface Options {
  readonly url?: string | undefined
  readonly json: boolean
}

/** The exit code when something has to be fixed. */
const EXIT_FAULT = 1

/**
 * Looks at a server as its clients do: the one at `url`, or that DRAGOMAN_URL names, else the one of this machine. Gives the exit code.
 * @throws AppError `invalid_input` for what is no web address.
 */
export async function runDoctor(machine: Machine, { url, json }: Options, io: Io): Promise<number> {
  const given = url ?? machine.config.remoteUrl
  const local = given === undefined ? await checkDataFolder(machine) : undefined
  const address = given ?? local?.url
  const findings: Finding[] = [...(local?.findings ?? [])]
  if (address !== undefined) {
    const show = createStatusLine(io)
    findings.push(...(await checkSite(address, machine, show)))
    show('')
  }
  return printReport(io, address === undefined ? undefined : parseOrigin(address), findings, json) ? 0 : EXIT_FAULT
}

async function checkSite(address: string, machine: Machine, show: (text: string) => void): Promise<readonly Finding[]> {
  const site = openSite(parseOrigin(address), machine.now)
  const findings: Finding[] = [...checkAddress(address, site)]
  const { remoteUrl, remoteToken } = machine.config
  const checks: readonly (readonly [string, () => Promise<readonly Finding[]>])[] = [
    ['whether the server answers', () => checkReach(site)],
    ['how clients find the way to sign in', () => checkDiscovery(site)],
    ['what a client without a token is told', () => checkMcp(site)],
    ['whether what is sent to sign in arrives', () => checkSignInRequests(site)],
    [
      'whether the token works',
      // A token is shown to nobody but the server that it is of.
      async () => (remoteToken !== undefined && remoteUrl === site.origin ? [await checkToken(site, remoteToken)] : []),
    ],
  ]
  for (const [what, check] of checks) {
    show(`Looking at ${site.origin}: ${what} …`)
    try {
      const found = await check()
      findings.push(...found)
      if (found[0]?.check === 'reach' && found[0].state === 'fault') return findings
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      return [...findings, explainUnreachable(error, site.origin)]
    }
  }
  return findings
}

/** What people give that is more than an origin: the address of /mcp is right for clients, any other path is not. */
function checkAddress(address: string, { origin }: Site): readonly Finding[] {
  const { pathname, search, hash } = new URL(address)
  if (`${pathname}${search}${hash}` === '/' || pathname === '/mcp') return []
  return [
    warning(
      'address',
      `${address} has a path, and Dragoman is served at the root of a host: ${origin} is looked at.`,
      `Give clients ${origin}/mcp, and let the proxy serve Dragoman on a host of its own.`,
    ),
  ]
}

/** @throws AppError `invalid_input` */
function parseOrigin(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url.origin
  throw new AppError(
    'invalid_input',
    `The address is ${JSON.stringify(address.slice(0, 200))}, which is no web address.`,
    {
      fix: 'Give it with http or https, such as https://l10n.example.org.',
    },
  )
}

/** A line on a terminal that says what is waited for. */
function createStatusLine({ stderr }: Io): (text: string) => void {
  return text => {
    if (stderr.isTTY) stderr.write(`\r${text.slice(0, (stderr.columns || 80) - 1)}\u001B[K`)
  }
}
