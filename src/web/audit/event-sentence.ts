import type { AuditView } from '../../tools/audit/view.ts'
import { isMessageKey } from '../i18n/catalog.ts'
import type { MessageKey } from '../i18n/t.ts'

/** The message about an event. Its placeholders are the actor and the object. */
export interface EventSentence {
  readonly key: MessageKey
  /** The user or thing that the event is about; empty if the message names it. */
  readonly object: string
  readonly statedFacts: readonly string[]
  readonly statedChanges: readonly string[]
}

/** The parts of a sentence that differ from those of other actions. */
interface Special {
  /** The name of its message; default: the action. */
  readonly name?: string
  /** Default: the target of the event. */
  readonly object?: string | undefined
  readonly facts?: readonly string[]
  readonly changes?: readonly string[]
}

type Describe = (event: AuditView) => Special

/** Users do some actions to themselves. */
const aboutUser: Describe = ({ action, by, target }) => (by === target ? { name: `${action} self` } : {})

const aboutToken =
  (name: string): Describe =>
  ({ detail, changes }) => ({
    name,
    object: toText(detail?.['name'] ?? changes?.['name']?.from),
    facts: ['name'],
  })

const aboutApp: Describe = ({ surface, client, detail }) => ({
  object: toText(detail?.['client_name'] ?? detail?.['client']) ?? (surface === 'oauth' ? toText(client) : undefined),
  facts: ['client_name', 'client'],
})

/** Actions whose message or object depends on the event. */
const SPECIAL: Readonly<Record<string, Describe>> = {
  start_run: ({ detail }) => ({ ...(detail?.['resumed'] === true && { name: 'resume_run' }), facts: ['resumed'] }),
  decide_review: ({ detail }) => {
    const end = toText(detail?.['end'])
    return { ...(end !== undefined && { name: `${end} review` }), facts: ['end'] }
  },
  update_member: aboutUser,
  remove_member: aboutUser,
  invite_member: ({ detail }) =>
    detail?.['user'] === undefined ? { name: 'invite_link' } : { object: toText(detail['user']), facts: ['user'] },
  revoke_invitation: ({ account }) => ({ object: account }),
  answer_invitation: ({ account, detail }) => ({
    name: detail?.['accepted'] === true ? 'accept_invitation' : 'decline_invitation',
    object: account,
    facts: ['accepted'],
  }),
  create_token: aboutToken('create_token'),
  update_token: aboutToken('update_token'),
  revoke_token: aboutToken('revoke_token'),
  revoke_organization_token: aboutToken('revoke_token'),
  'token create': aboutToken('create_token'),
  'token revoke': aboutToken('revoke_token'),
  revoke_grant: aboutApp,
  sign_in: ({ changes }) => {
    const operator = changes?.['operator']
    if (operator === undefined) return {}
    return { name: operator.to === true ? 'sign_in_as_operator' : 'sign_in_as_user', changes: ['operator'] }
  },
  sign_in_refused: aboutUser,
  person_created: aboutUser,
  client_registered: ({ detail }) => ({ object: toText(detail?.['name']), facts: ['name'] }),
  grant_allowed: aboutApp,
  grant_denied: aboutApp,
  grant_widened: aboutApp,
  grant_narrowed: aboutApp,
  device_allowed: aboutApp,
  token_issued: aboutApp,
  token_revoked: aboutApp,
  code_replay: aboutApp,
  refresh_reuse: aboutApp,
  login_link_made: aboutUser,
  'user suspend': aboutUser,
  'user resume': aboutUser,
}

/** Describes an event in words. `isMine`: the reader is the actor. */
export function describeEvent(event: AuditView, isMine: boolean): EventSentence {
  const { action, target } = event
  const { name = action, object = target, facts = [], changes = [] } = SPECIAL[action]?.(event) ?? {}
  const key = keyOf(name, isMine)
  return {
    key: key ?? `audit.events.other.${isMine ? 'you' : 'user'}`,
    object: key === undefined ? `${action} ${target}`.trim() : object,
    statedFacts: facts,
    statedChanges: changes,
  }
}

/** The key of a message about an action; undefined for an action that the pages don't know. */
function keyOf(name: string, isMine: boolean): MessageKey | undefined {
  const key = `audit.events.${name.replaceAll(' ', '_')}.${isMine ? 'you' : 'user'}`
  return isMessageKey(key) ? key : undefined
}

const toText = (fact: unknown): string | undefined => (typeof fact === 'string' && fact !== '' ? fact : undefined)
