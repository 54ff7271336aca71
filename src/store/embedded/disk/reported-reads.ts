import { basename } from 'node:path'
import type { BackgroundFailure } from '../../store.ts'
import { toReadError } from '../errors.ts'
import type { DurableFiles } from './durable-files.ts'

/** Wraps files so that a failed read of a log is reported with its cause and throws AppError `store_unavailable`. log/segment.ts detects damaged content. */
export const withReportedReads = (files: DurableFiles, report: (trouble: BackgroundFailure) => void): DurableFiles => ({
  makeFolder: path => files.makeFolder(path),
  read: path => files.read(path),
  size: path => files.size(path),
  list: folder => files.list(folder),
  write: (path, pieces) => files.write(path, pieces),
  grow: (path, size) => files.grow(path, size),
  replace: (from, to) => files.replace(from, to),
  remove: path => files.remove(path),
  keep: (folder, target) => files.keep(folder, target),
  readRanges: async (path, ranges) => {
    try {
      return await files.readRanges(path, ranges)
    } catch (error) {
      const refusal = toReadError(error)
      if (refusal === undefined) throw error
      report({ message: `reading ${basename(path)} failed`, error })
      throw refusal
    }
  },
})
