import type { AuditView } from '../../tools/audit/view.ts'
import { ACTION_LABELS } from './action-labels.ts'

/** An event as a sentence after the name of who did it. */
export interface EventSentence {
  readonly said: string
  /** On whom or what; absent where the words say it already. */
  readonly about?: string | undefined
  /** The facts that the sentence has stated. */
  readonly statedFacts: readonly string[]
}

type SentenceBuilder = (
  event: AuditView,
  self: string,
) => readonly [said: string, about?: string | undefined, ...stated: string[]]

const aboutUser =
  (said: string): SentenceBuilder =>
  ({ by, target }, self) => [said, by === target ? self : target]

const aboutToken =
  (said: string): SentenceBuilder =>
  ({ target, detail, changes }) => [said, toText(detail?.['name'] ?? changes?.['name']?.from) ?? target, 'name']

const aboutApp =
  (said: string): SentenceBuilder =>
  ({ target, detail }) => [said, toText(detail?.['client']) ?? target, 'client']

/** Actions of which what they were done to is in the middle of a sentence, or is better known by another name. */
const SENTENCE_BUILDERS: Readonly<Record<string, SentenceBuilder>> = {
  update_member: aboutUser('changed the role of'),
  remove_member: aboutUser('removed'),
  invite_member: ({ detail }) =>
    detail?.['user'] === undefined
      ? ['made an invitation for whoever has its link']
      : ['invited', toText(detail['user']), 'user'],
  answer_invitation: ({ account, detail }) => [
    detail?.['accepted'] === true ? 'accepted an invitation to' : 'declined an invitation to',
    account,
    'accepted',
  ],
  leave_organization: ({ target }) => ['left', target],
  create_token: aboutToken('created the account token'),
  update_token: aboutToken('changed the account token'),
  revoke_token: aboutToken('ended the account token'),
  revoke_organization_token: aboutToken('ended the account token'),
  revoke_grant: aboutApp('ended the access of the app'),
  login_link_made: aboutUser('made a sign-in link for'),
  'token create': aboutToken('made the account token'),
  'token revoke': aboutToken('ended the account token'),
  'access grant': ({ target }) => ['gave access to', target],
  'access withdraw': ({ target }) => ['withdrew the access of', target],
  'quota set': ({ target }) => ['changed the limits of', target],
  'user suspend': aboutUser('suspended'),
  'user resume': aboutUser('ended the suspension of'),
}

/** What somebody did, and on whom or what; `isMine` = the one who reads it did it. */
export function describeEvent(event: AuditView, isMine: boolean): EventSentence {
  const { action, target, by } = event
  const say = SENTENCE_BUILDERS[action]
  if (say !== undefined) {
    const [said, about, ...stated] = say(event, isMine ? 'yourself' : 'themselves')
    return { said, about, statedFacts: stated }
  }
  const words = ACTION_LABELS.get(action) ?? action
  const stated = isMine ? words : words.replace(' your ', ' their ')
  const said = stated.charAt(0).toLowerCase() + stated.slice(1)
  return { said, about: target === '' || target === by ? undefined : target, statedFacts: [] }
}

const toText = (fact: unknown): string | undefined => (typeof fact === 'string' && fact !== '' ? fact : undefined)
