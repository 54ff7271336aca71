import { LEVELS, type Level } from '../../l10n/checks/check.ts'
import { CHECKS } from '../../l10n/checks/registry.ts'
import { quote } from '../../text/quote.ts'
import { PROJECT_FILE, type ProjectFile, tryParseProjectFile } from '../repository/project-file.ts'
import { COPIED_SOURCE } from './copied-source.ts'
import type { ReadFile } from './open-files.ts'
import type { GateFinding } from './report.ts'

/** ID of findings about a change of `dragoman.json` after which less is checked. */
export const SETTINGS_CHECK = 'settings'

const DEFAULTS = new Map<string, Level>([
  [COPIED_SOURCE, 'error'],
  ...CHECKS.map(({ id, level }) => [id, level] as const),
])

/**
 * Lists what a change no longer checks, because it removes a locale, a source file, the glossary or a level of `dragoman.json`.
 * @param before reads the files at the base
 */
export async function findLoosened(after: ProjectFile, before: ReadFile): Promise<readonly GateFinding[]> {
  const text = await before(PROJECT_FILE)
  // A base that cannot be read was not checked either.
  const base = text === undefined ? undefined : tryParseProjectFile(text)
  if (base === undefined) return []
  return listLoosened(base, after).map(what => ({
    path: PROJECT_FILE,
    line: 1,
    column: 1,
    check: SETTINGS_CHECK,
    level: 'warning',
    message: `This branch ${what}: less is checked.`,
    fix: `Restore it in ${PROJECT_FILE}, or review the change.`,
  }))
}

function listLoosened(before: ProjectFile, after: ProjectFile): readonly string[] {
  const locales = before.target_locales.filter(locale => !after.target_locales.includes(locale))
  const sources = new Set(after.files.map(({ source }) => source))
  // As many rules as before: a file was moved.
  const removed =
    after.files.length < before.files.length ? before.files.filter(({ source }) => !sources.has(source)) : []
  const levels = Object.entries(after.levels ?? {}).filter(
    ([id, level]) => toRank(level) > toRank(before.levels?.[id] ?? DEFAULTS.get(id) ?? 'error'),
  )
  return [
    ...locales.map(locale => `removes the locale ${quote(locale)}`),
    ...removed.map(({ source }) => `removes the source file ${quote(source)}`),
    ...levels.map(([id, level]) => `sets ${id} to ${level}`),
    ...(before.glossary !== undefined && after.glossary === undefined ? ['removes the glossary'] : []),
  ]
}

const toRank = (level: Level | 'off'): number => (level === 'off' ? LEVELS.length : LEVELS.indexOf(level))
