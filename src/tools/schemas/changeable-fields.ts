import { AppError } from '../../errors.ts'

/** The fields that a tool changes; each call needs at least one. */
export interface ChangeableFields {
  readonly fields: readonly string[]
  readonly fix: string
}

/** Refuses a call without any of the fields. `null` counts as absent, but is named in the message. @throws AppError `invalid_input` */
export function assertHasChange({ fields, fix }: ChangeableFields, raw: unknown): void {
  const given = new Map(Object.entries(raw ?? {}))
  if (fields.some(field => (given.get(field) ?? null) !== null)) return
  const empty = fields.filter(field => given.has(field))
  const message =
    empty.length === 0
      ? 'The call changes nothing.'
      : `${empty.join(' and ')} ${empty.length === 1 ? 'is' : 'are'} null, which changes nothing.`
  throw new AppError('invalid_input', message, { fix })
}
