import { AppError } from '../../errors.ts'

const OTHER_VERSION_FIX = 'Restore it with the dragoman version that created it, or a later one.'

/** The current position in a backup, and the errors that name it. Lines and records count from 1. */
export class ArchivePosition {
  readonly name: string
  readonly #fix: string
  line = 0
  table: string | undefined
  record = 0

  /** `fix` is the fix for a damaged backup. */
  constructor(name: string, fix: string) {
    this.name = name
    this.#fix = fix
  }

  /** The error of a damaged current line. */
  damagedError(what: string, cause?: unknown): AppError {
    return this.#refuse(`${this.name} is damaged at ${this.#place()}: ${what}.`, cause)
  }

  /** The error of a file that is damaged near this byte offset. */
  damagedBytesError(byte: number, what: string): AppError {
    const after = this.line === 0 ? 'before its first line' : `after ${this.#place()}`
    return this.#refuse(`${this.name} is damaged near byte ${byte}, ${after}: ${what}.`)
  }

  notBackupError(what: string, fix = 'Use a file that `dragoman backup` wrote.'): AppError {
    return new AppError('invalid_input', `${this.name} is not a dragoman backup: ${what}.`, { fix })
  }

  /** The error of a backup of another version. */
  unreadableError(has: string, reads: string, fix = OTHER_VERSION_FIX): AppError {
    const message = `${this.name} has ${has}, but this version of dragoman reads ${reads}.`
    return new AppError('invalid_input', message, { fix })
  }

  #place(): string {
    if (this.table === undefined) return `line ${this.line}`
    const record = this.record === 0 ? '' : `record ${this.record} of `
    return `line ${this.line} (${record}table ${this.table})`
  }

  #refuse(message: string, cause?: unknown): AppError {
    return new AppError('invalid_input', message, { fix: this.#fix, cause })
  }
}
