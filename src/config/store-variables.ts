import { z } from 'zod'
import { isDatabaseUrl } from './database-url.ts'
import { duration } from './fields.ts'

export const STORE_VARIABLES = {
  DRAGOMAN_STORE_URL: z
    .string()
    .refine(
      url => url === 'lowdb:' || isDatabaseUrl(url),
      'Set lowdb: (the data folder), or the URL of a PostgreSQL database, such as postgres://dragoman:secret@localhost/dragoman.',
    )
    .default('lowdb:')
    .describe(
      'Store of the records: `lowdb:` = the data folder, for one process; `postgres://user:password@host/database` = PostgreSQL, for any number of processes.',
    ),
  DRAGOMAN_STORE_CONNECTIONS: z.coerce
    .number('Give the number of connections, 5 to 200.')
    .int('Give the number of connections, 5 to 200.')
    .min(5, 'Give the number of connections, 5 to 200.')
    .max(200, 'Give the number of connections, 5 to 200.')
    .default(16)
    .describe('Maximum connections of a process to PostgreSQL, besides the one that listens for changes.'),
  DRAGOMAN_STOP_DELAY: duration(undefined, '0s', '5m').describe(
    'Time in which a stopping server still accepts requests while `/ready` returns 503, so that a load balancer can notice. Default: `2s` with PostgreSQL, else `0s`.',
  ),
}
