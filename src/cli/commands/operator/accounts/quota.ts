import { Option } from 'commander'
import { describeChangedQuota, describeQuota } from '../../../output/quota.ts'
import type { CliCommand } from '../../../usage/cli-command.ts'
import { addGroup, parseCount } from '../../options.ts'
import type { JsonOption, RunAndPrint } from '../run-and-print.ts'

interface QuotaOptions extends JsonOption {
  readonly projects?: number
  readonly strings?: number
  readonly bytes?: string
  readonly history?: string
  readonly reset?: boolean
}

const DOCS = 'docs/operating.md, Limits and quotas'

/** Adds `quota show` and `quota set`. */
export function addQuotaCommands(program: CliCommand, run: RunAndPrint): void {
  const quota = addGroup(program, 'quota', 'Show or set the limits of an account.', {
    examples: ['quota show acme', 'quota set acme --strings 1000000'],
    docs: DOCS,
  })
  quota
    .command('show <account>')
    .description('Show the limits and the usage of an account.')
    .option('--json', 'print JSON')
    .explain({ examples: ['quota show acme', 'quota show acme --json'], docs: DOCS })
    .run(async (account: string, options: JsonOption) => run('quota show', { account }, options, describeQuota))
  quota
    .command('set <account>')
    .description('Set limits of an account. The others stay as they are.')
    .addOption(new Option('--projects <count>', 'projects').argParser(parseCount))
    .addOption(new Option('--strings <count>', 'source strings on all branches').argParser(parseCount))
    .option('--bytes <size>', 'files and translations, for example 500MB or 2GiB')
    .option('--history <size>', 'past translations and sources, for example 20GiB')
    .option('--reset', 'use the defaults of the server for all limits that you leave out')
    .option('--json', 'print JSON')
    .explain({
      examples: [
        'quota set acme --strings 1000000',
        'quota set acme --projects 500 --bytes 4GiB',
        'quota set acme --reset',
      ],
      notes: `A limit below the usage deletes nothing, but blocks additions.
Defaults: DRAGOMAN_MAX_PROJECTS, DRAGOMAN_MAX_STRINGS, DRAGOMAN_MAX_BYTES, DRAGOMAN_MAX_HISTORY.`,
      docs: DOCS,
    })
    .run(async (account: string, { json = false, ...limits }: QuotaOptions) =>
      run('quota set', { account, ...limits }, { json }, describeChangedQuota),
    )
}
