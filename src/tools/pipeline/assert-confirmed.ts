import { AppError } from '../../errors.ts'

/** Asks for the handle once more, before what cannot be taken back by oneself. @throws AppError `invalid_input` that says what is at stake. */
export async function assertConfirmed(
  handle: string,
  confirm: string | undefined,
  stake: () => Promise<string>,
): Promise<void> {
  if (confirm === handle) return
  const given = confirm === undefined ? 'confirm is missing' : `confirm is ${JSON.stringify(confirm.slice(0, 80))}`
  throw new AppError('invalid_input', `${given}. ${await stake()}.`, {
    fix: `If that is meant, repeat the call with confirm: ${JSON.stringify(handle)}.`,
    field: 'confirm',
  })
}
