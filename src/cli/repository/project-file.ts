import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { z } from 'zod'
import { isOrigin } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { LEVELS } from '../../l10n/checks/check.ts'
import { quote } from '../../text/quote.ts'

/** Name of the file that connects a repository with its project. */
export const PROJECT_FILE = 'dragoman.json'

const FileRule = z.strictObject({
  source: z
    .string()
    .min(1)
    .describe('Path of a source file from the folder of this file. `*` matches a part of a name: `locales/en/*.json`.'),
  target: z
    .string()
    .min(1)
    .optional()
    .describe('Path of its translations: `locales/{locale}/*.json`. Default: derived from the source path.'),
  aliases: z
    .record(z.string(), z.string())
    .optional()
    .describe('Spelling of locales in the paths: `{"zh-Hans": "zh_CN"}`.'),
})

/** The content of `dragoman.json`: the project of a repository, and which files it translates. */
export const ProjectFile = z.strictObject({
  $schema: z.string().optional().describe('Address of this schema, for editors.'),
  server: z
    .string()
    .refine(isOrigin, 'Give the base URL of a server, such as https://l10n.example.org.')
    .transform(url => new URL(url).origin)
    .optional()
    .describe('Base URL of the server, without a path. `DRAGOMAN_URL` overrides it.'),
  project: z
    .string()
    .regex(/^[^/\s]+\/[^/\s]+$/, 'Give account and project, such as acme/app.')
    .describe('Account and project: `acme/app`.'),
  source_locale: z.string().min(1).describe('Locale of the source files: `en`.'),
  target_locales: z.array(z.string().min(1)).max(200).describe('Locales to translate into: `["de", "pt-BR"]`.'),
  files: z
    .array(FileRule)
    .min(1, 'Give at least one source file.')
    .max(500)
    .describe('Source files and the paths of their translations.'),
  glossary: z
    .string()
    .min(1)
    .optional()
    .describe('Path of a committed glossary export, for `dragoman check` without a server.'),
  levels: z
    .record(z.string(), z.enum([...LEVELS, 'off']))
    .optional()
    .describe('Levels of checks in `dragoman check` without a server: `{"end_punctuation": "off"}`.'),
})

export type ProjectFile = z.output<typeof ProjectFile>

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
