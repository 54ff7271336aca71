import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandFormatter } from '../../../errors.ts'
import { escapeInvisible } from '../../../text/escape.ts'
import type { DoubtfulText, DoubtfulTexts } from '../../../tools/doubtful-texts/find-doubtful-texts.ts'
import { pluralize } from '../../../tools/pluralize.ts'
import { ignoreHolderError } from '../../control/client.ts'
import type { Finding } from '../finding.ts'
import type { LocalCheck } from './data-folder.ts'

export interface DoubtfulCheck {
  readonly findings: readonly Finding[]
  /** Notes in the data folder that the list was shown, so that it is not repeated. */
  noteShown(): Promise<void>
}

interface DoubtfulOptions {
  readonly dataDir: string
  /** Whether to list all, also what was shown before. */
  readonly all: boolean
  readonly command: CommandFormatter
}

const NOTHING: DoubtfulCheck = { findings: [], noteShown: async () => undefined }

/** Lists translations that pulls deliver for another source than their string's. Once: they are shown again only if there are more than before. */
export async function checkDoubtfulTexts(
  ask: LocalCheck['ask'],
  { dataDir, all, command }: DoubtfulOptions,
): Promise<DoubtfulCheck> {
  const found = ask && (await readTexts(ask, all))
  if (found === undefined || found.count === 0) return NOTHING
  const path = join(dataDir, FILE)
  if (!all && found.count <= (await readShown(path))) return NOTHING
  return {
    findings: [describe(found, command)],
    // Where it cannot be noted, the list is repeated.
    noteShown: () => writeFile(path, String(found.count), { mode: 0o600 }).catch(() => undefined),
  }
}

/** In the data folder: the number of translations that were listed. */
const FILE = 'doubtful-texts-shown'

const readShown = async (path: string): Promise<number> => Number(await readFile(path, 'utf8').catch(() => '0'))

/** Undefined if the store cannot be asked: other checks say why, or an earlier version holds it. */
async function readTexts(ask: NonNullable<LocalCheck['ask']>, all: boolean): Promise<DoubtfulTexts | undefined> {
  return (await ask('doubtful texts', { all }).catch(ignoreHolderError)) as DoubtfulTexts | undefined
}

const MAX_PROJECTS = 20

function describe({ count, partial, projects, first }: DoubtfulTexts, command: CommandFormatter): Finding {
  const many = `${partial ? 'At least ' : ''}${pluralize(count, 'translation')}`
  const left = count - first.length
  const again =
    left > 0
      ? `${pluralize(left, 'translation')} more: ${command('doctor --all')}.`
      : `To repeat it: ${command('doctor --all')}.`
  const more =
    projects.length > MAX_PROJECTS ? `, and ${pluralize(projects.length - MAX_PROJECTS, 'other project')}` : ''
  const list = projects
    .slice(0, MAX_PROJECTS)
    .map(one => `${one.project} ${one.count}`)
    .join(', ')
  return {
    check: 'translations',
    state: 'note',
    message: `${many} ${count === 1 ? 'is' : 'are'} for another source than that of the string: ${list}${more}. Pulls deliver them as stale, as before the upgrade.`,
    details: first.map(describeText),
    fix: `Translate them again: the command work prints them in their repositories. Or confirm one that is right: call annotate_entry with dismiss_stale. This list is shown once. ${again}`,
  }
}

function describeText({ project, branch, file, key, locale, text, source, translated }: DoubtfulText): string {
  const of = translated === undefined ? 'an unknown source' : JSON.stringify(translated)
  const place = [project, branch, file, key, locale].join(' ')
  return escapeInvisible(`${place}: ${JSON.stringify(text)} is for ${of}, the source is ${JSON.stringify(source)}`)
}
