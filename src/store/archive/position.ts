import { AppError } from '../../errors.ts'

const OTHER_VERSION_FIX = 'Restore it with the version of dragoman that made it, or a later one.'

/** How far the reading of an archive has come, and the errors that say so. Lines and records count from 1. */
export class ArchivePosition {
  readonly name: string
  readonly #fix: string
  line = 0
  table: string | undefined
  record = 0

  /** `fix` is what to do about a damaged archive. */
  constructor(name: string, fix: string) {
    this.name = name
    this.#fix = fix
  }

  /** The line that was read last is wrong. */
  damagedError(what: string): AppError {
    return this.#refuse(`${this.name} is damaged at ${this.#place()}: ${what}.`)
  }

  /** The bytes of the file are wrong, from about this offset on. */
  damagedBytesError(byte: number, what: string): AppError {
    const after = this.line === 0 ? 'before its first line' : `after ${this.#place()}`
    return this.#refuse(`${this.name} is damaged near byte ${byte}, ${after}: ${what}.`)
  }

  notBackupError(what: string, fix = 'Give a file that `dragoman backup` wrote.'): AppError {
    return new AppError('invalid_input', `${this.name} is not a dragoman backup: ${what}.`, { fix })
  }

  /** It may be whole, and is not of this version's making. */
  unreadableError(has: string, reads: string, fix = OTHER_VERSION_FIX): AppError {
    const message = `${this.name} says in line 1 that it has ${has}, and this version of dragoman reads ${reads}.`
    return new AppError('invalid_input', message, { fix })
  }

  #place(): string {
    if (this.table === undefined) return `line ${this.line}`
    const record = this.record === 0 ? '' : `record ${this.record} of `
    return `line ${this.line} (${record}table ${this.table})`
  }

  #refuse(message: string): AppError {
    return new AppError('invalid_input', message, { fix: this.#fix })
  }
}
