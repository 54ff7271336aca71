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
