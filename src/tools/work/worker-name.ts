import { z } from 'zod'

/** The name that a worker chooses for its leases. */
export const WorkerName = z.string().regex(/^[\w.:@-]{1,60}$/, '1 to 60 letters, digits, and any of . _ : @ -')
