import { deserialize, serialize } from 'node:v8'
import type { Pacer } from '../scheduling/pacer.ts'

/** Items that are packed and unpacked between two looks at the clock. */
const CHUNK = 100

/** A value and lists of any length beside it, as a job is given and as it answers. */
export interface Parcel {
  readonly head: unknown
  readonly lists: Readonly<Record<string, readonly unknown[]>>
}

/** A parcel on its way between two threads; its buffers change hands and are not copied. */
export interface Packed {
  readonly head: unknown
  readonly lists: Readonly<Record<string, readonly Uint8Array<ArrayBuffer>[]>>
}

/** The steps of packing; long lists are packed in pieces, so that neither side is blocked by their length. */
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

/** The steps of unpacking. */
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

/** Takes all steps without a rest, for a thread that nobody waits for. */
export function runToEnd<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

export const pack = (parcel: Parcel, pace: Pacer): Promise<Packed> => pace.run(packSteps(parcel))
export const unpack = (packed: Packed, pace: Pacer): Promise<Parcel> => pace.run(unpackSteps(packed))

/** The buffers of a parcel, for `postMessage`. */
export const getBuffers = ({ lists }: Packed): readonly ArrayBuffer[] =>
  Object.values(lists).flatMap(chunks => chunks.map(({ buffer }) => buffer))
