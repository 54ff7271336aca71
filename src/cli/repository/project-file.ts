import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
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
 * @throws AppError `invalid_input` with line and field when the file is not valid.
 */
export async function findRepository(folder: string): Promise<Repository | undefined> {
  for (let root = folder; ; root = dirname(root)) {
    const text = await readFile(join(root, PROJECT_FILE), 'utf8').catch(ignoreMissing)
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
      {
        fix: 'Correct the line.',
      },
    )
  }
  const parsed = ProjectFile.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new AppError(
    'invalid_input',
    `${PROJECT_FILE} is not valid${field === '' ? '' : ` at ${field}`}: ${issue?.message ?? ''}`,
    {
      field,
      fix: 'See the fields in docs/project-file.md.',
    },
  )
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR') return undefined
  throw error
}
