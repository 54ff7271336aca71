import { AppError } from '../../errors.ts'
import { foldName, isInToolFolder, isRootFile, isToolFile } from './tool-files.ts'

const MAX_PATH_BYTES = 400
/** File systems take 255; a file is written beside its place under a longer name first. */
const MAX_NAME_BYTES = 200

/**
 * Refuses what is no path inside a repository; returns the path as it was.
 * @throws AppError `invalid_input`.
 */
export function checkPath(path: string): string {
  const why = findPathFault(path)
  if (why === undefined) return path
  throw new AppError('invalid_input', `The path ${JSON.stringify(path.slice(0, 80))} ${why}.`, {
    fix: 'Give a path relative to the root of the repository, with forward slashes, such as locales/en.json.',
  })
}

/**
 * Refuses also what is no place for a file of texts: whoever names the files of a project would replace on the machine of everybody who pulls what tools
 * there run or are configured by.
 * @throws AppError `invalid_input`.
 */
export function checkTarget(path: string): string {
  checkPath(path)
  const why = findTargetFault(path)
  if (why === undefined) return path
  throw new AppError('invalid_input', `No texts are kept at ${JSON.stringify(path.slice(0, 80))}: it ${why}.`, {
    fix: 'Keep them in a folder of their own, such as locales/{locale}.json.',
  })
}

/** Refuses as a file of texts what tools of developers run or are configured by, whatever folder it is in. @throws AppError `invalid_input`. */
export function checkTextFile(path: string): string {
  checkPath(path)
  if (!isToolFile(path)) return path
  throw new AppError('invalid_input', `${JSON.stringify(path.slice(0, 80))} is a file of tools, not one of texts.`, {
    fix: 'Give files that hold texts, such as locales/en.json.',
  })
}

function findPathFault(path: string): string | undefined {
  if (path === '') return 'is empty'
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `is longer than ${MAX_PATH_BYTES} bytes`
  if (/[\p{C}\u2028\u2029]/u.test(path)) return 'holds a control or invisible character'
  if (path.includes('\\')) return 'holds a backslash'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is absolute'
  for (const segment of path.split('/')) {
    if (segment === '') return 'holds an empty segment'
    if (Buffer.byteLength(segment) > MAX_NAME_BYTES) return `has a segment longer than ${MAX_NAME_BYTES} bytes`
    if (segment === '.' || segment === '..') return `holds the segment ${segment}`
    if (segment.startsWith('-')) return 'holds a segment that begins with -'
    if (isGitFolder(segment)) return 'names the folder .git'
  }
  return undefined
}

/** Why no texts are kept at a path, whoever names it; undefined for one where they may be. */
function findTargetFault(path: string): string | undefined {
  const segments = path.split('/')
  if (segments.some(segment => foldName(segment).startsWith('.'))) return 'has a segment that begins with a dot'
  // The second name that Windows gives to long names, and to those that begin with a dot: VSCODE~1.
  if (segments.some(segment => /~\d/.test(segment))) return 'has a segment with ~ and a digit'
  // Windows: another stream of a file (a.json:b), or another drive.
  if (path.includes(':')) return 'holds a colon'
  const folders = segments.slice(0, -1).map(foldName)
  if (folders.includes('node_modules')) return 'is in node_modules'
  if (folders.at(-1) === 'hooks') return 'is in a folder of hooks'
  if (isInToolFolder(path)) return 'is in a folder of which tools read every file'
  return isToolFile(path) || isRootFile(path) ? 'is a file that tools run or are configured by' : undefined
}

/** Spellings that a file system without case, or one that drops trailing dots and blanks, takes for `.git`. */
const isGitFolder = (segment: string): boolean =>
  /^(?:\.git|git~1)$/i.test(segment.replace(/[. ]+$/, '').replace(/\p{Cf}/gu, ''))
