/** A progress bar on a terminal; does nothing elsewhere. */
export interface Progress {
  /** Starts a bar, such as `Writing`. `what` names the counted items. Returns the function that updates it. */
  begin(work: string, what?: string): (done: number, total: number) => void
  clear(): void
  /** Prints a line of text in place of the bar. */
  note(line: string): void
}

const REDRAW_MS = 100
/** Work that ends earlier shows no bar. */
const QUIET_MS = 1000
const BAR_WIDTH = 24

/** Creates a progress bar. `clock` returns milliseconds from any start. */
export function createProgress(stream: NodeJS.WriteStream, clock = () => performance.now()): Progress {
  if (!stream.isTTY) {
    return { begin: () => () => undefined, clear: () => undefined, note: line => void stream.write(`${line}\n`) }
  }
  let shown = false
  return {
    begin: (work, what = 'records') => {
      const started = clock()
      let drawn = -REDRAW_MS
      return (done, total) => {
        const now = clock()
        if (now - started < QUIET_MS || now - drawn < REDRAW_MS) return
        drawn = now
        shown = true
        const line = formatProgressLine(work, { done, total, what, seconds: (now - started) / 1000 })
        // A terminal of unknown width has 0 columns.
        stream.write(`\r${line.slice(0, (stream.columns || 80) - 1)}\u001B[K`)
      }
    },
    clear: () => {
      if (shown) stream.write('\r\u001B[K')
      shown = false
    },
    note: line => {
      stream.write(`\r\u001B[K${line}\n`)
    },
  }
}

/** Time between two lines. */
const LINE_MS = 30_000

/** Creates a progress bar on a terminal. Elsewhere, such as in the log of a job, prints a line every 30 seconds. */
export function createLoggedProgress(stream: NodeJS.WriteStream, clock = () => performance.now()): Progress {
  if (stream.isTTY) return createProgress(stream, clock)
  return {
    begin: (work, what = 'records') => {
      let printed = clock()
      return (done, total) => {
        if (clock() - printed < LINE_MS) return
        printed = clock()
        stream.write(`${work}: ${formatCount(done)} of ${formatCount(total)} ${what}\n`)
      }
    },
    clear: () => undefined,
    note: line => void stream.write(`${line}\n`),
  }
}

interface ProgressState {
  readonly done: number
  readonly total: number
  readonly what: string
  readonly seconds: number
}

/** `Writing [######------------------] 25,000 of 100,000 records, 12,500/s` */
function formatProgressLine(work: string, { done, total, what, seconds }: ProgressState): string {
  const filled = total === 0 ? BAR_WIDTH : Math.floor((BAR_WIDTH * done) / total)
  const rate = seconds > 0 ? `, ${formatCount(done / seconds)}/s` : ''
  const bar = '#'.repeat(filled) + '-'.repeat(BAR_WIDTH - filled)
  return `${work} [${bar}] ${formatCount(done)} of ${formatCount(total)} ${what}${rate}`
}

export const formatCount = (count: number): string => Math.round(count).toLocaleString('en')

/** Formats one line for each table that has records. */
export function describeCounts(counts: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(counts).flatMap(([table, count]) =>
    count === 0 ? [] : [`  ${table.padEnd(17)} ${formatCount(count).padStart(11)}`],
  )
}
