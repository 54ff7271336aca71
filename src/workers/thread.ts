/** The script of a pool thread. Runs one job after the other and keeps only glossary terms between them. */
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { CpuTimer } from '../scheduling/cpu-timer.ts'
import { type JobKind, runJob } from './jobs.ts'
import type { JobMessage, ThreadData, ThreadMessage } from './messages.ts'
import { getBuffers, packSteps, runToEnd, unpackSteps } from './packing.ts'

const { step } = workerData as ThreadData

const send = (message: ThreadMessage, buffers: readonly ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, buffers)

parentPort?.on('message', ({ kind, packed }: JobMessage) => {
  const timer = new CpuTimer()
  const used = (): number => timer.take()
  try {
    const steps = runJob(kind as JobKind, runToEnd(unpackSteps(packed)))
    let at = steps.next()
    while (at.done !== true) {
      Atomics.store(step, 0, at.value)
      at = steps.next()
    }
    const answer = runToEnd(packSteps(at.value))
    send({ type: 'done', packed: answer, cpuMs: used() }, getBuffers(answer))
  } catch (error) {
    if (!(error instanceof AppError)) return send({ type: 'failed', error, cpuMs: used() })
    const { code, message, fix } = error
    send({ type: 'refused', code, message, fix, cpuMs: used() })
  }
})

send({ type: 'ready' })
