import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { isFormula } from '../../l10n/formats/formula.ts'
import { readGlossary, writeGlossary } from '../../l10n/glossary/glossary-csv.ts'
import type { Term } from '../../l10n/glossary/term.ts'
import { quote } from '../../text/quote.ts'
import type { CliContext } from '../context.ts'
import { withProject } from '../daily/with-project.ts'
import { printJson } from '../io.ts'
import type { Machine } from '../machine.ts'
import { writeData } from '../output/guard-output.ts'
import { formatCount } from '../output/progress.ts'
import { countOf } from '../output/sentences.ts'
import type { ProjectOptions } from '../repository/project-options.ts'
import { nameItems } from '../usage/command-words.ts'
import { listTerms } from './list-terms.ts'

export interface GlossaryOptions extends ProjectOptions {
  readonly file: string
  /** The glossary of an account instead of the project's. */
  readonly account?: string
  readonly json?: boolean
}

/** Terms of one call. */
const MAX_CALL = 1000
const NOTE = 'Imported from CSV'

const Count = z.number().default(0)
const Saved = z.looseObject({
  added: Count,
  changed: Count,
  breaks: z.looseObject({ count: z.number() }).optional(),
})

/** `glossary import` */
export async function importGlossary(
  machine: Machine,
  options: GlossaryOptions & { readonly dryRun?: boolean },
  { io }: Pick<CliContext, 'io'>,
): Promise<number> {
  const { file, account, dryRun = false, json = false } = options
  const upsert = readGlossary(await readCsv(resolve(machine.workingFolder, file), file), file).map(withoutEmpty)
  return withProject(machine, options, io, async (caller, { project }) => {
    const target = account ?? project
    let [added, changed, breaks] = [0, 0, 0]
    for (let at = 0; at < upsert.length; at += MAX_CALL) {
      const part = upsert.slice(at, at + MAX_CALL)
      const args = { target, upsert: part, note: NOTE, dry_run: dryRun }
      const saved = await caller.call('save_glossary', args, Saved).catch((error: unknown) => {
        throw nameItems(error, 'upsert', index => `term ${at + index + 1} of ${file}`)
      })
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
    const { terms: all } = await listTerms(caller, account ?? project)
    const terms = own ? all.filter(({ from }) => from === undefined) : all
    const text = writeGlossary(terms)
    const formulas = terms.filter(term => listTexts(term).some(one => isFormula(one)))
    if (formulas.length > 0) io.stderr.write(`${describeFormulas(formulas)}\n`)
    if (file === '-') writeData(io.stdout, text)
    else {
      await writeCsv(resolve(machine.workingFolder, file), file, text, force)
      if (json) printJson(io, { file, terms: terms.length })
      else io.stdout.write(`Wrote ${countOf(terms.length, 'term')} to ${file}.\n`)
    }
    return 0
  })
}

/** The texts of a term that are cells of its own or begin one. */
const listTexts = ({ term, definition, source_variants = [], translations }: Term): readonly string[] => [
  term,
  definition ?? '',
  ...source_variants.slice(0, 1),
  ...Object.values(translations).flatMap(({ translation, variants = [], forbidden = [], note }) => [
    translation ?? '',
    ...variants.slice(0, 1),
    ...forbidden.slice(0, 1),
    note ?? '',
  ]),
]

const MAX_NAMED = 5

function describeFormulas(terms: readonly Term[]): string {
  const names = terms.slice(0, MAX_NAMED).map(({ term }) => quote(term))
  const more = terms.length - names.length
  return `warning: ${countOf(terms.length, 'term')} ${terms.length === 1 ? 'has' : 'have'} a cell that spreadsheets run as a formula: ${names.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}.`
}

/** An empty cell leaves the field of an existing term as it is. */
const withoutEmpty = (term: Term): object =>
  Object.fromEntries(
    Object.entries(term).filter(
      ([, value]) => value !== undefined && !(typeof value === 'object' && Object.keys(value).length === 0),
    ),
  )

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
  if (before !== undefined && !force && !/^\uFEFF?term,kind(?:,|\r?\n)/.test(before)) {
    throw new AppError('already_exists', `${quote(name)} exists and is no export of a glossary. Nothing was written.`, {
      fix: 'Choose another name, or replace it with --force.',
    })
  }
  await writeFile(path, text)
}
