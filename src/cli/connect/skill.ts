import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'

interface SkillFile {
  /** Path in the skill, such as `references/rules.md`. */
  readonly path: string
  readonly text: string
  /** The text at its destination. */
  readonly installed: string | undefined
}

/**
 * Copies the skill into a folder; returns false when it is there already.
 * @throws AppError `conflict` when a file differs and may not be replaced.
 */
export async function installSkill(source: string, target: string, force: boolean): Promise<boolean> {
  const files = await compare(source, target)
  assertUnchanged(files, target, force)
  const missing = files.filter(({ text, installed }) => text !== installed)
  for (const { path, text } of missing) {
    await mkdir(dirname(join(target, path)), { recursive: true })
    await writeFile(join(target, path), text)
  }
  return missing.length > 0
}

/**
 * Deletes the files of the skill, and folders that are empty then; returns false when there were none.
 * @throws AppError `conflict` when a file differs and may not be deleted.
 */
export async function removeSkill(source: string, target: string, force: boolean): Promise<boolean> {
  const files = (await compare(source, target)).filter(({ installed }) => installed !== undefined)
  assertUnchanged(files, target, force)
  for (const { path } of files) await rm(join(target, path))
  const folders = [...new Set(files.map(({ path }) => dirname(join(target, path))))].toSorted(
    (a, b) => b.length - a.length,
  )
  // A folder with other files stays.
  for (const folder of [...folders, dirname(target), dirname(dirname(target))])
    await rmdir(folder).catch(() => undefined)
  return files.length > 0
}

/** The paths of the files of a skill. */
export async function listSkill(source: string): Promise<readonly string[]> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(source.length + 1))
}

async function compare(source: string, target: string): Promise<readonly SkillFile[]> {
  return Promise.all(
    (await listSkill(source)).map(async path => ({
      path,
      text: await readFile(join(source, path), 'utf8'),
      installed: await readFile(join(target, path), 'utf8').catch(() => undefined),
    })),
  )
}

function assertUnchanged(files: readonly SkillFile[], target: string, force: boolean): void {
  const changed = files.find(({ text, installed }) => installed !== undefined && installed !== text)
  if (changed === undefined || force) return
  throw new AppError('conflict', `${quote(join(target, changed.path))} differs from the skill of this version.`, {
    fix: 'Add --force to replace it.',
  })
}
