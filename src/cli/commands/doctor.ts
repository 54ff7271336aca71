import type { Command } from 'commander'
import type { CliContext, WrapAction } from '../context.ts'
import { addHelpText } from './help-text.ts'

/** Adds `doctor`. */
export function addDoctorCommand(program: Command, context: CliContext, wrap: WrapAction): void {
  const { command } = context
  const doctor = program
    .command('doctor [url]')
    .description('Check a server as a client does, and show how to fix what fails.')
    .option('--json', 'print JSON')
    .option('--all', 'list all, also what was listed once')
    .action(
      wrap(async (url: string | undefined, { json = false, all = false }: { json?: boolean; all?: boolean }) => {
        const { runDoctor } = await import('../doctor/run.ts')
        return runDoctor(await context.machine(), { url, json, all }, context.io)
      }),
    )
  addHelpText(doctor, {
    examples: [command('doctor'), command('doctor https://l10n.example.org')],
    notes: 'Without URL, it checks the server in DRAGOMAN_URL, or else the one of your data folder.',
    docs: 'docs/self-hosting.md',
  })
}
