import type { CliContext } from '../context.ts'
import type { GlossaryOptions } from '../glossary/glossary-commands.ts'
import type { CliCommand } from '../usage/cli-command.ts'

const DOCS = 'docs/command-line.md'

type Options = Omit<GlossaryOptions, 'file'>

/** Adds `glossary import` and `glossary export`. */
export function addGlossaryCommands(program: CliCommand, context: CliContext): void {
  const glossary = program
    .command('glossary')
    .helpCommand(false)
    .description('Import or export the glossary as CSV.')
    .explain({
      examples: ['glossary export terms.csv', 'glossary import terms.csv'],
      docs: DOCS,
    })
  glossary
    .command('import <file>')
    .description('Add and change the terms of a CSV file. Other terms stay.')
    .option('--account <handle>', 'glossary of the account instead of the project')
    .option('--dry-run', 'count terms; write nothing')
    .onProject()
    .option('--json', 'print JSON')
    .explain({
      examples: ['glossary import terms.csv --dry-run', 'glossary import terms.csv'],
      docs: DOCS,
    })
    .run(async (file: string, options: Options & { dryRun?: boolean }) => {
      const { importGlossary } = await import('../glossary/glossary-commands.ts')
      return importGlossary(await context.machine(), { ...options, file }, context)
    })
  glossary
    .command('export <file>')
    .description('Write the terms of the project and its account to a CSV file.')
    .option('--own', 'without the terms of the account')
    .option('--account <handle>', 'glossary of the account instead of the project')
    .option('--force', 'replace a file that is no export')
    .onProject()
    .option('--json', 'print JSON')
    .explain({
      examples: ['glossary export terms.csv', 'glossary export - --own'],
      notes: 'A file "-" is stdout. dragoman.json can name the file for checks without a server.',
      docs: DOCS,
    })
    .run(async (file: string, options: Options & { own?: boolean; force?: boolean }) => {
      const { exportGlossary } = await import('../glossary/glossary-commands.ts')
      return exportGlossary(await context.machine(), { ...options, file }, context)
    })
}
