import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { HandoverAnswer } from '../../operator/handover.ts'
import type { WaitForFolder } from '../../store/data-folder/hold.ts'
import { callHolder, NoHolderError } from './client.ts'

/** A stdio process finishes its calls for 5 seconds at most, and then its store; a command is short. */
const MAX_WAIT_MS = 15_000
const RETRY_PAUSE_MS = 25

/**
 * How a starting server comes by a data folder that another process holds: it asks for it, of whoever has it meanwhile, until it is its own.
 * @throws AppError `folder_held` when a server has it, or when the patience is at its end.
 */
export function waitForHandover(log: Log, patienceMs = MAX_WAIT_MS): WaitForFolder {
  let patience: AbortSignal | undefined
  let holder: HandoverAnswer | undefined
  return async (id, { socketPath, refusal }) => {
    patience ??= AbortSignal.timeout(patienceMs)
    const answer = await requestHandover(socketPath, id, patience)
    if (answer?.url !== undefined) throw withExplanation(refusal, `It serves ${answer.url}.`, refusal.fix)
    if (answer !== undefined && holder === undefined) log.info(`${refusal.message} It is asked to hand it over.`)
    holder = answer ?? holder
    if (patience.aborted) throw handoverTimeoutError(refusal, holder, patienceMs)
    await sleep(RETRY_PAUSE_MS)
  }
}

/** Undefined when the holder ends, or takes too long to say who it is. */
async function requestHandover(
  socketPath: string,
  heir: string,
  patience: AbortSignal,
): Promise<HandoverAnswer | undefined> {
  const question = { command: 'hand over', args: { heir } }
  try {
    return (await callHolder(socketPath, '/control/run', question, { signal: patience })) as HandoverAnswer
  } catch (error) {
    if (error instanceof NoHolderError || (error instanceof AppError && error.code === 'unavailable')) return undefined
    throw error
  }
}

function handoverTimeoutError(refusal: AppError, holder: HandoverAnswer | undefined, waitedMs: number): AppError {
  const waited = `this one waited ${waitedMs / 1000} seconds for it`
  if (holder?.process === 'stdio') {
    const what = `It is \`dragoman mcp\`, started by an MCP client; ${waited}.`
    return withExplanation(refusal, what, 'End that client or its server, then start the service.')
  }
  const what = holder === undefined ? 'It does not answer' : 'It runs a command'
  return withExplanation(refusal, `${what}; ${waited}.`, 'Wait until it has ended or end it, then start the service.')
}

const withExplanation = (refusal: AppError, more: string, fix: string | undefined): AppError =>
  new AppError('folder_held', `${refusal.message} ${more}`, { ...(fix !== undefined && { fix }), cause: refusal })
