import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import type { z } from 'zod'
import { AppError, resultOr } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import { describeIssues } from '../../tools/schemas/describe-issues.ts'
import { inputErrorMap } from '../../tools/schemas/error-map.ts'
import { ProjectFile } from '../../tools/schemas/project-file.ts'

/** Name of the file that connects a repository with its project. */
export const PROJECT_FILE = 'dragoman.json'

export type { ProjectFile }

/** A folder with a `dragoman.json`. */
export interface Repository {
  /** Absolute path of the folder. Paths in the file start there. */
  readonly root: string
  readonly file: ProjectFile
}

/**
 * Finds the repository of a folder: the nearest `dragoman.json` in it or in a folder above.
 * A folder that this user cannot enter has none.
 * @throws AppError `invalid_input` with line and field when the file is not valid.
 */
export async function findRepository(folder: string): Promise<Repository | undefined> {
  for (let root = folder; ; root = dirname(root)) {
    const text = await readProjectFile(root)
    if (text !== undefined) return { root, file: parseProjectFile(text) }
    if (dirname(root) === root) return undefined
  }
}

/**
 * Finds the repository of a folder.
 * @throws AppError `not_found` when there is none, `invalid_input` when its file is not valid.
 */
export async function openRepository(folder: string): Promise<Repository> {
  const found = await findRepository(folder)
  if (found !== undefined) return found
  throw new AppError('not_found', `No ${PROJECT_FILE} in ${quote(folder)} or a folder above.`, {
    fix: dragoman => `Run ${dragoman('init')} in the folder of the repository.`,
  })
}

/** Parses the text of a `dragoman.json`; comments and trailing commas are fine. @throws AppError `invalid_input`. */
export function parseProjectFile(text: string): ProjectFile {
  const errors: ParseError[] = []
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split('\n').length
    throw new AppError(
      'invalid_input',
      `${PROJECT_FILE} is not valid JSON in line ${line}: ${printParseErrorCode(first.error)}.`,
      { fix: 'Correct the line.' },
    )
  }
  const parsed = ProjectFile.safeParse(value, { error: inputErrorMap })
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const field = issues[0]?.path.join('.') ?? ''
  throw new AppError('invalid_input', `${PROJECT_FILE} is not valid: ${describeFault(issues, value)}`, {
    field,
    fix: 'See the fields in docs/project-file.md.',
  })
}

/** Parses the text of a `dragoman.json`; undefined if it is not valid. */
export const tryParseProjectFile = (text: string): ProjectFile | undefined =>
  resultOr(() => parseProjectFile(text), undefined)

function describeFault(issues: readonly z.core.$ZodIssue[], value: unknown): string {
  const [first] = issues
  if (first?.code === 'unrecognized_keys') return `unknown field ${[...first.path, first.keys[0]].join('.')}.`
  if (first === undefined || first.path.length === 0) return 'give one JSON object.'
  // A field with a rule of its own says it.
  if (/^[A-Z]/.test(first.message)) return `${first.path.join('.')}: ${first.message}`
  const [fault = ''] = describeIssues(issues, { given: value, read: value, isWhole: true }, ProjectFile)
  return fault
}

async function readProjectFile(root: string): Promise<string | undefined> {
  const path = join(root, PROJECT_FILE)
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined
    // Of an operator's command by sudo, in the home folder of somebody else.
    if (code === 'EACCES' && !(await isVisible(path))) return undefined
    throw new AppError('invalid_input', `${PROJECT_FILE} cannot be read: ${message}.`, {
      fix: 'Allow this user to read it, or run the command in another folder.',
      cause: error,
    })
  }
}

const isVisible = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
