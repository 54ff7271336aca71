import { type Command, Option } from 'commander'
import { SURFACES } from '../../tools/audit/view.ts'
import type { CliContext, WrapAction } from '../context.ts'
import { parseCount } from './count-argument.ts'

interface AuditFlags extends Readonly<Record<string, string | number | boolean | undefined>> {
  readonly limit?: number
  readonly json?: boolean
}

/** Adds `audit`, by which the operator of the machine reads who did what on the whole service. */
export function addAuditCommand(program: Command, context: CliContext, wrap: WrapAction): void {
  program
    .command('audit')
    .description('Print who did what, on the whole service, newest first.')
    .option('--user <handle>', 'what this person did')
    .option('--account <handle>', 'what was done to this account and what it owns')
    .option('--action <name>', 'such as delete_project or sign_in')
    .option('--target <text>', 'what it was done to, such as acme/app; "acme/*" = what begins so')
    .addOption(new Option('--surface <name>', 'where it came in').choices(SURFACES))
    .option('--since <date>', 'RFC 3339 date or date-time; that day or moment included')
    .option('--until <date>', 'the same for the end')
    .addOption(new Option('--limit <count>', 'only so many').argParser(parseCount))
    .option('--json', 'print JSON lines: one event to a line')
    .addHelpText('after', formatExamples(context))
    .action(
      wrap(async ({ limit = Number.POSITIVE_INFINITY, json = false, ...filter }: AuditFlags) => {
        const { printAudit } = await import('./print-audit.ts')
        return printAudit(
          await context.machine(),
          { filter: filter as Record<string, string>, limit, json },
          context.io,
        )
      }),
    )
}

const formatExamples = ({ command }: CliContext): string => `
Nothing in it can be changed or removed; DRAGOMAN_AUDIT_RETENTION says how long it is kept.

Examples:
  ${command('audit --user ada --since 2027-01-01')}
  ${command('audit --action sign_in_refused --limit 20')}
  ${command('audit --json | gzip > audit.jsonl.gz')}`
