import type { Config } from '../config.ts'
import type { CommandFormatter } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Holder } from '../operator/command.ts'
import type { Archives } from '../store/archive/archives.ts'
import type { DatabaseReport } from '../store/closed-store.ts'
import type { MoveReport, MoveRequest } from '../store/move/run.ts'
import type { Recovery } from '../store/open.ts'
import type { DumpBatch, MoveMarks } from '../store/store.ts'
import type { Progress, Services } from '../tools/pipeline/call.ts'

/** The data folder while this process holds it: its store is open, and its control socket answers. */
export interface OpenDataFolder {
  readonly services: Services
  readonly holder: Holder
  /** Runs work while the folder is held. @throws NoHolderError when the folder is being released. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Moves the open store, or checks whether it can be moved. @throws AppError */
  move(request: MoveRequest, hooks: MoveHooks): Promise<MoveReport>
  /** Hands background jobs to other processes; at most 5 seconds. */
  stopJobs(): Promise<void>
  /** Finishes running work within a few seconds, closes the store, and hands the folder to the server that asked for it, if any. */
  close(): Promise<void>
}

/** How a move reports, and how it is stopped. */
export interface MoveHooks {
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** Input of `recoverStore`. */
export interface RecoverRequest {
  readonly keepAs?: string
  readonly change: (table: DumpBatch['table'], record: { readonly id: string }) => { readonly id: string }
}

/** What commands use of this machine; composed in compose.ts. */
export interface Machine {
  readonly config: Config
  readonly log: Log
  /** Where a server with this configuration is reached. */
  readonly baseUrl: string
  /** Path of the data folder's control socket. @throws AppError `bad_config`; NoHolderError when the store is a database, which nobody holds. */
  readonly socketPath: () => string
  readonly newId: () => string
  readonly now: () => Date
  /** Waits. @throws the reason of an aborted signal. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>
  /** The current folder of the process. */
  readonly workingFolder: string
  readonly homeFolder: string
  /** Name of the operating system user. */
  readonly userName: string
  readonly version: string
  /** Formats commands for this data folder, ready to paste into the current shell. */
  readonly command: CommandFormatter
  /**
   * Holds the data folder and opens its store. `onRequest` runs when a starting server asks for the folder, and must close it. Without `onRequest`, that
   * server waits.
   * @throws AppError `folder_held`, `bad_config`, `store_unavailable`.
   */
  open(kind: Exclude<Holder['kind'], 'server'>, onRequest?: () => void): Promise<OpenDataFolder>
  /** Call before creating a store. @throws AppError `bad_config` when a server of this installation uses another folder. */
  assertNoOtherServer(): Promise<void>
  /** Recovers the store of the data folder, without opening it. @throws AppError `folder_held`, `bad_config`. */
  recover(request: RecoverRequest): Promise<Recovery>
  /** Finishes a move that was interrupted at its last step; undefined if the store has not moved. @throws AppError `bad_config`. */
  finishMove(request: MoveRequest, hooks: MoveHooks): Promise<MoveReport | undefined>
  /** Makes a store usable again that has moved; false if it has not. @throws AppError `folder_held`, `bad_config`. */
  undoMove(): Promise<boolean>
  /** The marks of moves on the data folder. Others may hold it. */
  folderMarks(): Promise<MoveMarks>
  /** Describes the database of this configuration. @throws AppError `bad_config`. */
  database(): Promise<DatabaseReport>
  /** Opens the engines of this configuration, for tests of them. @throws AppError `bad_config`. */
  engines(): Promise<Services['engines']>
  /** Creates and restores backups of the store. */
  archives(): Promise<Archives>
}
