import { InvalidArgumentError, Option } from 'commander'
import { AppError } from '../../errors.ts'
import type { CliContext } from '../context.ts'
import { serverOption, splitProject } from '../repository/project-options.ts'
import type { TranslateOptions } from '../runs/run-commands.ts'
import type { CliCommand } from '../usage/cli-command.ts'

const DOCS = 'docs/runs.md, docs/engines.md'

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

function parseDollars(text: string): number {
  const amount = Number(text)
  if (text.trim() !== '' && amount >= 0 && amount <= 100_000) return amount
  throw new InvalidArgumentError('Give US dollars, such as 5 or 0.50.')
}

/** The words before options: a run, with or without its project. */
function toRun(words: readonly string[]): { readonly project: string | undefined; readonly run: string } {
  const { project, others } = splitProject(words)
  const [run, ...rest] = others
  if (run !== undefined && rest.length === 0) return { project, run }
  throw new AppError('invalid_input', 'Give one run.', { fix: 'Name its ID, such as runs watch RUN.' })
}

/** Adds `translate` and `runs`. */
export function addRunCommands(program: CliCommand, context: CliContext): void {
  program
    .command('translate [locales...]')
    .usage('[options] [project] [locales...]')
    .description('Let the server translate with its engines, and follow the run.')
    .option('--estimate', 'count strings, tokens and cost; send nothing')
    .option('--engine <name>', 'engine; repeat it for several, in their order', collect)
    .addOption(new Option('--only <work>', 'part of the work').choices(['missing', 'stale']))
    .option('--file <path>', 'source file; repeat it for several', collect)
    .option('--branch <name>', 'branch')
    .option('--revise', 'revise translations; needs --finding or --outdated-voice')
    .option('--finding <check>', 'translations with an open finding: a check, a level or any')
    .option('--outdated-voice', 'translations that were written for an earlier voice')
    .addOption(new Option('--budget <dollars>', 'pause before the run costs more').argParser(parseDollars))
    .option('--note <text>', 'note for the batch of changes')
    .option('--resume <run>', 'continue a paused run')
    .option('--detach', 'start the run without following it')
    .addOption(serverOption())
    .option('--json', 'print each state as a line of JSON')
    .explain({
      examples: [
        'translate de --estimate',
        'translate de --engine memory --engine llm --budget 5',
        'translate acme/app de --revise --outdated-voice --estimate',
      ],
      notes: `Without a project: that of dragoman.json. Without locales: all of them. Ctrl+C stops following; the run goes on.
Exits with 1 if the run did not complete, or left translations unresolved or skipped.`,
      docs: DOCS,
    })
    .run(async (words: readonly string[], options: TranslateOptions) => {
      const { translate: act } = await import('../runs/run-commands.ts')
      const { project, others: locales } = splitProject(words)
      return act(await context.machine(), { ...options, project, locales }, context)
    })
  const runs = program
    .command('runs')
    .helpCommand(false)
    .description('List, watch or cancel runs.')
    .explain({
      examples: ['runs list', 'runs watch RUN', 'runs cancel acme/app RUN'],
      docs: DOCS,
    })
  runs
    .command('list [project]')
    .description('List the runs of a project, newest first.')
    .addOption(serverOption())
    .option('--json', 'print JSON')
    .explain({ examples: ['runs list', 'runs list acme/app --json'], docs: DOCS })
    .run(async (project: string | undefined, options: { json?: boolean; server?: string }) => {
      const { listRuns } = await import('../runs/run-commands.ts')
      return listRuns(await context.machine(), { project, ...options }, context)
    })
  runs
    .command('watch <run...>')
    .usage('[options] [project] <run>')
    .description('Follow a run until it ends or pauses.')
    .addOption(serverOption())
    .option('--json', 'print each state as a line of JSON')
    .explain({ examples: ['runs watch RUN', 'runs watch acme/app RUN'], docs: DOCS })
    .run(async (words: readonly string[], options: { json?: boolean; server?: string }) => {
      const { watchRun } = await import('../runs/run-commands.ts')
      return watchRun(await context.machine(), { ...toRun(words), ...options }, context)
    })
  runs
    .command('cancel <run...>')
    .usage('[options] [project] <run>')
    .description('Cancel a run. Its translations stay.')
    .addOption(serverOption())
    .option('--json', 'print JSON')
    .explain({ examples: ['runs cancel RUN', 'runs cancel acme/app RUN'], docs: DOCS })
    .run(async (words: readonly string[], options: { json?: boolean; server?: string }) => {
      const { cancelRun } = await import('../runs/run-commands.ts')
      return cancelRun(await context.machine(), { ...toRun(words), ...options }, context)
    })
}
