import { demand } from '../run/demand.ts'
import { type Cluster, type ClusterOptions, createCluster } from './cluster.ts'
import { administer, type PostgresServer } from './databases.ts'

/** A server of one test file alone, for tests that stop it. */
export interface OwnServer extends PostgresServer, Cluster {}

/** Starts one, in about two seconds; its own connections last for one statement, because it is stopped. The caller removes it. Suites with `describeWith('postgres-programs', …)` can. */
export async function startPostgres(options: ClusterOptions = {}): Promise<OwnServer> {
  const cluster = await createCluster(options)
  return { ...cluster, ...administer(cluster.url, 1) }
}

/** The server of all tests of this run, which starts when the first one needs it; nobody stops it. Suites with `describeWith('postgres', …)` can use it. */
export function openPostgres(): Promise<PostgresServer> {
  opened ??= open()
  return opened
}

let opened: Promise<PostgresServer> | undefined

async function open(): Promise<PostgresServer> {
  return administer(process.env['DRAGOMAN_TEST_POSTGRES_URL'] || (await demand('postgres')), Number.POSITIVE_INFINITY)
}
