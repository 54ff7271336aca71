import type { AuditView } from '../../tools/audit/view.ts'
import { ACTION_LABELS } from './action-labels.ts'

/** An event as a sentence after the name of its user. */
export interface EventSentence {
  readonly said: string
  /** The user or object of the event; absent if the words name it. */
  readonly about?: string | undefined
  /** The names of facts that the sentence states. */
  readonly statedFacts: readonly string[]
}

type SentenceBuilder = (
  event: AuditView,
  isMine: boolean,
) => readonly [said: string, about?: string | undefined, ...stated: string[]]

const aboutUser =
  (said: string): SentenceBuilder =>
  ({ by, target }, isMine) => [said, by === target ? (isMine ? 'yourself' : 'themselves') : target]

const aboutToken =
  (said: string): SentenceBuilder =>
  ({ target, detail, changes }) => [said, toText(detail?.['name'] ?? changes?.['name']?.from) ?? target, 'name']

const aboutApp =
  (said: string): SentenceBuilder =>
  ({ target, detail }) => [said, toText(detail?.['client']) ?? target, 'client']

/** Actions with their own sentence, because its object is not the target or is in the middle. */
const SENTENCE_BUILDERS: Readonly<Record<string, SentenceBuilder>> = {
  update_member: aboutUser('changed the role of'),
  remove_member: aboutUser('removed'),
  invite_member: ({ detail }) =>
    detail?.['user'] === undefined ? ['created an invitation link'] : ['invited', toText(detail['user']), 'user'],
  answer_invitation: ({ account, detail }) => [
    detail?.['accepted'] === true ? 'accepted an invitation to' : 'declined an invitation to',
    account,
    'accepted',
  ],
  update_user: (_event, isMine) => [isMine ? 'updated your profile' : 'updated their profile'],
  leave_organization: ({ target }) => ['left', target],
  create_token: aboutToken('created the account token'),
  update_token: aboutToken('changed the account token'),
  revoke_token: aboutToken('revoked the account token'),
  revoke_organization_token: aboutToken('revoked the account token'),
  revoke_grant: aboutApp('revoked the access of the app'),
  login_link_made: aboutUser('created a sign-in link for'),
  'token create': aboutToken('created the account token'),
  'token revoke': aboutToken('revoked the account token'),
  'access grant': ({ target }) => ['granted access to', target],
  'access withdraw': ({ target }) => ['withdrew the access of', target],
  'quota set': ({ target }) => ['changed the limits of', target],
  'user suspend': aboutUser('suspended'),
  'user resume': aboutUser('resumed'),
}

/** Describes an event in words. `isMine`: the reader is the actor. */
export function describeEvent(event: AuditView, isMine: boolean): EventSentence {
  const { action, target, by } = event
  const say = SENTENCE_BUILDERS[action]
  if (say !== undefined) {
    const [said, about, ...stated] = say(event, isMine)
    return { said, about, statedFacts: stated }
  }
  const words = ACTION_LABELS.get(action) ?? action
  const said = words.charAt(0).toLowerCase() + words.slice(1)
  return { said, about: target === '' || target === by ? undefined : target, statedFacts: [] }
}

const toText = (fact: unknown): string | undefined => (typeof fact === 'string' && fact !== '' ? fact : undefined)
