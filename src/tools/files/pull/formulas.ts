import { z } from 'zod'
import type { TargetEntry } from '../../../l10n/formats/format.ts'
import { isFormula } from '../../../l10n/formats/formula.ts'
import { escapeInvisible } from '../../../text/escape.ts'
import type { Computation } from '../../../workers/computation.ts'
import type { BranchFile } from '../../projects/branches.ts'

/** Cells that a spreadsheet would run: their number, and the first five. */
export const Formulas = z.object({
  count: z.number().int(),
  first: z.array(z.object({ path: z.string(), locale: z.string(), key: z.string() })),
  note: z.string(),
})

interface FileWithFormulas {
  readonly path: string
  readonly locale: string
  /** Keys. */
  readonly formulas: readonly string[]
}

const MAX_FIRST = 5
const NOTE =
  'Spreadsheets run cells that begin with =, +, -, @ or a tab as formulas. The files have them unchanged: open them in an editor, or correct the translations.'

/** Lists the keys of translations that a spreadsheet would run, in the order of the file. */
export async function listFormulas(
  entries: readonly TargetEntry[],
  { file, branchFile }: BranchFile,
  sourceLocale: string,
  computed: Computation,
): Promise<readonly string[]> {
  const suspects = entries.filter(({ value }) => typeof value === 'string' && isFormula(value))
  if (suspects.length === 0) return []
  const place = { path: file.path, format: file.format, locale: sourceLocale }
  const { items } = await computed.readSource({ ...place, content: branchFile.content })
  const sources = new Map(items.map(({ key, value }) => [key, value]))
  const isOne = ({ key, value }: TargetEntry): boolean => {
    const source = sources.get(key)
    return typeof value === 'string' && isFormula(value, typeof source === 'string' ? source : undefined)
  }
  return suspects.filter(isOne).map(({ key }) => key)
}

/** Warns of translations that a spreadsheet would run as formulas; undefined without any. */
export function describeFormulas(files: readonly FileWithFormulas[]): z.input<typeof Formulas> | undefined {
  const all = files.flatMap(({ path, locale, formulas }) => formulas.map(key => ({ path, locale, key })))
  if (all.length === 0) return undefined
  const first = all.slice(0, MAX_FIRST).map(row => ({ ...row, key: escapeInvisible(row.key) }))
  return { count: all.length, first, note: NOTE }
}
