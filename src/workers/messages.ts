import type { ErrorCode } from '../errors.ts'
import type { Packed } from './packing.ts'

/** What a thread is told to do. */
export interface JobMessage {
  readonly kind: string
  readonly packed: Packed
}

/** What a thread answers: that it can take jobs, or what became of one. */
export type ThreadMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly packed: Packed; readonly cpuMs: number }
  /** The input is wrong, and this is what the caller is told. */
  | {
      readonly type: 'refused'
      readonly code: ErrorCode
      readonly message: string
      readonly fix: string | undefined
      readonly cpuMs: number
    }
  | { readonly type: 'failed'; readonly error: unknown; readonly cpuMs: number }

/** What a thread is made with. */
export interface ThreadData {
  /** Where a thread writes which step of its job it is at: whoever ends it can say what took the time. */
  readonly step: Int32Array<SharedArrayBuffer>
}
