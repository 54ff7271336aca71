import { Client } from './client.ts'
import type { MeasuredServer, Statements } from './database.ts'
import type { Operation } from './operations.ts'
import type { ServeProcess } from './serve-process.ts'

/** What an operation cost. Times in milliseconds for each call, with one client and with many. */
export interface Cost {
  readonly operation: string
  readonly isRead: boolean
  readonly p50: number
  readonly p99: number
  /** CPU of all service processes. */
  readonly serviceCpu: number
  /** CPU of all processes of the database; 0 for the embedded store. */
  readonly databaseCpu: number
  readonly statements: number | undefined
  readonly busy: {
    readonly clients: number
    readonly p50: number
    readonly p99: number
    readonly perSecond: number
    /** Cores that the service and the database used together; the clients took some of the rest. */
    readonly cores: number
  }
  readonly top: Statements['top']
}

export interface Subject {
  readonly processes: readonly ServeProcess[]
  readonly bearer: string
  /** The database, and the URL of the store in it. */
  readonly server?: MeasuredServer | undefined
  readonly url: string
}

const CLIENTS = 8
/** Longest time of the calls of one client, and of many. */
const ALONE_MS = 6_000
const BUSY_MS = 3_000
const WARM_MS = 2_000

export async function measure(subject: Subject, operation: Operation): Promise<Cost> {
  const headers = { authorization: `Bearer ${subject.bearer}` }
  const { processes, server } = subject
  const clients = Array.from(
    { length: CLIENTS },
    (_, at) => new Client(processes[at % processes.length]?.port ?? 0, headers),
  )
  const steps: (() => Promise<void>)[] = []
  for (const [at, client] of clients.entries()) steps.push(await operation.start(client, at))
  // Each process has its connections, and has seen the project.
  await repeat(steps, CLIENTS * Math.max(1, Math.min(3, Math.floor(operation.rounds / 10))), WARM_MS)
  const one = steps[0] as () => Promise<void>
  const cpu = () => ({ service: processes.reduce((sum, each) => sum + each.cpu(), 0), database: server?.cpu() ?? 0 })
  const finish = await server?.count(subject.url)
  const before = cpu()
  const alone = await repeat([one], operation.rounds, ALONE_MS)
  const after = cpu()
  const statements = await finish?.()
  const begun = cpu()
  const busy = await repeat(steps, operation.rounds * CLIENTS, BUSY_MS)
  const ended = cpu()
  for (const client of clients) client.close()
  const calls = alone.times.length
  return {
    operation: operation.name,
    isRead: operation.isRead,
    p50: quantile(alone.times, 0.5),
    p99: quantile(alone.times, 0.99),
    serviceCpu: round(((after.service - before.service) * 1000) / calls),
    databaseCpu: round(((after.database - before.database) * 1000) / calls),
    statements: statements && round(statements.calls / calls),
    busy: {
      clients: CLIENTS,
      p50: quantile(busy.times, 0.5),
      p99: quantile(busy.times, 0.99),
      perSecond: round((busy.times.length * 1000) / busy.ms),
      cores: round(((ended.service - begun.service + ended.database - begun.database) * 1000) / busy.ms),
    },
    top: (statements?.top ?? []).map(({ text, calls: n, ms }) => ({
      text,
      calls: round(n / calls),
      ms: Math.round((ms / calls) * 1000) / 1000,
    })),
  }
}

/** Lets each client take its steps, until together they have made so many, or the time is over. */
async function repeat(
  steps: readonly (() => Promise<void>)[],
  rounds: number,
  maxMs: number,
): Promise<{ readonly times: readonly number[]; readonly ms: number }> {
  const times: number[] = []
  const begun = performance.now()
  let left = rounds
  await Promise.all(
    steps.map(async step => {
      while (left > 0 && performance.now() - begun < maxMs) {
        left -= 1
        const start = performance.now()
        await step()
        times.push(performance.now() - start)
      }
    }),
  )
  return { times: times.toSorted((a, b) => a - b), ms: performance.now() - begun }
}

const quantile = (sorted: readonly number[], share: number): number =>
  round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)

const round = (value: number): number => Math.round(value * 100) / 100
