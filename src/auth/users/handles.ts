import { AppError } from '../../errors.ts'
import { isLookalike } from '../../store/records/lookalikes.ts'

const HANDLE_PATTERN = /^[a-z0-9](?:-?[a-z0-9])*$/
const HANDLE_FIX = 'Use 2 to 39 lowercase letters, digits and single hyphens, such as ada or acme-web.'
const RESERVED_FAULT = 'is reserved'

/** Every first path segment of the server, and names that users expect for its operators. */
const RESERVED: ReadonlySet<string> = new Set(
  `about account accounts admin administrator api app apps assets auth blog callback client consent contact control dashboard developer device docs
  download dragoman events explore favicon feed files health help home info install invitations invite legal live local login logout mail mcp me metrics
  new news null oauth operator operators organization organizations owner password ping postmaster pricing privacy profile project projects public
  ready register robots root rss search secure security self settings setup share sign-in sign-out signin signout signup site sitemap static stats
  status stdio support svca system team teams terms test token tokens transfer undefined up upload user users web webhook webhooks webmaster
  well-known www you`.split(/\s+/),
)

/**
 * Parses a handle: lower case, `[a-z0-9](-?[a-z0-9])*`, 2 to 39 characters, not reserved.
 * @throws AppError `invalid_input` with the broken rule.
 */
export function parseHandle(name: string): string {
  const handle = name.toLowerCase()
  const fault = findNonAsciiFault(name) ?? findHandleFault(handle)
  if (fault === undefined) return handle
  throw new AppError('invalid_input', `Handle ${JSON.stringify(name.slice(0, 60))} ${fault}.`, {
    fix: fault === RESERVED_FAULT ? 'Choose another handle.' : HANDLE_FIX,
  })
}

/** Converts the name of a system user to a handle: other characters become hyphens; a name that can't be a handle becomes `local`. */
export function localHandle(systemName: string): string {
  const handle = systemName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return findHandleFault(handle) === undefined ? handle : LOCAL_HANDLE
}

/** Returns whether a handle is valid and not reserved. */
export const isHandle = (handle: string): boolean => findHandleFault(handle) === undefined

/**
 * Finds a reserved word that looks like a new handle, also with digits for letters (`4dmin`). Digits at the end count as a number (`team5` is not
 * `teams`), and words of up to three letters are not compared this way (`4pp`).
 */
export const findReservedLookalike = (handle: string): string | undefined => {
  const spelled = handle.replaceAll(/[34578](?=.*[a-z])/g, digit => LETTER_BY_DIGIT[digit] ?? digit)
  return [...RESERVED].find(word => isLookalike(handle, word) || (word.length > 3 && isLookalike(spelled, word)))
}

const LETTER_BY_DIGIT: Readonly<Record<string, string>> = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }

/** The one reserved handle that a user can have: the machine's local user whose system name can't be a handle. */
export const LOCAL_HANDLE = 'local'

/** Returns the fault of the first non-ASCII character: it may look like a letter, and U+212A becomes `k` in lowercase. */
function findNonAsciiFault(name: string): string | undefined {
  const code = /[^\0-\x7f]/u.exec(name)?.[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  return code === undefined ? undefined : `has the character U+${code}`
}

function findHandleFault(handle: string): string | undefined {
  if (handle.length < 2) return 'is shorter than 2 characters'
  if (handle.length > 39) return 'is longer than 39 characters'
  if (!HANDLE_PATTERN.test(handle)) return 'is not valid'
  if (RESERVED.has(handle)) return RESERVED_FAULT
  return undefined
}
