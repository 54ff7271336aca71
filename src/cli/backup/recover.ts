import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { revokeRestored } from '../../auth/revoke-restored.ts'
import { AppError, type CommandFormatter } from '../../errors.ts'
import type { Recovery } from '../../store/open.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { type Io, printJson } from '../io.ts'
import type { Machine, RecoverRequest } from '../machine.ts'
import { describeCounts } from '../output/progress.ts'

export interface RecoverOptions {
  readonly apply: boolean
  readonly keepCredentials: boolean
  readonly json: boolean
  /** How commands of this installation begin. */
  readonly command: CommandFormatter
}

/**
 * Says what of a damaged store can be read, or makes a store of that; gives the exit code: 78 when it is damaged and nothing was done.
 * @throws AppError `not_found`, `folder_held`, `bad_config`
 */
export async function recover(machine: Machine, manner: RecoverOptions, io: Io): Promise<number> {
  const { dataDir } = machine.config
  if (!existsSync(join(dataDir, 'store'))) {
    throw new AppError('not_found', `There is no store in ${dataDir}.`, {
      fix: 'Set DRAGOMAN_DATA_DIR to the data folder of the service.',
    })
  }
  const now = machine.now()
  const change: RecoverRequest['change'] = (table, record) => revokeRestored(table, record, now)
  const keepAs = `store-damaged-${now.toISOString().replaceAll(/[-:]/g, '')}`
  let found = await machine.recover({ change })
  const isNeeded = found.damages.length + found.unfit.length > 0
  const losesNothing = found.unfit.length === 0 && found.damages.every(({ isHarmless }) => isHarmless)
  const credentials = losesNothing ? 'unharmed' : manner.keepCredentials ? 'kept' : 'revoked'
  if (manner.apply && isNeeded) {
    found = await machine.recover({ change: credentials === 'revoked' ? change : (_, record) => record, keepAs })
  }
  if (manner.json) printJson(io, { applied: found.kept !== undefined, ...found })
  else io.stdout.write(`${formatRecovery(found, dataDir, credentials, manner.command).join('\n')}\n`)
  return isNeeded && !manner.apply ? EXIT_CODES.bad_config : 0
}

function formatRecovery(
  found: Recovery,
  dataDir: string,
  credentials: keyof typeof CREDENTIAL_NOTES,
  command: CommandFormatter,
) {
  const folder = join(dataDir, 'store')
  const whole = found.damages.length + found.unfit.length === 0
  const apply = found.kept !== undefined
  return [
    whole ? `Every file in ${folder} can be read.` : `Damaged in ${folder}:`,
    ...found.damages.map(
      ({ file, offset, what }) => `  ${file}${offset === undefined ? '' : `, byte ${offset}`}: ${what}`,
    ),
    ...found.unfit.map(({ table, id, what }) => `  ${table}, record ${id}: left out. ${what}`),
    apply ? 'Kept:' : 'Can be kept:',
    ...describeCounts(found.counts),
    ...(apply ? formatOutcome(found, credentials, command) : formatAdvice(whole, command)),
  ]
}

const CREDENTIAL_NOTES = {
  unharmed: 'Nothing was lost, so every credential works on.',
  kept: 'Credentials were kept: one that something lost had revoked works again.',
  revoked: 'Every credential was revoked, because what is lost may have revoked it. Make new ones:',
} as const

const formatOutcome = (
  { kept }: Recovery,
  credentials: keyof typeof CREDENTIAL_NOTES,
  command: CommandFormatter,
): readonly string[] => [
  `The files as they were are in ${kept}`,
  CREDENTIAL_NOTES[credentials],
  ...(credentials === 'revoked' ? [`  ${command('token create --name laptop --scopes everyday')}`] : []),
]

const formatAdvice = (whole: boolean, command: CommandFormatter): readonly string[] =>
  whole
    ? ['Nothing was changed, and nothing has to be.']
    : [
        'Nothing was changed. A backup may have more; otherwise, to go on with what can be kept:',
        `  ${command('recover --apply')}`,
      ]
