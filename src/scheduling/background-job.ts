/** A job that works in the background. */
export interface BackgroundJob {
  /** Begins nothing more, and resolves when the work has ended. */
  stop(): Promise<void>
}

/** Begins a job, whose `work` resolves after `stop` is called. */
export function startJob(job: { work(): Promise<void>; stop(): void }): BackgroundJob {
  const ended = job.work()
  return {
    stop: async () => {
      job.stop()
      await ended
    },
  }
}

/** Wakes a job in the background. Rings that nobody waits for are kept. */
export class Alarm {
  #isRinging = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#isRinging = true
    this.#wake?.()
  }

  async wait(milliseconds?: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    if (!this.#isRinging) {
      await new Promise<void>(resolve => {
        this.#wake = resolve
        if (milliseconds !== undefined) timer = setTimeout(resolve, milliseconds).unref()
      })
    }
    clearTimeout(timer)
    this.#wake = undefined
    this.#isRinging = false
  }
}
