import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { TERM_KINDS } from '../../l10n/glossary/term.ts'
import { quote } from '../../text/quote.ts'
import { TermView } from '../../tools/glossary/term-schemas.ts'
import { formatHeading, formatTerm, type LineFault, readTermTable } from '../../tools/glossary/term-table.ts'
import type { ToolCaller } from '../backends/tool-caller.ts'
import type { CliContext } from '../context.ts'
import { withProject } from '../daily/with-project.ts'
import { printJson } from '../io.ts'
import type { Machine } from '../machine.ts'
import { formatCount } from '../output/progress.ts'
import { countOf } from '../output/sentences.ts'
import type { ProjectOptions } from '../repository/command-project.ts'

export interface GlossaryOptions extends ProjectOptions {
  readonly file: string
  /** The glossary of an account instead of the project's. */
  readonly account?: string
  readonly json?: boolean
}

/** Terms of one file and of one call. */
const MAX_TERMS = 10_000
const MAX_CALL = 1000
const PAGE = 200
const MAX_FAULTS = 10
const NOTE = 'Imported from CSV'

const Count = z.number().default(0)
const Saved = z.looseObject({
  added: Count,
  changed: Count,
  breaks: z.looseObject({ count: z.number() }).optional(),
})
const Found = z.looseObject({ terms: z.array(TermView), next_cursor: z.string().optional() })
const Locales = z.looseObject({ target_locales: z.array(z.string()) })

/** `glossary import` */
export async function importGlossary(
  machine: Machine,
  options: GlossaryOptions & { readonly dryRun?: boolean },
  { io }: Pick<CliContext, 'io'>,
): Promise<number> {
  const { file, account, dryRun = false, json = false } = options
  const { upsert, faults } = readTermTable(await readCsv(resolve(machine.workingFolder, file), file), MAX_TERMS)
  if (faults.length > 0) throw faultsError(file, faults)
  return withProject(machine, options, io, async (caller, { project }) => {
    const target = account ?? project
    let [added, changed, breaks] = [0, 0, 0]
    for (let at = 0; at < upsert.length; at += MAX_CALL) {
      const part = upsert.slice(at, at + MAX_CALL)
      const saved = await caller.call('save_glossary', { target, upsert: part, note: NOTE, dry_run: dryRun }, Saved)
      added += saved.added
      changed += saved.changed
      breaks += saved.breaks?.count ?? 0
    }
    if (json) printJson(io, { target, added, changed, breaks, ...(dryRun && { dry_run: true }) })
    else {
      const same = upsert.length - added - changed
      const counts = `${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(same)} unchanged in ${target}.`
      const broken =
        breaks === 0
          ? ''
          : ` ${countOf(breaks, 'translation')} no longer ${breaks === 1 ? 'follows' : 'follow'} the glossary.`
      io.stdout.write(`${counts}${broken}${dryRun ? ' Nothing was written.' : ''}\n`)
    }
    return 0
  })
}

/** `glossary export`: the terms that apply to the project, or the own terms of an account. */
export async function exportGlossary(
  machine: Machine,
  options: GlossaryOptions & { readonly own?: boolean; readonly force?: boolean },
  { io }: Pick<CliContext, 'io'>,
): Promise<number> {
  const { file, account, own = false, force = false, json = false } = options
  return withProject(machine, options, io, async (caller, { project }) => {
    const terms = await listTerms(caller, account ?? project, own)
    const locales = await findLocales(caller, account === undefined ? project : undefined, terms)
    const text = [formatHeading(locales), ...terms.map(term => formatTerm(term, locales))].join('')
    if (file === '-') io.stdout.write(text)
    else {
      await writeCsv(resolve(machine.workingFolder, file), file, text, force)
      if (json) printJson(io, { file, terms: terms.length, locales })
      else io.stdout.write(`Wrote ${countOf(terms.length, 'term')} to ${file}.\n`)
    }
    return 0
  })
}

async function listTerms(
  caller: ToolCaller,
  target: string,
  own: boolean,
): Promise<readonly z.output<typeof TermView>[]> {
  const terms: z.output<typeof TermView>[] = []
  let cursor: string | undefined
  do {
    const page = { target, limit: PAGE, max_bytes: 60_000, ...(cursor !== undefined && { cursor }) }
    const found = await caller.call('get_glossary', page, Found)
    terms.push(...found.terms.filter(({ from }) => !own || from === undefined))
    cursor = found.next_cursor
  } while (cursor !== undefined)
  return terms
}

/** The target locales of a project, or those that terms of an account have. */
async function findLocales(
  caller: ToolCaller,
  project: string | undefined,
  terms: readonly z.output<typeof TermView>[],
): Promise<readonly string[]> {
  if (project !== undefined) return (await caller.call('get_project', { project }, Locales)).target_locales
  return [...new Set(terms.flatMap(({ translations = {} }) => Object.keys(translations)))].sort()
}

async function readCsv(path: string, name: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new AppError('not_found', `File ${quote(name)} cannot be read.`, { fix: 'Name a CSV file.', cause })
  }
}

/** Replaces only an export of a glossary, unless forced. */
async function writeCsv(path: string, name: string, text: string, force: boolean): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => undefined)
  if (before !== undefined && !force && !before.startsWith('term,kind,')) {
    throw new AppError('already_exists', `${quote(name)} exists and is no export of a glossary. Nothing was written.`, {
      fix: 'Choose another name, or replace it with --force.',
    })
  }
  await writeFile(path, text)
}

function faultsError(file: string, faults: readonly LineFault[]): AppError {
  const lines = faults.slice(0, MAX_FAULTS).map(fault => `\n  line ${fault.line}: ${describeFault(fault)}`)
  const more = faults.length > MAX_FAULTS ? `\n  and ${faults.length - MAX_FAULTS} more` : ''
  return new AppError(
    'invalid_input',
    `${quote(file)} has ${countOf(faults.length, 'fault')}:${lines.join('')}${more}`,
    {
      fix: 'Correct the lines. docs/command-line.md lists the columns.',
    },
  )
}

function describeFault(fault: LineFault): string {
  switch (fault.fault) {
    case 'empty':
      return 'The file is empty.'
    case 'no_term_column':
      return 'The column "term" is missing.'
    case 'no_term':
      return 'The term is missing.'
    case 'case':
      return 'case_sensitive is yes or no.'
    case 'column':
      return `Column ${quote(fault.name)} is not known.`
    case 'too_many':
      return `An import has at most ${formatCount(fault.count)} terms. Split the file.`
    case 'cells':
      return `The line has more than ${formatCount(fault.count)} cells.`
    case 'twice':
      return `${quote(fault.term)} is also in line ${fault.earlier}.`
    case 'kind':
      return `${quote(fault.kind)} is not a kind. Use one of: ${TERM_KINDS.join(', ')}.`
  }
}
