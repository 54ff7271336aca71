import { z } from 'zod'

/** The name that a worker gives itself, to tell its reserved units from those of others. */
export const WorkerName = z.string().regex(/^[\w.:@-]{1,60}$/, 'give 1 to 60 letters, digits, and any of . _ : @ -')
