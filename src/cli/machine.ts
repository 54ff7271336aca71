import type { Config } from '../config.ts'
import type { CommandFormatter } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Holder } from '../operator/command.ts'
import type { Archives } from '../store/archive/archives.ts'
import type { Recovery } from '../store/open.ts'
import type { DumpBatch } from '../store/store.ts'
import type { Services } from '../tools/pipeline/call.ts'

/** The data folder, held by this process: the store is open, and the control socket answers other processes. */
export interface OpenDataFolder {
  readonly services: Services
  readonly holder: Holder
  /** Runs work on the folder, which is held until the work is done. @throws NoHolderError when the folder is being given up. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Finishes what is under way, for a few seconds at most, closes the store, and gives the folder to the server that asked for it, or to whoever comes. */
  close(): Promise<void>
}

/** What `recoverStore` is asked for. */
export interface RecoverRequest {
  readonly keepAs?: string
  readonly change: (table: DumpBatch['table'], record: { readonly id: string }) => { readonly id: string }
}

/** What a command can reach on this machine; main.ts puts it together. */
export interface Machine {
  readonly config: Config
  readonly log: Log
  /** Where the control socket of the data folder is, whoever holds it. @throws AppError `bad_config`. */
  readonly socketPath: () => string
  readonly newId: () => string
  readonly now: () => Date
  /** Where the process was started. */
  readonly workingFolder: string
  readonly homeFolder: string
  /** The name of the operating-system user. */
  readonly userName: string
  readonly version: string
  /** Writes commands for this data folder, to be pasted where this one was. */
  readonly command: CommandFormatter
  /**
   * Holds the data folder and opens the store. A server that starts asks for the folder: `onAsked` is told, and closes what was opened; without it
   * the server waits.
   * @throws AppError `folder_held`, `bad_config`, `store_unavailable`.
   */
  open(kind: Exclude<Holder['kind'], 'server'>, onAsked?: () => void): Promise<OpenDataFolder>
  /** To be called before a store is created. @throws AppError `bad_config` when a server of this installation uses another folder. */
  assertNoOtherServer(): Promise<void>
  /** Holds the data folder without opening its store, and recovers that. @throws AppError `folder_held`, `bad_config`. */
  recover(request: RecoverRequest): Promise<Recovery>
  /** Backups of the store, and restores. */
  archives(): Promise<Archives>
}
