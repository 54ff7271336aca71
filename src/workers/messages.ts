import type { ErrorCode } from '../errors.ts'
import type { Packed } from './packing.ts'

/** A job for a thread. */
export interface JobMessage {
  readonly kind: string
  readonly packed: Packed
}

/** A message of a thread: ready for jobs, or the result of a job. */
export type ThreadMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly packed: Packed; readonly cpuMs: number }
  /** The input is invalid. Contains the error for the caller. */
  | {
      readonly type: 'refused'
      readonly code: ErrorCode
      readonly message: string
      readonly fix: string | undefined
      readonly cpuMs: number
    }
  | { readonly type: 'failed'; readonly error: unknown; readonly cpuMs: number }

/** The start data of a thread. */
export interface ThreadData {
  /** The thread writes the current step of its job here. If the job is ended, the error names that step. */
  readonly step: Int32Array<SharedArrayBuffer>
}
