import { failuresContract } from './contract/failures.ts'
import { gapsContract } from './contract/gaps.ts'
import type { Open } from './contract/harness.ts'
import { historiesContract } from './contract/histories.ts'
import { lockTurnsContract } from './contract/lock-turns.ts'
import { locksContract } from './contract/locks.ts'
import { logsContract } from './contract/logs.ts'
import { readsContract } from './contract/reads.ts'
import { textsContract } from './contract/texts.ts'
import { transactionsContract } from './contract/transactions.ts'

/** What every engine of the store must do. An engine's own test file calls this with a way to open it, and the share of random histories that it can afford. */
export function storeContract(open: Open, share = 1): void {
  keepingContract(open, share)
  gapsContract(open, share)
  lockTurnsContract(open)
  textsContract(open)
}

/** The part that can depend on the place where an engine has its records for the time being. */
export function keepingContract(open: Open, share = 1): void {
  readsContract(open)
  logsContract(open)
  transactionsContract(open)
  failuresContract(open)
  locksContract(open, share)
  historiesContract(open, share)
}
