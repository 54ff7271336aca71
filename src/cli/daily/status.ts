import { z } from 'zod'
import type { ToolCaller } from '../backends/tool-caller.ts'
import type { CliContext } from '../context.ts'
import { paint } from '../io.ts'
import type { Machine } from '../machine.ts'
import { formatCount } from '../output/progress.ts'
import { countFindings } from '../output/sentences.ts'
import { type Column, printTable } from '../output/table.ts'
import type { ProjectOptions } from '../repository/project-options.ts'
import type { STATUS_FIELDS } from './status-fields.ts'
import { branchOptionText, withProject } from './with-project.ts'

export interface StatusOptions extends ProjectOptions {
  readonly branch?: string
  readonly json?: boolean | readonly (typeof STATUS_FIELDS)[number][]
  readonly quiet?: boolean
}

const Count = z.number().default(0)
const Status = z.looseObject({
  locales: z.array(
    z.looseObject({
      locale: z.string(),
      untranslated: Count,
      needs_review: Count,
      translated: Count,
      approved: Count,
      stale: Count,
      omitted: Count,
      errors: Count,
      warnings: Count,
      conflicts: Count,
      suggestions: Count,
      left: Count,
      words_left: Count,
    }),
  ),
})

/** The progress of a locale. */
export type LocaleProgress = Readonly<ReturnType<typeof toProgress>>

/** Reads the progress of locales; of all without names. */
export async function readProgress(
  caller: ToolCaller,
  project: string,
  { locales = [], branch }: { readonly locales?: readonly string[]; readonly branch?: string | undefined },
): Promise<readonly LocaleProgress[]> {
  const args = { project, branch, locales: locales.length > 0 ? locales : undefined }
  const answer = await caller.call('get_status', args, Status)
  return answer.locales.map(toProgress)
}

function toProgress(row: z.output<typeof Status>['locales'][number]) {
  const strings = row.untranslated + row.needs_review + row.translated + row.approved
  return {
    locale: row.locale,
    /** Percent of the strings that need no work: 100 only when nothing is left. */
    ready: strings === 0 ? 100 : Math.floor((100 * (strings - row.left)) / strings),
    strings,
    left: row.left,
    words: row.words_left,
    /** Translations that wait for a reviewer. */
    review: row.needs_review,
    /** Translations with an open error or warning. */
    findings: row.errors + row.warnings,
    errors: row.errors,
    warnings: row.warnings,
    stale: row.stale,
    /** Translations of older source strings, which a pull leaves out by the policy. */
    omitted: row.omitted,
    conflicts: row.conflicts,
    suggestions: row.suggestions,
  }
}

const countColumn = (name: 'left' | 'words' | 'review' | 'omitted'): Column<LocaleProgress> => ({
  name,
  align: 'right',
  format: row => formatCount(row[name]),
})

const COLUMNS: readonly Column<LocaleProgress>[] = [
  { name: 'locale' },
  {
    name: 'ready',
    align: 'right',
    format: ({ ready }) => `${ready} %`,
    style: ({ left }) => (left === 0 ? 'green' : undefined),
  },
  countColumn('left'),
  countColumn('words'),
  countColumn('review'),
  {
    name: 'findings',
    format: row => countFindings(row) || '–',
    style: ({ errors, warnings }) => (errors > 0 ? 'red' : warnings > 0 ? 'yellow' : undefined),
  },
]

/** `status`: the progress of each locale. Returns the exit code. */
export function showStatus(
  machine: Machine,
  options: StatusOptions & { readonly locales: readonly string[] },
  { io, command }: Pick<CliContext, 'io' | 'command'>,
): Promise<number> {
  const { locales, json = false, quiet = false } = options
  return withProject(machine, options, io, async (caller, { project, branch }) => {
    const rows = await readProgress(caller, project, { locales, branch })
    const hasOmitted = !io.stdout.isTTY || rows.some(({ omitted }) => omitted > 0)
    printTable(io, rows, hasOmitted ? [...COLUMNS, countColumn('omitted')] : COLUMNS, {
      json,
      quiet: quiet ? 'locale' : undefined,
      none: `${project} has no target locales.`,
    })
    const next = rows.find(({ left }) => left > 0)
    if (io.stdout.isTTY && json === false && !quiet && next !== undefined) {
      io.stdout.write(
        `${paint(io.stdout)('dim', `Next: ${command(`work ${next.locale}${branchOptionText(branch)}`)}`)}\n`,
      )
    }
    return 0
  })
}
