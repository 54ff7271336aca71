import type { AuditView } from '../tools/audit/audit-shape.ts'
import { ACTION_WORDS } from './action-words.ts'

/** An event as a sentence after the name of who did it. */
export interface Sentence {
  readonly said: string
  /** On whom or what; absent where the words say it already. */
  readonly about?: string | undefined
  /** The facts that the sentence has told. */
  readonly told: readonly string[]
}

type Say = (event: AuditView, self: string) => readonly [said: string, about?: string | undefined, ...told: string[]]

const toPerson =
  (said: string): Say =>
  ({ by, target }, self) => [said, by === target ? self : target]

const toToken =
  (said: string): Say =>
  ({ target, detail, changes }) => [said, textOf(detail?.['name'] ?? changes?.['name']?.from) ?? target, 'name']

const toApp =
  (said: string): Say =>
  ({ target, detail }) => [said, textOf(detail?.['client']) ?? target, 'client']

/** Actions of which what they were done to is in the middle of a sentence, or is better known by another name. */
const SAY: Readonly<Record<string, Say>> = {
  update_member: toPerson('changed the role of'),
  remove_member: toPerson('removed'),
  invite_member: ({ detail }) =>
    detail?.['user'] === undefined
      ? ['made an invitation for whoever has its link']
      : ['invited', textOf(detail['user']), 'user'],
  answer_invitation: ({ account, detail }) => [
    detail?.['accepted'] === true ? 'accepted an invitation to' : 'declined an invitation to',
    account,
    'accepted',
  ],
  leave_organization: ({ target }) => ['left', target],
  create_token: toToken('created the account token'),
  update_token: toToken('changed the account token'),
  revoke_token: toToken('ended the account token'),
  revoke_organization_token: toToken('ended the account token'),
  revoke_grant: toApp('ended the access of the app'),
  login_link_made: toPerson('made a sign-in link for'),
  'token create': toToken('made the account token'),
  'token revoke': toToken('ended the account token'),
  'access grant': ({ target }) => ['gave access to', target],
  'access withdraw': ({ target }) => ['withdrew the access of', target],
  'quota set': ({ target }) => ['changed the limits of', target],
  'user suspend': toPerson('suspended'),
  'user resume': toPerson('ended the suspension of'),
}

/** What somebody did, and on whom or what; `isMine` = the one who reads it did it. */
export function sentenceOf(event: AuditView, isMine: boolean): Sentence {
  const { action, target, by } = event
  const say = SAY[action]
  if (say !== undefined) {
    const [said, about, ...told] = say(event, isMine ? 'yourself' : 'themselves')
    return { said, about, told }
  }
  const words = ACTION_WORDS.get(action) ?? action
  const told = isMine ? words : words.replace(' your ', ' their ')
  const said = told.charAt(0).toLowerCase() + told.slice(1)
  return { said, about: target === '' || target === by ? undefined : target, told: [] }
}

const textOf = (fact: unknown): string | undefined => (typeof fact === 'string' && fact !== '' ? fact : undefined)
