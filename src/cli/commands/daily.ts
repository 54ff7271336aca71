import { InvalidArgumentError, Option } from 'commander'
import type { CliContext } from '../context.ts'
import type { OpenOptions } from '../daily/open.ts'
import type { ReviewOptions } from '../daily/review.ts'
import type { StatusOptions } from '../daily/status.ts'
import { STATUS_FIELDS } from '../daily/status-fields.ts'
import type { SubmitOptions } from '../daily/submit.ts'
import type { WorkOptions } from '../daily/work.ts'
import type { CliCommand } from '../usage/cli-command.ts'
import { parseCount } from './options.ts'

const DOCS = 'docs/command-line.md'

const branchOption = (): Option =>
  new Option('--branch <name>', 'branch; auto = the Git branch (default: the main branch)')

/** Adds `status`, `work`, `submit`, `review` and `open`. */
export function addDailyCommands(program: CliCommand, context: CliContext): void {
  program
    .command('status [locales...]')
    .description('Show the progress of each locale.')
    .addOption(branchOption())
    .onProject()
    .addOption(
      new Option('--json [fields]', 'print JSON, or only these fields, separated by commas').argParser(
        createFieldsParser(STATUS_FIELDS),
      ),
    )
    .option('--quiet', 'print locales only')
    .explain({ examples: ['status', 'status de pl --json locale,left,words'], docs: DOCS })
    .run(async (locales: readonly string[], options: StatusOptions) => {
      const { showStatus } = await import('../daily/status.ts')
      return showStatus(await context.machine(), { ...options, locales }, context)
    })
  program
    .command('work [locale]')
    .description('Print strings to translate, one JSON object per line.')
    .option('--limit <count>', 'strings to print (default: 100)', parseCount)
    .option('--file <path>', 'source file')
    .option('--finding <check>', 'translations with an open finding: a check, a level or any')
    .option('--worker <name>', 'keep these strings from other workers for 10 minutes')
    .option('--guide', 'print voice, terms and rules of each locale instead')
    .addOption(branchOption())
    .onProject()
    .option('--json', 'print JSON lines, as always')
    .explain({
      examples: ['work de > work.jsonl', 'work de --guide'],
      notes: 'Without a locale: all that have work. Add "text" or "forms" to each line, and send it with submit.',
      docs: DOCS,
    })
    .run(async (locale: string | undefined, options: WorkOptions) => {
      const { printWork } = await import('../daily/work.ts')
      return printWork(await context.machine(), { ...options, locale }, context)
    })
  program
    .command('submit [file]')
    .description('Send translations, one JSON object per line.')
    .option('--locale <tag>', 'locale of lines that name none')
    .option('--note <text>', 'note for the batch of changes')
    .option('--dry-run', 'check the translations; write nothing')
    .addOption(branchOption())
    .onProject()
    .option('--json', 'print JSON lines')
    .option('--quiet', 'print only the counts')
    .explain({
      examples: ['submit done.jsonl', 'submit - --dry-run < done.jsonl'],
      notes:
        'Reads stdin without a file. Prints a line for each item: stored, or refused with the fix. Exits with 1 if one is refused.',
      docs: DOCS,
    })
    .run(async (path: string | undefined, options: SubmitOptions) => {
      const { submitLines } = await import('../daily/submit.ts')
      return submitLines(await context.machine(), { ...options, path }, context)
    })
  program
    .command('review [locale]')
    .description('Show what waits for review, and open reviews.')
    .option('--open', 'open the page')
    .onProject()
    .option('--json', 'print JSON')
    .explain({ examples: ['review', 'review de --json'], docs: `${DOCS}, docs/review.md` })
    .run(async (locale: string | undefined, options: ReviewOptions) => {
      const { showReviews } = await import('../daily/review.ts')
      return showReviews(await context.machine(), { ...options, locale }, context)
    })
  program
    .command('open [what]')
    .description('Open the page of the project, a string, a locale or its reviews.')
    .option('--locale <tag>', 'locale of the string')
    .onProject()
    .explain({
      examples: ['open', 'open hello --locale de'],
      notes: 'WHAT is a key, a target locale, or review. Without a browser, it prints the address.',
      docs: DOCS,
    })
    .run(async (what: string | undefined, options: OpenOptions) => {
      const { openProjectPage } = await import('../daily/open.ts')
      return openProjectPage(await context.machine(), { ...options, what }, context)
    })
}

/** Creates the parser of `--json [fields]`: names of fields, separated by commas. */
const createFieldsParser =
  <Name extends string>(known: readonly Name[]) =>
  (text: string): readonly Name[] =>
    text.split(',').map(name => {
      const field = known.find(one => one === name.trim())
      if (field !== undefined) return field
      throw new InvalidArgumentError(`Fields are ${known.join(', ')}. Give locales before --json.`)
    })
