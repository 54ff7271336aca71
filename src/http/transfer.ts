import { createHash } from 'node:crypto'
import { assertCredentialActive } from '../auth/policy/active-credential.ts'
import { AppError } from '../errors.ts'
import { CpuTimer } from '../scheduling/cpu-timer.ts'
import { Pacer } from '../scheduling/pacer.ts'
import { announcedExcess, fileTooLarge, MAX_FILE_BYTES } from '../tools/files/transfer/file-size.ts'
import { decodeFile } from '../tools/files/transfer/file-text.ts'
import {
  type DownloadGrant,
  type FinishTransfer,
  type LinkFault,
  TRANSFER_PATH,
  type TransferGrant,
  type TransferOutcome,
  type UploadGrant,
} from '../tools/files/transfer/links.ts'
import { stageFile } from '../tools/files/transfer/stage-file.ts'
import type { Call, Services } from '../tools/pipeline/call.ts'
import { CallCpu } from '../tools/pipeline/cpu-budget.ts'
import { findTool } from '../tools/registry.ts'
import { addUserToLog, type Exchange } from './exchange.ts'
import type { BodyBudget, Lease } from './limits/body-budget.ts'
import { readBytes } from './requests/body.ts'
import { methodNotAllowedError } from './requests/fault.ts'
import { sendFile, toArchive, toSingleFile } from './responses/file.ts'
import { sendJson, sendProblem } from './responses/problem.ts'

/**
 * Serves /transfer/. The URL is the credential, for one transfer, so no other is required, and pages of other origins
 * may not read the response. The transfer runs through the tool pipeline with the credential that created the link.
 * Does not check Host (see server.ts).
 */
export async function serveTransfer(exchange: Exchange, services: Services, budget: BodyBudget): Promise<void> {
  try {
    const secret = exchange.path.slice(TRANSFER_PATH.length)
    const grant = await services.links.peek(secret)
    if (typeof grant === 'string') throw new AppError(...LINK_ERRORS[grant])
    addUserToLog(exchange, grant.principal.user)
    assertMethod(exchange, grant)
    await assertCredentialActive(grant.principal, services.store.read, services.now())
    const cpu = new CallCpu(services.cpuBudget, grant.principal)
    cpu.check()
    if (grant.kind === 'put') assertAnnounced(exchange, grant)
    const finish = await services.links.take(secret)
    if (typeof finish === 'string') throw new AppError(...LINK_ERRORS[finish])
    await (grant.kind === 'put'
      ? serveUpload(exchange, grant, { services, cpu, budget, finish })
      : serveDownload(exchange, grant, { services, finish }))
  } catch (error) {
    sendProblem(exchange, hideCredentialError(error))
  }
}

interface TransferDeps {
  readonly services: Services
  readonly finish: FinishTransfer
}

/** The link is used before the response is sent, so that no other process accepts it afterwards. */
async function serveUpload(
  exchange: Exchange,
  grant: UploadGrant,
  { finish, budget, ...deps }: TransferDeps & { readonly cpu: CallCpu; readonly budget: BodyBudget },
): Promise<void> {
  const received = await receiveUpload(exchange, grant, {
    ...deps,
    lease: budget.lease(grant.principal.user.id, exchange.request),
  }).catch(async (error: unknown) => {
    await finish(toOutcome(error))
    throw error
  })
  await finish('done')
  sendJson(exchange.response, 201, {
    ...received,
    next: 'After sending all files, repeat the call that returned this link to store them.',
  })
}

async function serveDownload(
  exchange: Exchange,
  grant: DownloadGrant,
  { services, finish }: TransferDeps,
): Promise<void> {
  const outcome = await sendDownload(exchange, grant, services).catch(async (error: unknown) => {
    await finish(toOutcome(error))
    throw error
  })
  // The response is sent. If this fails, the lock of the link ends by itself.
  await finish(outcome).catch((error: unknown) => exchange.log.warn({ err: error }, 'transfer link not ended'))
}

const toOutcome = (error: unknown): TransferOutcome =>
  error instanceof AppError && error.retryAfter !== undefined ? 'put_off' : 'failed'

/** Previews of the URL (HEAD, or a browser's prefetch) do not use it up. */
function assertMethod(exchange: Exchange, { kind }: TransferGrant): void {
  const { request } = exchange
  const [wanted, fix] =
    kind === 'put'
      ? ['PUT', 'Send the bytes of the file with PUT, as curl -T does.']
      : ['GET', 'Use GET. It works once.']
  if (request.method !== wanted) throw methodNotAllowedError(exchange, 'This transfer link', wanted, fix)
  const { 'sec-purpose': purpose, purpose: older, 'x-moz': oldest } = request.headers
  if (![purpose, older, oldest].some(header => String(header).includes('prefetch'))) return
  throw new AppError('conflict', 'This transfer link works once and cannot be prefetched.', { fix: 'Open the link.' })
}

/** Checks everything that can be rejected before the body is read. */
function assertAnnounced({ request }: Exchange, { path, bytes }: UploadGrant): void {
  const { 'content-length': length, 'content-encoding': encoding, 'content-range': range } = request.headers
  if (encoding !== undefined && encoding !== 'identity') {
    throw new AppError('unsupported_media_type', `The Content-Encoding is ${encoding.slice(0, 40)}.`, {
      fix: 'Send the bytes of the file unencoded.',
    })
  }
  if (range !== undefined) {
    throw new AppError('invalid_input', 'The request has a part of a file (Content-Range).', {
      fix: 'Send the whole file.',
    })
  }
  if (length !== undefined && bytes !== undefined && Number(length) !== bytes)
    throw sizeMismatchError(path, bytes, length)
}

interface UploadContext {
  readonly services: Services
  readonly lease: Lease
  readonly cpu: CallCpu
}

async function receiveUpload(
  exchange: Exchange,
  grant: UploadGrant,
  { services, lease, cpu }: UploadContext,
): Promise<object> {
  const { purpose, project, branch, path, bytes: promised, sha256, principal } = grant
  const { request } = exchange
  const overLimit = () => fileTooLarge(path, announcedExcess(request))
  // Hashing a whole file would block the event loop for 10 to 20 ms.
  const hash = createHash('sha256')
  const bytes = await readBytes(request, lease, MAX_FILE_BYTES, overLimit, chunk => {
    const timer = new CpuTimer()
    hash.update(chunk)
    cpu.add(timer.take())
  })
  const pace = new Pacer(cpu, principal.user.id)
  await pace.yieldNow()
  if (promised !== undefined && promised !== bytes.length) throw sizeMismatchError(path, promised, bytes.length)
  const got = hash.digest('hex')
  if (sha256 !== undefined && sha256 !== got) throw hashMismatchError(path, sha256, got)
  const content = decodeFile(bytes, path)
  await pace.yieldNow()
  const call = createCall(exchange, { principal, services })
  return (await stageFile.invoke({ project, branch, purpose, path, content }, call)) as object
}

/** Resolves when the whole response was sent, or its connection broke. */
async function sendDownload(exchange: Exchange, grant: DownloadGrant, services: Services): Promise<TransferOutcome> {
  const { args, principal, tool, isArchive = false } = grant
  const call = createCall(exchange, { principal, services })
  const answer = await findTool(tool ?? 'pull_translations').invoke(args, { ...call, inlineFiles: true })
  const file = isArchive ? await toArchive(answer) : toSingleFile(answer)
  const { response } = exchange
  const ended = new Promise<TransferOutcome>(resolve => {
    // response-budget.ts replaces a response without room by an error.
    response.once('finish', () => resolve(response.statusCode < 400 ? 'done' : 'put_off'))
    response.once('close', () => resolve('failed'))
    if (response.destroyed) resolve('failed')
  })
  sendFile(exchange, file)
  return ended
}

function createCall(
  { request, requestId }: Exchange,
  { principal, services }: Pick<Call, 'principal' | 'services'>,
): Call {
  const client = request.headers['user-agent']?.slice(0, 100)
  return { services, principal, surface: 'rest', requestId, client }
}

function sizeMismatchError(path: string, wanted: number, got: number | string): AppError {
  return new AppError('invalid_input', `Received ${got} bytes for ${path}, expected ${wanted}.`, {
    fix: RESEND_FIX,
  })
}

function hashMismatchError(path: string, wanted: string, got: string): AppError {
  return new AppError('invalid_input', `The sha256 of the data for ${path} is ${got}, expected ${wanted}.`, {
    fix: RESEND_FIX,
  })
}

const RESEND_FIX = 'Send the unchanged file, or repeat the call with the current sha256 and bytes of the file.'

const NEW_LINK = {
  fix: 'Repeat the call that returned it (push_source, push_translations, pull_translations, import_memory or export_memory) for a new link.',
}

const LINK_ERRORS: Readonly<Record<LinkFault, ConstructorParameters<typeof AppError>>> = {
  unknown: ['not_found', 'Transfer link not found. It works once and expires after 10 minutes.', NEW_LINK],
  used: ['gone', 'This transfer link was already used. It works once.', NEW_LINK],
  expired: ['gone', 'This transfer link expired after 10 minutes.', NEW_LINK],
  failed: ['gone', 'This transfer link no longer works: three transfers failed.', NEW_LINK],
  busy: [
    'conflict',
    'A transfer with this link is in progress.',
    { fix: 'Wait for it to finish. If it fails, the link works again.', retryAfter: 5 },
  ],
}

/** Replaces an error about the credential, since there is none to challenge for: the credential behind the link has ended, and the link with it. */
function hideCredentialError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_token') return error
  return new AppError('gone', `This transfer link no longer works: ${error.message}`, {
    fix: error.fix ?? 'Repeat the call with another token.',
  })
}
