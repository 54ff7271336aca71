import { AppError } from '../../errors.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { type Io, paint, printJson } from '../io.ts'
import type { Machine } from '../machine.ts'
import { checkDataFolder } from './checks/data-folder.ts'
import { checkDatabase } from './checks/database.ts'
import { checkDiscovery } from './checks/discovery.ts'
import { checkDoubtfulTexts, type DoubtfulCheck } from './checks/doubtful-texts.ts'
import { checkEngines } from './checks/engines.ts'
import { checkMcp } from './checks/mcp.ts'
import { checkProviders } from './checks/providers.ts'
import { checkReach, explainUnreachable } from './checks/reach.ts'
import { checkSignInRequests, checkToken } from './checks/sign-in-requests.ts'
import { type Finding, warning } from './finding.ts'
import { openSite, type Site, UnreachableError } from './site.ts'

const MARKS = {
  works: ['✓ ok', 'green'],
  note: ['· note', 'cyan'],
  warning: ['! warning', 'yellow'],
  fault: ['✗ fault', 'red'],
} as const

/** Prints the findings as a table or as JSON; returns whether there is no fault. */
function printReport(io: Io, url: string | undefined, findings: readonly Finding[], json: boolean): boolean {
  const count = (state: Finding['state']): number => findings.filter(finding => finding.state === state).length
  const ok = count('fault') === 0
  if (json) {
    printJson(io, { url, ok, findings })
    return ok
  }
  const colour = paint(io.stdout)
  const width = Math.max(...findings.map(({ check }) => check.length))
  const indent = `${' '.repeat(9)}  ${' '.repeat(width)}  `
  const lines = findings.flatMap(({ check, state, message, details = [], fix }) => {
    const [mark, style] = MARKS[state]
    return [
      `${colour(style, mark.padEnd(9))}  ${check.padEnd(width)}  ${message}`,
      ...details.map(detail => `${indent}- ${detail}`),
      ...(fix === undefined ? [] : [`${indent}${colour('bold', 'fix')} ${fix}`]),
    ]
  })
  const [faults, warnings] = [count('fault'), count('warning')]
  const sum =
    faults + warnings === 0 ? 'No faults found.' : `${pluralize(faults, 'fault')}, ${pluralize(warnings, 'warning')}.`
  io.stdout.write(`${lines.join('\n')}\n\n${sum}\n`)
  return ok
}

interface Options {
  readonly url?: string | undefined
  readonly json: boolean
  /** Whether to list all, also what was listed once. */
  readonly all: boolean
}

/** The exit code when a check found a fault. */
const EXIT_FAULT = 1

/**
 * Checks a server as its clients see it: the one at `url`, in DRAGOMAN_URL, or on this machine. Returns the exit code.
 * @throws AppError `invalid_input` for an invalid URL.
 */
export async function runDoctor(machine: Machine, { url, json, all }: Options, io: Io): Promise<number> {
  const given = url ?? machine.config.remoteUrl
  const { isDatabase } = machine.config
  const local = given !== undefined ? undefined : await (isDatabase ? checkDatabase(machine) : checkDataFolder(machine))
  const address = given ?? local?.url
  const findings: Finding[] = [...(local?.findings ?? [])]
  let doubtful: DoubtfulCheck | undefined
  const show = createStatusLine(io)
  if (local !== undefined) {
    show('Testing engines …')
    findings.push(...(await checkEngines(machine)))
    show('Asking sign-in providers …')
    findings.push(...(await checkProviders(machine.config.providers)))
    show('Reading translations …')
    doubtful = await checkDoubtfulTexts(local.ask, {
      dataDir: machine.config.dataDir,
      all: all || json,
      command: machine.command,
    })
    findings.push(...doubtful.findings)
    show('')
  }
  if (address !== undefined) {
    findings.push(...(await checkSite(address, machine, show)))
    show('')
  }
  const isGood = printReport(io, address === undefined ? undefined : parseOrigin(address), findings, json)
  if (!json) await doubtful?.noteShown()
  return isGood ? 0 : EXIT_FAULT
}

async function checkSite(address: string, machine: Machine, show: (text: string) => void): Promise<readonly Finding[]> {
  const site = openSite(parseOrigin(address), machine.now)
  const findings: Finding[] = [...checkAddress(address, site)]
  const { remoteUrl, remoteToken } = machine.config
  const checks: readonly (readonly [string, () => Promise<readonly Finding[]>])[] = [
    ['server', () => checkReach(site)],
    ['discovery', () => checkDiscovery(site)],
    ['MCP without a token', () => checkMcp(site)],
    ['sign-in', () => checkSignInRequests(site)],
    [
      'token',
      // Send the token only to its own server.
      async () => (remoteToken !== undefined && remoteUrl === site.origin ? [await checkToken(site, remoteToken)] : []),
    ],
  ]
  for (const [what, check] of checks) {
    show(`Checking ${site.origin}: ${what} …`)
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

/** Warns about a path in the address. Clients use `/mcp`. */
function checkAddress(address: string, { origin }: Site): readonly Finding[] {
  const { pathname, search, hash } = new URL(address)
  if (`${pathname}${search}${hash}` === '/' || pathname === '/mcp') return []
  return [
    warning(
      'address',
      `${address} has a path, but Dragoman needs the root of a host. Checked ${origin} instead.`,
      `Use ${origin}/mcp in clients, and give Dragoman its own host in the proxy.`,
    ),
  ]
}

/** @throws AppError `invalid_input` */
function parseOrigin(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url.origin
  throw new AppError('invalid_input', `${JSON.stringify(address.slice(0, 200))} is not a valid URL.`, {
    fix: 'Use an http or https URL, for example https://l10n.example.org.',
  })
}

/** Creates the line on a terminal that shows the running check. */
function createStatusLine({ stderr }: Io): (text: string) => void {
  return text => {
    if (stderr.isTTY) stderr.write(`\r${text.slice(0, (stderr.columns || 80) - 1)}\u001B[K`)
  }
}
