import { isDeepStrictEqual } from 'node:util'
import type { SourceFile, SourceItem } from '../../../../l10n/files/read-files.ts'
import { formatById } from '../../../../l10n/formats/registry.ts'
import { getRootKey } from '../../../../l10n/formats/root-key.ts'
import type { Frozen } from '../../../../store/frozen.ts'
import { compoundKey } from '../../../../store/records/define.ts'
import type { BranchFileRecord, FileRecord } from '../../../../store/records/localization.ts'
import type { Computation } from '../../../../workers/computation.ts'
import type { ReadDeps } from '../../../pipeline/call.ts'
import { deliversDecided } from '../../pull/target-files.ts'
import { sha256Hex } from '../../transfer/file-text.ts'
import type { PushDestination, PushedFile } from '../file-plan.ts'
import { type ChosenFormat, chooseFormat } from './choose-format.ts'
import { findFixedSyntax, resolveFixedOptions } from './fixed-options.ts'

/** A parsed pushed file with its stored version. */
export interface ParsedPush extends ChosenFormat {
  readonly options: FileRecord['options']
  /** Whether the call sets what earlier pushes set. */
  readonly isReadAlike: boolean
  readonly items: readonly SourceItem[]
  readonly conflicts: SourceFile['conflicts']
  readonly file: Frozen<FileRecord> | undefined
  readonly held: Frozen<BranchFileRecord> | undefined
  /** The list that the file is compared with. */
  readonly base: Frozen<BranchFileRecord> | undefined
  /** The file that others pull until somebody decided about its parts of other locales; undefined if it is this one. */
  readonly reviewed: BranchFileRecord['reviewed']
}

/** Parses a pushed file. @throws AppError `invalid_input` */
export async function parsePush(pushed: PushedFile, to: PushDestination, reading: ReadDeps): Promise<ParsedPush> {
  const { project, branch } = to
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
  const before = file?.format === format ? (base?.reviewed ?? base) : undefined
  const reviewed = await findReviewed({ path, content, format }, before, to, computed)
  return {
    ...chosen,
    options: { ...source.options, ...fixed },
    isReadAlike,
    items: source.items,
    conflicts: source.conflicts,
    file,
    held,
    base,
    reviewed,
  }
}

/** What the policy lets nobody but a reviewer decide about does not come from a push: the parts of other locales stay those of the file before. */
async function findReviewed(
  file: { readonly path: string; readonly content: string; readonly format: string },
  before: { readonly content: string } | undefined,
  { project, isTrusted }: PushDestination,
  computed: Computation,
): Promise<BranchFileRecord['reviewed']> {
  const isFinal = isTrusted || !deliversDecided(project, project.settings.export)
  if (isFinal || formatById(file.format).multilingual === undefined) return undefined
  const content = await computed.keepOthers({ ...file, other: before?.content, own: [project.source_locale] })
  return content === file.content ? undefined : { content, sha256: sha256Hex(content) }
}

const hasKeyBelow = (items: Frozen<BranchFileRecord>['items'], root: string): boolean =>
  items.some(({ key }) => key.startsWith(`${root}.`))
