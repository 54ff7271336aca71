import { createPatience } from '../../src/cli/backends/patience.ts'

const now = (): Date => new Date()

/** The options of a client that must not have to wait. */
export const IMPATIENT = {
  now,
  patience: createPatience({
    now,
    pause: () => Promise.reject(new Error('the client waits')),
    say: () => undefined,
  }),
}
