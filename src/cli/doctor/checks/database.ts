import type { DatabaseReport } from '../../../store/closed-store.ts'
import { pluralize } from '../../../tools/pluralize.ts'
import { formatBytes } from '../../../tools/quota/limits.ts'
import { dispatchOperatorCommand } from '../../control/operator-command.ts'
import type { Machine } from '../../machine.ts'
import { type Finding, fault, toFault, warning, works } from '../finding.ts'
import { checkMoves, type LocalCheck } from './data-folder.ts'

/** Above it, each call of a tool takes visibly longer: a call needs several round trips. */
const SLOW_MS = 5
/** The oldest version that gets fixes (as of 2026). */
const OLDEST_VERSION = 14

/** Checks the database of the configuration, and returns the URL of its servers, if it is configured. Changes nothing. */
export async function checkDatabase(machine: Machine): Promise<LocalCheck> {
  const { storePlace, baseUrl, storeConnections } = machine.config
  const report = await machine.database().catch(toFault('database', 'Check DRAGOMAN_STORE_URL.'))
  if ('check' in report) return { findings: [{ ...report, message: `${storePlace}: ${report.message}` }] }
  const findings = [
    checkServer(report, storePlace),
    checkMoves(report, storePlace, machine.command),
    report.mayCreate
      ? works('rights', 'This user may create and update the tables.')
      : fault('rights', 'This user may not create tables.', 'GRANT CREATE ON DATABASE name TO user.'),
    report.latency_ms > SLOW_MS
      ? warning(
          'latency',
          `A round trip takes ${report.latency_ms} ms.`,
          'Run the servers near the database: a call needs several.',
        )
      : works('latency', `A round trip takes ${report.latency_ms} ms.`),
    report.listens
      ? works('changes', 'Processes are notified of changes (LISTEN).')
      : warning(
          'changes',
          'Notifications do not arrive: processes look for changes every few seconds.',
          'Streams are slower. For notifications, connect without a pooler, or with one in session mode.',
        ),
    checkConnections(report, storeConnections),
    works('size', `${formatBytes(report.bytes)}. Largest tables: ${listTables(report)}.`),
    ...checkProcesses(report, machine),
  ]
  return {
    findings: findings.filter(finding => finding !== undefined),
    url: baseUrl,
    ask: isOpenable(report) ? (command, args) => dispatchOperatorCommand(machine, command, args) : undefined,
  }
}

/** Whether a process that opens the store changes nothing in it. */
const isOpenable = ({ isCurrent, isReadOnly, departure, arrival }: DatabaseReport): boolean =>
  isCurrent && !isReadOnly && departure === undefined && arrival === undefined

function checkServer({ version, isPostgres, isReadOnly }: DatabaseReport, place: string): Finding {
  const major = Number(/^PostgreSQL (\d+)/.exec(version)?.[1])
  if (isReadOnly) return fault('database', `${place} is read-only: it is a standby.`, 'Use the URL of the primary.')
  if (!isPostgres) {
    return warning(
      'database',
      `${place}: ${version}, which is not PostgreSQL itself.`,
      'See docs/scaling.md for what it lacks.',
    )
  }
  if (major < OLDEST_VERSION)
    return warning(
      'database',
      `${place}: ${version}, which gets no more fixes.`,
      `Update it to ${OLDEST_VERSION} or later.`,
    )
  return works('database', `${place}: ${version}.`)
}

function checkConnections({ connections: { used, most } }: DatabaseReport, each: number): Finding {
  const message = `${used} of ${most} connections are used. A process uses up to ${each + 1}.`
  if (most - used > each) return works('connections', message)
  return warning('connections', message, 'Raise max_connections, lower DRAGOMAN_STORE_CONNECTIONS, or use PgBouncer.')
}

function checkProcesses({ processes }: DatabaseReport, { command, config }: Machine): readonly Finding[] {
  if (processes === 0) return [fault('servers', 'No server uses this database.', `Start one: ${command('serve')}`)]
  const message = `${pluralize(processes, 'process', 'processes')} ${processes === 1 ? 'uses' : 'use'} this database.`
  if (config.baseUrl !== undefined) return [works('servers', message)]
  return [
    warning(
      'servers',
      message,
      `To check one as a client does, name its URL: ${command('doctor https://l10n.example.org')}`,
    ),
  ]
}

const listTables = ({ tables }: DatabaseReport): string =>
  Object.entries(tables)
    .slice(0, 3)
    .map(([name, bytes]) => `${name} ${formatBytes(bytes)}`)
    .join(', ') || 'none'
