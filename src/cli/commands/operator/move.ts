import type { CliContext } from '../../context.ts'
import type { MoveOptions } from '../../move/move.ts'
import type { CliCommand } from '../../usage/cli-command.ts'
import { OPERATOR_GROUP } from '../options.ts'

/** Adds `move`. */
export function addMoveCommand(program: CliCommand, context: CliContext): void {
  const { command } = context
  program
    .command('move')
    .helpGroup(OPERATOR_GROUP)
    .description('Move the store into a database, or back into a data folder, while the server runs.')
    .option('--to <url>', 'postgres://user:password@host/database, or lowdb: for the data folder')
    .option('--dry-run', 'check both stores, and change nothing')
    .option('--replace', 'replace the records of the new store, and back them up first')
    .option('--undo', 'use this store again, although it has moved, without the changes since')
    .option('--json', 'print JSON')
    .explain({
      examples: [
        'move --to postgres://dragoman:secret@db.example.org/dragoman --dry-run',
        'move --to postgres://dragoman:secret@db.example.org/dragoman',
      ],
      lines: [`DRAGOMAN_STORE_URL=postgres://… ${command('move --to lowdb: --replace')}  # back`],
      notes: NOTES,
      docs: 'docs/moving.md',
    })
    .run(async (flags: Partial<MoveOptions>) => {
      const { move } = await import('../../move/move.ts')
      const options = { undo: false, replace: false, dryRun: false, json: false, ...flags, command }
      return move(await context.machine(), options, context.io)
    })
}

const NOTES = `DRAGOMAN_STORE_URL names the store that is moved. The command copies it while servers work, then
refuses writes for seconds (503, Retry-After), copies the rest, and compares counts and checksums.
Then restart the servers with the new DRAGOMAN_STORE_URL. Until then they only read.
Tokens, sign-ins and passkeys stay valid. The old store is kept, and refuses to start.
Interrupted before its last step, nothing has moved: run it again. Without a password in the URL, the
process that moves uses its PGPASSWORD or ~/.pgpass.`
