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
