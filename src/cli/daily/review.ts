import { z } from 'zod'
import { escapeInvisible } from '../../text/escape.ts'
import type { CliContext } from '../context.ts'
import { paint, printJson } from '../io.ts'
import type { Machine } from '../machine.ts'
import { formatCount } from '../output/progress.ts'
import { countFindings, countOf, keepTrue } from '../output/sentences.ts'
import { type Column, formatTable, pickFields } from '../output/table.ts'
import type { ProjectOptions } from '../repository/project-options.ts'
import { openPage, readProjectUrl } from './open.ts'
import { readProgress } from './status.ts'
import { withProject } from './with-project.ts'

export interface ReviewOptions extends ProjectOptions {
  readonly open?: boolean
  readonly json?: boolean
}

const Progress = z.looseObject({ total: z.number(), decided: z.number() })
const Reviews = z.looseObject({
  reviews: z
    .array(
      z.looseObject({
        id: z.string(),
        title: z.string(),
        locales: z.array(z.string()),
        total: z.number(),
        must_see: Progress,
        sample: z.looseObject({ size: z.number(), read: z.number() }),
        url: z.string(),
      }),
    )
    .default([]),
})

interface ReviewRow {
  readonly review: string
  readonly locales: string
  readonly strings: number
  readonly must_see: string
  readonly sample: string
  readonly page: string
}

/** The fields of a locale in `review --json`. */
const WAITING_FIELDS = ['locale', 'review', 'errors', 'warnings', 'conflicts', 'suggestions']

const COLUMNS: readonly Column<ReviewRow>[] = [
  { name: 'review' },
  { name: 'locales' },
  { name: 'strings', align: 'right', format: ({ strings }) => formatCount(strings) },
  { name: 'must_see', align: 'right' },
  { name: 'sample', align: 'right' },
  { name: 'page' },
]

/** `review`: what waits for a reviewer, and the open reviews. Returns the exit code. */
export function showReviews(
  machine: Machine,
  options: ReviewOptions & { readonly locale: string | undefined },
  { io, command }: Pick<CliContext, 'io' | 'command'>,
): Promise<number> {
  const { locale, json = false } = options
  return withProject(machine, options, io, async (caller, { project }) => {
    const page = `${await readProjectUrl(caller, project)}/review`
    if (options.open === true) return openPage(machine, page, io)
    const progress = await readProgress(caller, project, { locales: locale === undefined ? [] : [locale] })
    const { reviews } = await caller.call('get_review', { project, state: 'open' }, Reviews)
    const open = reviews.filter(({ locales }) => locale === undefined || locales.includes(locale))
    if (json) {
      printJson(io, { page, locales: progress.map(row => pickFields(row, WAITING_FIELDS)), reviews: open })
      return 0
    }
    const waiting = progress.filter(row => row.review + row.findings + row.conflicts + row.suggestions > 0)
    const lines = waiting.map(row => {
      const parts = keepTrue([
        row.review > 0 && `${countOf(row.review, 'translation')} in review`,
        row.findings > 0 && countFindings(row),
        row.conflicts > 0 && countOf(row.conflicts, 'conflict'),
        row.suggestions > 0 && countOf(row.suggestions, 'suggestion'),
      ])
      return `${row.locale}: ${parts.join(', ')}.`
    })
    const rows = open.map(({ title, locales, total, must_see, sample, url }) => ({
      review: escapeInvisible(title),
      locales: locales.join(' '),
      strings: total,
      must_see: `${formatCount(must_see.decided)} of ${formatCount(must_see.total)}`,
      sample: `${formatCount(sample.read)} of ${formatCount(sample.size)}`,
      page: escapeInvisible(url),
    }))
    const colour = paint(io.stdout)
    const table = rows.length === 0 ? ['No open review.'] : formatTable(rows, COLUMNS, colour)
    const next = colour('dim', `Page: ${page}. To open it: ${command('review --open')}`)
    io.stdout.write(`${[...lines, ...table, next].join('\n')}\n`)
    return 0
  })
}
