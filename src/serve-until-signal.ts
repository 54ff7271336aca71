import { localHandle } from './auth/users/handles.ts'
import { registerServer } from './cli/control/running-servers.ts'
import type { Io } from './cli/io.ts'
import type { Machine } from './cli/machine.ts'
import {
  describeFirstSteps,
  FIRST_TOKEN_ARGS,
  formatSignInHelp,
  NO_OPERATOR_HINT,
  SIGN_IN_LINK_ARGS,
} from './cli/output/first-steps.ts'
import { stopWithDeadline } from './cli/shutdown.ts'
import { AppError } from './errors.ts'
import { createMachineSignInLink } from './operator/users/sign-in-link.ts'
import { VERSION } from './package-root.ts'
import { serve } from './serve.ts'
import { systemUser } from './system-user.ts'
import type { Services } from './tools/pipeline/call.ts'

interface ServeOptions {
  readonly io: Io
  readonly now: () => Date
  /** Resolves with the signal that stops the server. */
  readonly signal: Promise<void>
}

/** Serves until a signal; returns the exit code. Names the first steps. */
export async function serveUntilSignal(
  { config, log, command }: Machine,
  { io, now, signal }: ServeOptions,
): Promise<number> {
  const running = await serve(config, { log, now })
  // Commands find a database by its URL.
  const removeNote = config.isDatabase ? async () => undefined : await registerServer(config, running.url, log)
  const { forOperators } = running.services.commands
  const first = (await running.services.store.status()).counts['tokens'] === 0
  const nobodyOperates = (await running.services.store.read.users.count('operator', '')) === 0
  const byLink = config.providers.length === 0
  const steps = { url: running.url, command, handle: localHandle(systemUser()), nobodyOperates }
  if (io.stdout.isTTY) {
    const link = byLink ? await createOwnSignInLink(running.services, steps.handle, now) : undefined
    io.stdout.write(
      `Dragoman ${VERSION} is running at ${running.url}. Data: ${config.storePlace}. Press Ctrl+C to stop.\n`,
    )
    if (first) io.stdout.write(`\n${describeFirstSteps({ ...steps, link })}`)
    else if (byLink || nobodyOperates) io.stdout.write(`\n${formatSignInHelp({ ...steps, link })}`)
  } else {
    log.info(
      {
        url: running.url,
        port: running.port,
        [config.isDatabase ? 'store' : 'data_dir']: config.storePlace,
        version: VERSION,
      },
      'listening',
    )
    if (byLink) log.info({ command: forOperators(SIGN_IN_LINK_ARGS) }, 'to sign in, create a sign-in link')
    else if (nobodyOperates) log.warn({ command: forOperators(SIGN_IN_LINK_ARGS) }, NO_OPERATOR_HINT)
    if (first) log.info({ command: forOperators(FIRST_TOKEN_ARGS) }, 'no tokens yet: create the first one')
  }
  await signal
  const stop = async (): Promise<void> => {
    await removeNote()
    await running.stop()
  }
  await stopWithDeadline(log, stop, config.stopDelay)
  return 0
}

/** Creates a sign-in link for the user of this terminal; undefined if a user of a provider has that handle. */
async function createOwnSignInLink(services: Services, handle: string, now: () => Date): Promise<string | undefined> {
  const holder = { kind: 'server', pid: process.pid, startedAt: now() } as const
  try {
    return (await createMachineSignInLink(handle, { services, holder, requestId: services.newId() })).url
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    services.log.warn(`${error.message} ${error.fixWith(services.commands.forOperators) ?? ''}`)
    return undefined
  }
}
