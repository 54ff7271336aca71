import type { Command } from 'commander'
import type { CliContext, WrapAction } from '../context.ts'

/** Adds `doctor`. */
export function addDoctorCommand(program: Command, context: CliContext, wrap: WrapAction): void {
  program
    .command('doctor [url]')
    .description('Look at a server as its clients do, and say what works and what to fix; without URL, at your own.')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nWithout URL it is the server that DRAGOMAN_URL names, else the one of this machine's data folder.`,
    )
    .action(
      wrap(async (url: string | undefined, { json = false }: { json?: boolean }) => {
        const { runDoctor } = await import('../doctor/run.ts')
        return runDoctor(await context.machine(), { url, json }, context.io)
      }),
    )
}
