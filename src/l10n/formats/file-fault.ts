import { AppError } from '../../errors.ts'
import { positionAt } from './position.ts'

/**
 * Creates the error for a fault at an offset of a file: `Invalid YAML file at 3:5: …`.
 * @param what is wrong, with the value; without a full stop
 * @param fix in the imperative, with a full stop
 */
export function fileFault(name: string, text: string, offset: number, what: string, fix: string): AppError {
  const position = positionAt(text, offset)
  return new AppError('invalid_input', `Invalid ${name} file at ${position.line}:${position.column}: ${what}.`, {
    fix,
    position,
  })
}

/** Returns what a function reads; undefined if it rejects the file. */
export function readIfValid<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
