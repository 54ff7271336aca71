import { InvalidArgumentError, Option } from 'commander'
import type { CliContext } from '../context.ts'
import type { CheckOptions } from '../gate/run-check.ts'
import { serverOption } from '../repository/project-options.ts'
import type { CliCommand } from '../usage/cli-command.ts'

const FORMATS: readonly CheckOptions['format'][] = ['text', 'json', 'sarif', 'github', 'gitlab']

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]

function parseCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number, such as 0.')
}

/** Adds `check`. */
export function addCheckCommand(program: CliCommand, context: CliContext): void {
  program
    .command('check')
    .description('Check the translations of this repository; without a server, unless you ask for one.')
    .option('--diff <base>', 'check only what this branch changes since it left the base')
    .option('--only <locale>', 'one locale; repeat it for several (default: all)', collect, [])
    .addOption(new Option('--format <format>', 'format of the report').choices(FORMATS).default('text'))
    .addOption(new Option('--json', 'print JSON, as --format json').conflicts('format'))
    .option('--output <file>', 'write the report to a file')
    .addOption(new Option('--max-warnings <count>', 'fail above this many warnings').argParser(parseCount))
    .option('--online', 'use the levels, the glossary and the ignored findings of the server')
    .option('--frozen', 'fail if a pull would change a file')
    .addOption(serverOption())
    .option('--branch <name>', 'branch of the project on the server')
    .explain({
      examples: ['check', 'check --diff origin/main --format github'],
      notes: `Exits with 1 if it finds an error. Strings without a translation pass: Dragoman queues them.`,
      docs: 'docs/ci.md',
    })
    .run(async ({ json, ...options }: CheckOptions & { readonly json?: boolean }) => {
      const { runCheck } = await import('../gate/run-check.ts')
      const format = json === true ? 'json' : options.format
      return runCheck(await context.machine(), { ...options, format }, context)
    })
}
