import { deserialize, serialize } from 'node:v8'
import type { Pacer } from '../scheduling/pacer.ts'

/** Items that are packed in one step. */
const CHUNK = 100

/** The input or the result of a job: a small value, and lists of any length. */
export interface Parcel {
  readonly head: unknown
  readonly lists: Readonly<Record<string, readonly unknown[]>>
}

/** A serialized parcel. Its buffers are transferred between threads, not copied. */
export interface Packed {
  readonly head: unknown
  readonly lists: Readonly<Record<string, readonly Uint8Array<ArrayBuffer>[]>>
}

/** Packs a parcel in steps, so that long lists block neither side. */
export function* packSteps({ head, lists }: Parcel): Generator<void, Packed> {
  const packed: Record<string, Uint8Array<ArrayBuffer>[]> = {}
  for (const [name, items] of Object.entries(lists)) {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    packed[name] = chunks
    for (let at = 0; at < items.length; at += CHUNK) {
      chunks.push(Uint8Array.from(serialize(items.slice(at, at + CHUNK))))
      yield
    }
  }
  return { head, lists: packed }
}

/** Unpacks a parcel in steps. */
export function* unpackSteps({ head, lists }: Packed): Generator<void, Parcel> {
  const unpacked: Record<string, unknown[]> = {}
  for (const [name, chunks] of Object.entries(lists)) {
    const items: unknown[] = []
    unpacked[name] = items
    for (const chunk of chunks) {
      for (const item of deserialize(chunk) as unknown[]) items.push(item)
      yield
    }
  }
  return { head, lists: unpacked }
}

/** Runs all steps without a pause, in a thread where no other work waits. */
export function runToEnd<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

export const pack = (parcel: Parcel, pace: Pacer): Promise<Packed> => pace.run(packSteps(parcel))
export const unpack = (packed: Packed, pace: Pacer): Promise<Parcel> => pace.run(unpackSteps(packed))

/** The buffers of a parcel, to transfer with `postMessage`. */
export const getBuffers = ({ lists }: Packed): readonly ArrayBuffer[] =>
  Object.values(lists).flatMap(chunks => chunks.map(({ buffer }) => buffer))
