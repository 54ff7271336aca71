import type { CliContext } from '../context.ts'
import type { CliCommand } from '../usage/cli-command.ts'

/** Adds `doctor`. */
export function addDoctorCommand(program: CliCommand, context: CliContext): void {
  program
    .command('doctor [url]')
    .description('Check a server as a client does, and show how to fix what fails.')
    .option('--json', 'print JSON')
    .option('--all', 'list all, also what was listed once')
    .explain({
      examples: ['doctor', 'doctor https://l10n.example.org'],
      notes: 'Without URL, it checks the server in DRAGOMAN_URL, or else the one of your data folder.',
      docs: 'docs/self-hosting.md',
    })
    .run(async (url: string | undefined, { json = false, all = false }: { json?: boolean; all?: boolean }) => {
      const { runDoctor } = await import('../doctor/run.ts')
      return runDoctor(await context.machine(), { url, json, all }, context.io)
    })
}
