import { readFileSync } from 'node:fs'

/** Clock ticks of Linux in a second, as /proc counts CPU time. */
const TICKS = 100

/** CPU seconds of a process, with those of its ended children unless `own`; 0 after its end. */
export function readCpu(pid: number, whose: 'own' | 'all' = 'all'): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, whose === 'own' ? 13 : 15).map(Number)
    return ticks.reduce((sum, one) => sum + one, 0) / TICKS
  } catch {
    return 0
  }
}

/** Resident memory of a process in MB. */
export function readMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
