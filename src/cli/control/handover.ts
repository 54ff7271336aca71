import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { HandoverAnswer } from '../../operator/handover.ts'
import type { WaitForFolder } from '../../store/data-folder/hold.ts'
import { NoHolderError, runOnHolder } from './client.ts'

/** A stdio process finishes its calls within 5 seconds, then closes its store. A command is short. */
const MAX_WAIT_MS = 15_000
const RETRY_PAUSE_MS = 25

/**
 * Creates the wait of a starting server for a data folder that another process holds. It asks each holder to hand the folder over.
 * @throws AppError `folder_held` when another server holds it, or after `patienceMs` milliseconds.
 */
export function waitForHandover(log: Log, patienceMs = MAX_WAIT_MS): WaitForFolder {
  let patience: AbortSignal | undefined
  let holder: HandoverAnswer | undefined
  return async (id, { socketPath, refusal }) => {
    patience ??= AbortSignal.timeout(patienceMs)
    const answer = await requestHandover(socketPath, id, patience)
    if (answer?.url !== undefined) throw withExplanation(refusal, `It serves ${answer.url}.`, refusal.fix)
    if (answer !== undefined && holder === undefined) log.info(`${refusal.message} Asking it to hand over the folder.`)
    holder = answer ?? holder
    if (patience.aborted) throw handoverTimeoutError(refusal, holder, patienceMs)
    await sleep(RETRY_PAUSE_MS)
  }
}

/** Undefined when the holder ends or does not respond in time. */
async function requestHandover(
  socketPath: string,
  heir: string,
  patience: AbortSignal,
): Promise<HandoverAnswer | undefined> {
  const machine = { socketPath: () => socketPath }
  try {
    return (await runOnHolder(machine, 'hand over', { heir }, { signal: patience })) as HandoverAnswer
  } catch (error) {
    if (error instanceof NoHolderError || (error instanceof AppError && error.code === 'unavailable')) return undefined
    throw error
  }
}

function handoverTimeoutError(refusal: AppError, holder: HandoverAnswer | undefined, waitedMs: number): AppError {
  const waited = `the server waited ${waitedMs / 1000} seconds`
  if (holder?.process === 'stdio') {
    const what = `It is \`dragoman mcp\`, started by an MCP client; ${waited}.`
    return withExplanation(refusal, what, 'Stop that client or its MCP server, then start the server again.')
  }
  const what = holder === undefined ? 'It does not respond' : 'It runs a command'
  return withExplanation(refusal, `${what}; ${waited}.`, 'Wait for it or end it, then start the server again.')
}

const withExplanation = (refusal: AppError, more: string, fix: string | undefined): AppError =>
  new AppError('folder_held', `${refusal.message} ${more}`, { fix, cause: refusal })
