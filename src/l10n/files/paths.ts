import { posix } from 'node:path'
import { AppError } from '../../errors.ts'
import { foldName } from './fold-name.ts'
import { isLoadedScript, isScript, namesSomeLocale } from './script-files.ts'
import { isInToolFolder, isRootFile, isToolFile } from './tool-files.ts'

const MAX_PATH_BYTES = 400
/** File systems allow 255 bytes, but a file is first written under a longer temporary name. */
const MAX_NAME_BYTES = 200

/**
 * Returns a path unchanged if it is a valid path inside a repository.
 * @throws AppError `invalid_input`.
 */
export function checkPath(path: string): string {
  const why = findPathFault(path)
  if (why === undefined) return path
  throw new AppError('invalid_input', `Path ${JSON.stringify(path.slice(0, 80))} ${why}.`, {
    fix: 'Use a path relative to the repository root, with forward slashes, such as locales/en.json.',
  })
}

/**
 * Also rejects paths that are not for translations: a pull could otherwise overwrite files that tools run or read as configuration, on every machine that
 * pulls.
 * @throws AppError `invalid_input`.
 */
export function checkTarget(path: string): string {
  checkPath(path)
  const why = findTargetFault(path)
  if (why === undefined) return path
  throw new AppError(
    'invalid_input',
    `Path ${JSON.stringify(path.slice(0, 80))} cannot hold translations: it ${why}.`,
    { fix: 'Use a separate folder, such as locales/{locale}.json.' },
  )
}

/**
 * Rejects files that developer tools run or read as configuration, in any folder.
 * @throws AppError `invalid_input`.
 */
export function checkTextFile(path: string): string {
  checkPath(path)
  if (!isToolFile(path)) return path
  throw new AppError(
    'invalid_input',
    `${JSON.stringify(path.slice(0, 80))} configures developer tools and cannot be a source file.`,
    { fix: 'Push files with source strings, such as locales/en.json.' },
  )
}

/**
 * Returns the folder of a preview as a path without a slash at its end.
 * @throws AppError `invalid_input` for the repository root, a folder outside of it, and one that cannot hold translations, such as `.git`.
 */
export function checkPreviewFolder(preview: string): string {
  const folder = posix.normalize(preview).replace(/\/+$/, '')
  const isBelow = folder !== '.' && folder !== '..' && !folder.startsWith('../') && !posix.isAbsolute(preview)
  const why = isBelow
    ? (findPathFault(folder) ?? findTargetFault(`${folder}/de.json`))
    : 'is not a folder below the repository root'
  if (why === undefined) return folder
  throw new AppError('invalid_input', `preview ${JSON.stringify(preview.slice(0, 80))} ${why}.`, {
    fix: 'Give a folder that has no other files, such as preview.',
    field: 'preview',
  })
}

function findPathFault(path: string): string | undefined {
  if (path === '') return 'is empty'
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `is longer than ${MAX_PATH_BYTES} bytes`
  if (/[\p{C}\u2028\u2029]/u.test(path)) return 'contains a control or invisible character'
  if (path.includes('\\')) return 'contains a backslash'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is absolute'
  for (const segment of path.split('/')) {
    if (segment === '') return 'contains an empty segment'
    if (Buffer.byteLength(segment) > MAX_NAME_BYTES) return `has a segment longer than ${MAX_NAME_BYTES} bytes`
    if (segment === '.' || segment === '..') return `contains the segment "${segment}"`
    if (segment.startsWith('-')) return 'contains a segment that starts with -'
    if (isGitFolder(segment)) return 'is in the .git folder'
  }
  return undefined
}

/** Returns why a path cannot hold translations; undefined if it can. */
function findTargetFault(path: string): string | undefined {
  const segments = path.split('/')
  if (segments.some(segment => foldName(segment).startsWith('.'))) return 'has a segment that starts with a dot'
  // Windows gives a second name to long names, and to names that start with a dot: VSCODE~1.
  if (segments.some(segment => /~\d/.test(segment))) return 'has a segment with ~ and a digit'
  // On Windows, a colon selects another stream of a file (a.json:b), or another drive.
  if (path.includes(':')) return 'contains a colon'
  if (segments.some(segment => WINDOWS_DEVICE.test(foldName(segment)))) return 'has the name of a Windows device'
  const folders = segments.slice(0, -1).map(foldName)
  if (folders.includes('node_modules')) return 'is in node_modules'
  if (folders.at(-1) === 'hooks') return 'is in a hooks folder'
  if (isInToolFolder(path)) return 'is in a folder from which tools read every file'
  if (isScript(path) && !namesSomeLocale(path)) return 'is code without a locale in its name or folder'
  if (isLoadedScript(path)) return 'is code that tools may load by themselves'
  return isToolFile(path) || isRootFile(path) ? 'is a file that tools run or read as configuration' : undefined
}

/** Windows cannot check out files and folders with these names, whatever their extension. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/

/** Matches names that case-insensitive file systems, or those that drop trailing dots and spaces, treat as `.git`. */
const isGitFolder = (segment: string): boolean =>
  /^(?:\.git|git~1)$/i.test(segment.replace(/[. ]+$/, '').replace(/\p{Cf}/gu, ''))
