import { z } from 'zod'
import { isOrigin } from '../../config.ts'
import { LEVELS } from '../../l10n/checks/check.ts'

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

/** Path of the JSON Schema on a server, for editors. */
export const SCHEMA_PATH = '/api/dragoman.schema.json'

/** The JSON Schema of `dragoman.json`. */
export const createProjectFileSchema = (): object => ({
  title: 'dragoman.json',
  ...z.toJSONSchema(ProjectFile, { io: 'input' }),
})
