import { AppError } from '../../errors.ts'

/** Fields that callers try to change and that never change. */
export interface ImmutableFields {
  readonly fields: readonly string[]
  /** Why, as one sentence. */
  readonly message: string
  readonly fix: string
}

/** Refuses a call with such a field, even `null`. @throws AppError `invalid_input` */
export function assertNoImmutableFields({ fields, message, fix }: ImmutableFields, raw: unknown): void {
  if (typeof raw !== 'object' || raw === null) return
  const given = fields.filter(field => Object.hasOwn(raw, field))
  if (given.length === 0) return
  throw new AppError('invalid_input', `${message} The call has ${given.join(' and ')}.`, { fix })
}

/** The fields that a tool changes; each call needs at least one. */
export interface ChangeableFields {
  readonly fields: readonly string[]
  readonly fix: string
}

/**
 * Refuses a call without any of the fields. `null` and blank options count as absent, but are named in the message.
 * @param input as it was parsed
 * @throws AppError `invalid_input`
 */
export function assertHasChange({ fields, fix }: ChangeableFields, input: object, raw: unknown): void {
  const read = new Map<string, unknown>(Object.entries(input))
  if (fields.some(field => read.get(field) !== undefined)) return
  const given = new Map<string, unknown>(Object.entries(raw ?? {}))
  const absent = fields.filter(field => given.has(field))
  const word = absent.every(field => given.get(field) === null) ? 'null' : 'empty'
  const message =
    absent.length === 0
      ? 'The call changes nothing.'
      : `${absent.join(' and ')} ${absent.length === 1 ? 'is' : 'are'} ${word}, which changes nothing.`
  throw new AppError('invalid_input', message, { fix })
}
