import { isDeepStrictEqual } from 'node:util'
import type { SourceItem } from '../../../../l10n/files/read-files.ts'
import { getRootKey } from '../../../../l10n/formats/root-key.ts'
import type { Frozen } from '../../../../store/frozen.ts'
import { compoundKey } from '../../../../store/records/define.ts'
import type { BranchFileRecord, FileRecord } from '../../../../store/records/localization.ts'
import type { ReadDeps } from '../../../pipeline/call.ts'
import type { PushDestination, PushedFile } from '../file-plan.ts'
import { type ChosenFormat, chooseFormat } from './choose-format.ts'
import { findFixedSyntax, resolveFixedOptions } from './fixed-options.ts'

/** A parsed pushed file with its stored version. */
export interface ParsedPush extends ChosenFormat {
  readonly options: FileRecord['options']
  /** Whether the call sets what earlier pushes set. */
  readonly isReadAlike: boolean
  readonly items: readonly SourceItem[]
  readonly file: Frozen<FileRecord> | undefined
  readonly held: Frozen<BranchFileRecord> | undefined
  /** The list that the file is compared with. */
  readonly base: Frozen<BranchFileRecord> | undefined
}

/** Parses a pushed file. @throws AppError `invalid_input` */
export async function parsePush(
  pushed: PushedFile,
  { project, branch }: PushDestination,
  reading: ReadDeps,
): Promise<ParsedPush> {
  const { path, content } = pushed
  const { read, computed } = reading
  const file = await read.files.by('path', compoundKey(project.id, pushed.moved_from ?? path))
  const held = file && (await read.branch_files.by('place', compoundKey(project.id, branch, file.id)))
  const base =
    held ?? (file && (await read.branch_files.by('place', compoundKey(project.id, project.main_branch, file.id))))
  const rootLocale = file !== undefined && getRootKey(file.options) !== undefined ? project.source_locale : undefined
  const chosen = await chooseFormat({ ...pushed, rootLocale }, { file, base }, reading)
  const fixed = resolveFixedOptions(pushed, file?.options)
  const syntax = findFixedSyntax(fixed, project.settings)
  const { format } = chosen
  const input = { path, content, format, syntax, locale: project.source_locale, isPushed: true }
  const rooted = await computed.readSource({ ...input, rootLocale: project.source_locale })
  const root = getRootKey(rooted.options)
  const hasPrefix = root !== undefined && rootLocale === undefined && hasKeyBelow(base?.items ?? [], root)
  // A file that was pushed before root keys were detected keeps its keys.
  const source = hasPrefix ? await computed.readSource(input) : rooted
  const isReadAlike = file !== undefined && isDeepStrictEqual(resolveFixedOptions({ path }, file.options), fixed)
  return { ...chosen, options: { ...source.options, ...fixed }, isReadAlike, items: source.items, file, held, base }
}

const hasKeyBelow = (items: Frozen<BranchFileRecord>['items'], root: string): boolean =>
  items.some(({ key }) => key.startsWith(`${root}.`))
