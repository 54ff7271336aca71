import { closeSync, fdatasyncSync, openSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { median } from '../load.ts'

const BYTES = 700
/** `f_type` of a file system in memory (linux/magic.h). */
const TMPFS = 0x01021994

/** Median microseconds to append 700 bytes to a file of this folder and fdatasync it: no engine acknowledges faster, one commit at a time. */
export function appendAndSync(folder: string, times: number): number {
  const file = openSync(join(folder, 'raw'), 'a')
  const line = Buffer.alloc(BYTES, 'x')
  try {
    return median(
      Array.from({ length: times }, () => {
        const begun = performance.now()
        writeSync(file, line)
        fdatasyncSync(file)
        return (performance.now() - begun) * 1000
      }),
    )
  } finally {
    closeSync(file)
  }
}

/** Whether an fsync there costs nothing, because nothing is kept. */
export const isInMemory = (folder: string): boolean => statfsSync(folder).type === TMPFS
