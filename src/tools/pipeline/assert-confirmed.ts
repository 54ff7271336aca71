import { AppError } from '../../errors.ts'

/**
 * Rejects a call whose `confirm` is not the handle. `stake` describes the effect of the call.
 * @throws AppError `invalid_input`
 */
export async function assertConfirmed(
  handle: string,
  confirm: string | undefined,
  stake: () => Promise<string>,
): Promise<void> {
  if (confirm === handle) return
  const given = confirm === undefined ? 'confirm is missing' : `confirm is ${JSON.stringify(confirm.slice(0, 80))}`
  throw new AppError('invalid_input', `${given}. ${await stake()}.`, {
    fix: `To go on, repeat the call with confirm: ${JSON.stringify(handle)}.`,
    field: 'confirm',
  })
}
