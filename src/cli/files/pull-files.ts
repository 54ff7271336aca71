import { createHash } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { AppError } from '../../errors.ts'
import { answerOf, resultOf } from './answer.ts'
import { type Carrier, eachAtOnce, INLINE } from './carrier.ts'
import type { Root } from './root.ts'
import { unpack } from './unpack.ts'

interface Row {
  readonly path: string
  readonly locale: string
  readonly sha256: string
  readonly exported: number
  readonly stale?: number
  readonly missing?: number
  readonly content?: string
}

interface Pulled {
  readonly files?: readonly Row[]
  readonly downloads?: readonly { readonly path: string; readonly get: string }[]
  readonly archive?: { readonly get: string }
  readonly locales?: readonly Totals[]
  readonly left_out?: number
  readonly next: string
}

interface Totals {
  readonly locale: string
  readonly files: number
  readonly exported: number
  readonly stale?: number
  readonly missing?: number
}

/** More rows than these are added up by locale, and more paths are counted. */
const MOST_ROWS = 20
const MOST_PATHS = 100

/** Runs a pull and writes its files below the root; the answer says which in place of what is in them. */
export async function pullFiles(
  call: () => Promise<CallToolResult>,
  root: Root,
  carrier: Carrier,
  signal: AbortSignal | undefined,
): Promise<CallToolResult> {
  const result = await call()
  const answer = answerOf(result) as Pulled | undefined
  if (answer === undefined) return result
  const written: string[] = []
  const write = async (path: string, content: string): Promise<void> => {
    await root.write(path, content)
    written.push(path)
  }
  try {
    await writeAll(answer, write, carrier, signal)
  } catch (error) {
    throw error instanceof AppError && written.length > 0 ? afterSome(error, written.length) : error
  }
  return resultOf(summaryOf(answer, written.sort()))
}

async function writeAll(
  { files = [], downloads = [], archive }: Pulled,
  write: (path: string, content: string) => Promise<void>,
  carrier: Carrier,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const { path, content } of files) if (content !== undefined) await write(path, content)
  if (carrier === INLINE) return
  const hashes = new Map(files.map(({ path, sha256 }) => [path, sha256]))
  await eachAtOnce(downloads, async ({ path, get }) => {
    const bytes = await carrier.get(get, signal)
    const hash = createHash('sha256').update(bytes).digest('hex')
    if (hash !== hashes.get(path)) throw changed(path)
    await write(path, bytes.toString())
  })
  if (archive === undefined) return
  for (const { path, content } of unpack(await carrier.get(archive.get, signal))) await write(path, content)
}

function summaryOf({ files = [], locales, left_out: leftOut = 0 }: Pulled, written: readonly string[]) {
  const totals = locales ?? (files.length > MOST_ROWS ? totalsOf(files) : undefined)
  const open = [...files, ...(locales ?? [])].some(({ stale = 0, missing = 0 }) => stale + missing > 0)
  const more = written.length - MOST_PATHS
  return {
    written: written.slice(0, MOST_PATHS),
    ...(more > 0 && { more }),
    ...(totals === undefined ? files.length > 0 && { files: files.map(withoutContent) } : { locales: totals }),
    ...(leftOut > 0 && { left_out: leftOut }),
    next: nextStep(written.length, open, leftOut),
  }
}

function withoutContent(file: Row): Row {
  const { content: _, ...row } = file
  return row
}

function nextStep(written: number, open: boolean, leftOut: number): string {
  const blank =
    leftOut > 0 ? ' Files without a translation are left out (left_out); name their locale to get them.' : ''
  if (written === 0)
    return blank === '' ? 'Nothing changed since, and nothing was written.' : `Nothing was written.${blank}`
  return `${open ? 'The files are written; get_work has what is missing or stale.' : 'The files are written.'}${blank}`
}

function totalsOf(files: readonly Row[]): readonly Totals[] {
  const totals = new Map<string, Totals>()
  for (const { locale, exported, stale = 0, missing = 0 } of files) {
    const before = totals.get(locale)
    const sum = { stale: (before?.stale ?? 0) + stale, missing: (before?.missing ?? 0) + missing }
    totals.set(locale, {
      locale,
      files: (before?.files ?? 0) + 1,
      exported: (before?.exported ?? 0) + exported,
      ...(sum.stale > 0 && { stale: sum.stale }),
      ...(sum.missing > 0 && { missing: sum.missing }),
    })
  }
  return [...totals.values()]
}

const changed = (path: string): AppError =>
  new AppError('conflict', `${path} changed on the server while it was fetched.`, { fix: 'Pull again.' })

function afterSome({ code, message, fix }: AppError, count: number): AppError {
  const options = fix === undefined ? {} : { fix }
  return new AppError(code, `${message} ${count === 1 ? '1 file was' : `${count} files were`} written before.`, options)
}
