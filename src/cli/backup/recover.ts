import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { revokeRestored } from '../../auth/restored-credentials.ts'
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
  /** Formats commands of this installation. */
  readonly command: CommandFormatter
}

/**
 * Reports the readable records of a damaged store, or with `apply` rebuilds the store from them. Returns the exit code: 78 for a damaged store without
 * `apply`.
 * @throws AppError `not_found`, `folder_held`, `bad_config`
 */
export async function recover(machine: Machine, options: RecoverOptions, io: Io): Promise<number> {
  const { dataDir, isDatabase, storePlace } = machine.config
  if (isDatabase) throw databaseError(storePlace)
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
  const credentials = losesNothing ? 'unharmed' : options.keepCredentials ? 'kept' : 'revoked'
  if (options.apply && isNeeded) {
    found = await machine.recover({ change: credentials === 'revoked' ? change : (_, record) => record, keepAs })
  }
  if (options.json) printJson(io, { applied: found.kept !== undefined, ...found })
  else io.stdout.write(`${formatRecovery(found, dataDir, credentials, options.command).join('\n')}\n`)
  return isNeeded && !options.apply ? EXIT_CODES.bad_config : 0
}

const databaseError = (place: string): AppError =>
  new AppError('bad_config', `The store is ${place}, and this command repairs files of the embedded store.`, {
    fix: dragoman =>
      `Restore a backup: ${dragoman('restore site.jsonl.gz --replace')}\nOr use the means of the database, such as a base backup with its write-ahead log.`,
  })

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
    whole ? `No damage found in ${folder}.` : `Damage in ${folder}:`,
    ...found.damages.map(
      ({ file, offset, what }) => `  ${file}${offset === undefined ? '' : `, byte ${offset}`}: ${what}`,
    ),
    ...found.unfit.map(({ table, id, what }) => `  ${table}, record ${id}: skipped. ${what}`),
    apply ? 'Recovered records:' : whole ? 'Records:' : 'Recoverable records:',
    ...describeCounts(found.counts),
    ...(apply ? formatOutcome(found, credentials, command) : formatAdvice(whole, command)),
  ]
}

const CREDENTIAL_NOTES = {
  unharmed: 'Nothing was lost. All credentials still work.',
  kept: 'All credentials work, even if a lost change had revoked them.',
  revoked: 'All credentials were revoked, because lost changes may have revoked them. Create new ones:',
} as const

const formatOutcome = (
  { kept }: Recovery,
  credentials: keyof typeof CREDENTIAL_NOTES,
  command: CommandFormatter,
): readonly string[] => [
  `The damaged files are saved in ${kept}`,
  CREDENTIAL_NOTES[credentials],
  ...(credentials === 'revoked' ? [`  ${command('token create --name laptop --scopes everyday')}`] : []),
]

const formatAdvice = (whole: boolean, command: CommandFormatter): readonly string[] =>
  whole
    ? ['Nothing was changed.']
    : [
        'Nothing was changed. Restore a backup if it has more. To continue with the recoverable records:',
        `  ${command('recover --apply')}`,
      ]
