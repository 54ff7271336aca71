import { Option } from 'commander'
import { SURFACES } from '../../../tools/audit/surfaces.ts'
import type { CliContext } from '../../context.ts'
import type { CliCommand } from '../../usage/cli-command.ts'
import { OPERATOR_GROUP, parseCount } from '../options.ts'

interface AuditFlags extends Readonly<Record<string, string | number | boolean | undefined>> {
  readonly limit?: number
  readonly json?: boolean
}

/** Adds `audit`, which prints the audit log of the whole server. */
export function addAuditCommand(program: CliCommand, context: CliContext): void {
  program
    .command('audit')
    .helpGroup(OPERATOR_GROUP)
    .description('Print the audit log of the server, newest events first.')
    .option('--user <handle>', 'events by this user')
    .option('--account <handle>', 'events on this account and what it owns')
    .option('--action <name>', 'for example delete_project or sign_in')
    .option('--target <text>', 'for example acme/app; "acme/*" matches everything below acme/')
    .addOption(new Option('--surface <name>', 'how the request arrived').choices(SURFACES))
    .option('--since <date>', 'from this date or time on (RFC 3339)')
    .option('--until <date>', 'up to this date or time (RFC 3339)')
    .addOption(new Option('--limit <count>', 'print at most this many events').argParser(parseCount))
    .option('--json', 'print one JSON object per line')
    .explain({
      examples: [
        'audit --user ada --since 2027-01-01',
        'audit --action sign_in_refused --limit 20',
        'audit --json | gzip > audit.jsonl.gz',
      ],
      notes: 'Events cannot be changed or deleted. They expire after DRAGOMAN_AUDIT_RETENTION.',
      docs: 'docs/audit.md',
    })
    .run(async ({ limit = Number.POSITIVE_INFINITY, json = false, ...filter }: AuditFlags) => {
      const { printAudit } = await import('./print-audit.ts')
      return printAudit(await context.machine(), { filter: filter as Record<string, string>, limit, json }, context.io)
    })
}
