import { type CheckTask, checkMany } from '../l10n/checks/check-text.ts'
import { containTerms, type TermSearch } from '../l10n/checks/contains-terms.ts'
import {
  type FileText,
  readSource,
  readTarget,
  type SourceFileInput,
  type TargetFileInput,
} from '../l10n/files/read-files.ts'
import type { WriteRequest } from '../l10n/formats/format.ts'
import { findFormatIds, formatById } from '../l10n/formats/registry.ts'
import type { Message } from '../l10n/message/message.ts'
import type { Parcel } from './packing.ts'
import { unpackTasks } from './task-parcel.ts'
import { type CountedText, countWordBatch } from './word-count-batches.ts'

/** A file with all locales, and those of the project. */
export interface SliceInput extends FileText {
  readonly format: string
  readonly locales: readonly string[]
}

/** A file with all locales, and another version whose parts of locales other than `own` it gets; see `Multilingual`. */
export interface KeepInput extends FileText {
  readonly format: string
  readonly other: string | undefined
  readonly own: readonly string[]
}

/** A target file to write. */
export interface WriteInput extends WriteRequest {
  /** Name in error messages. */
  readonly path: string
  readonly format: string
}

export const writeTarget = ({ format, ...request }: WriteInput): string => formatById(format).write(request)

/** Slices a file with all locales by locale. @throws AppError `invalid_input` with line and column. */
export const sliceTarget = ({ content, format, locales }: SliceInput): readonly (readonly [string, string])[] => [
  ...(formatById(format).multilingual?.slice(content, locales) ?? []),
]

/** Replaces the parts of other locales of a file. @throws AppError `invalid_input` with line and column. */
export const keepOthers = ({ content, format, other, own }: KeepInput): string =>
  formatById(format).multilingual?.keepOthers(content, other, own) ?? content

export type JobKind =
  | 'read_source'
  | 'read_target'
  | 'slice_target'
  | 'keep_others'
  | 'write_target'
  | 'formats'
  | 'check'
  | 'find_terms'
  | 'count_words'

/** Runs a job. Yields the number of the current string. @throws AppError `invalid_input`. */
export function* runJob(kind: JobKind, parcel: Parcel): Generator<number, Parcel> {
  const { head, lists } = parcel
  switch (kind) {
    case 'read_source': {
      const { items, ...rest } = yield* readSource(head as SourceFileInput)
      return { head: rest, lists: { items } }
    }
    case 'read_target': {
      const { entries, ...rest } = readTarget(head as TargetFileInput)
      return { head: rest, lists: { entries } }
    }
    case 'slice_target':
      return { head: sliceTarget(head as SliceInput), lists: {} }
    case 'keep_others':
      return { head: keepOthers(head as KeepInput), lists: {} }
    case 'write_target': {
      const values = new Map(lists['values'] as readonly (readonly [string, Message])[])
      return { head: writeTarget({ ...(head as Omit<WriteInput, 'values'>), values }), lists: {} }
    }
    case 'formats': {
      const { path, content } = head as FileText
      return { head: findFormatIds(path, content), lists: {} }
    }
    case 'check':
      return { head: undefined, lists: { results: yield* checkMany(unpackTasks(parcel) as readonly CheckTask[]) } }
    case 'find_terms':
      return { head: undefined, lists: { results: yield* containTerms(unpackTasks(parcel) as readonly TermSearch[]) } }
    case 'count_words':
      return {
        head: undefined,
        lists: { words: yield* countWordBatch(lists['texts'] as readonly CountedText[], head as string) },
      }
  }
}
