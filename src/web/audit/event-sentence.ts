import type { AuditView } from '../../tools/audit/view.ts'
import { ACTION_LABELS } from './action-labels.ts'

/** The words for an event that follow the name of its user. */
export interface EventSentence {
  readonly said: string
  /** The user or object of the event; absent if the words name it. */
  readonly about?: string
  /** The end of the sentence, after `about`. */
  readonly ending?: string
  /** The names of facts that the sentence states. */
  readonly statedFacts: readonly string[]
  /** The names of changes that the sentence states. */
  readonly statedChanges: readonly string[]
}

type SentenceBuilder = (
  event: AuditView,
  isMine: boolean,
) => readonly [said: string, about?: string | undefined, ...stated: string[]]

const about =
  (said: string): SentenceBuilder =>
  ({ target }) => [said, target]

/** Builds a sentence for targets that are IDs, which only the details show. */
const withoutObject =
  (said: string): SentenceBuilder =>
  () => [said]

const aboutUser =
  (said: string): SentenceBuilder =>
  ({ by, target }, isMine) => [said, by === target ? (isMine ? 'yourself' : 'themselves') : target]

const aboutToken =
  (said: string): SentenceBuilder =>
  ({ target, detail, changes }) => [said, toText(detail?.['name'] ?? changes?.['name']?.from) ?? target, 'name']

const aboutApp =
  (said: string): SentenceBuilder =>
  ({ surface, client, target, detail }) => [
    said,
    toText(detail?.['client_name'] ?? detail?.['client']) ??
      (surface === 'oauth' ? toText(client) : undefined) ??
      target,
    'client_name',
    'client',
  ]

/** Actions whose label and target do not form a sentence. */
const SENTENCE_BUILDERS: Readonly<Record<string, SentenceBuilder>> = {
  update_project_policy: about('updated the project policy of'),
  delete_branch: about('deleted a branch of'),
  push_source: about('pushed source files to'),
  push_translations: about('pushed translations to'),
  stage_file: about('uploaded a file to'),
  submit_translations: about('submitted translations to'),
  review_translations: about('reviewed translations of'),
  revert_changes: about('reverted changes in'),
  start_run: ({ target, detail }) => [
    detail?.['resumed'] === true ? 'resumed a run of' : 'started a run of',
    target,
    'resumed',
  ],
  cancel_run: about('cancelled a run of'),
  create_review: about('created a review of'),
  decide_review: ({ target, detail }) => {
    const end = toText(detail?.['end'])
    return [end === undefined ? 'decided about a review of' : `${end} a review of`, target, 'end']
  },
  save_webhook: about('saved a webhook of'),
  delete_webhook: about('deleted a webhook of'),
  ping_webhook: about('tested a webhook of'),
  repeat_delivery: about('repeated a delivery of a webhook of'),
  // A tool of earlier versions.
  reserve_work: about('reserved strings of'),
  annotate_entry: about('annotated a string of'),
  save_voice: about('saved the voice of'),
  restore_voice: about('restored the voice of'),
  save_glossary: about('saved the glossary of'),
  restore_glossary: about('restored the glossary of'),
  update_glossary_policy: about('updated the glossary policy of'),
  set_organization_visibility: about('changed the visibility of'),
  hand_over_organization: about('transferred ownership of'),
  update_member: aboutUser('changed the role of'),
  remove_member: aboutUser('removed'),
  invite_member: ({ detail }) =>
    detail?.['user'] === undefined ? ['created an invitation link'] : ['invited', toText(detail['user']), 'user'],
  revoke_invitation: ({ account }) => ['revoked an invitation to', account],
  answer_invitation: ({ account, detail }) => [
    detail?.['accepted'] === true ? 'accepted an invitation to' : 'declined an invitation to',
    account,
    'accepted',
  ],
  update_user: (_event, isMine) => [isMine ? 'updated your profile' : 'updated their profile'],
  leave_organization: about('left'),
  create_token: aboutToken('created the account token'),
  update_token: aboutToken('changed the account token'),
  revoke_token: aboutToken('revoked the account token'),
  revoke_organization_token: aboutToken('revoked the account token'),
  revoke_grant: aboutApp('revoked the access of the app'),
  sign_in_refused: ({ by, target }) => (by === target ? ['failed to sign in'] : ['failed to sign in as', target]),
  sign_out: withoutObject('signed out'),
  identity_added: about('added the sign-in method'),
  identity_removed: about('removed the sign-in method'),
  invitation_claimed: withoutObject('joined the server with an invitation'),
  person_created: ({ by, target }, isMine) =>
    by === target ? [isMine ? 'created your user' : 'created their user'] : ['created the user', target],
  client_registered: ({ target, detail }) => [
    'registered the OAuth client',
    toText(detail?.['name']) ?? target,
    'name',
  ],
  grant_allowed: aboutApp('connected the app'),
  grant_denied: aboutApp('denied access to the app'),
  grant_widened: aboutApp('added permissions to the app'),
  grant_narrowed: aboutApp('removed permissions from the app'),
  device_allowed: aboutApp('connected the app'),
  token_issued: aboutApp('issued tokens to the app'),
  token_revoked: aboutApp('revoked tokens of the app'),
  code_replay: aboutApp('revoked tokens of the app'),
  refresh_reuse: aboutApp('revoked tokens of the app'),
  login_link_made: aboutUser('created a sign-in link for'),
  webhook_disabled: withoutObject('disabled a webhook that failed'),
  restore: about('restored the backup'),
  'token create': aboutToken('created the account token'),
  'token revoke': aboutToken('revoked the account token'),
  'access grant': about('granted access to'),
  'access withdraw': about('withdrew the access of'),
  'quota set': about('changed the limits of'),
  'engines enable': about('enabled a paid engine for'),
  'engines disable': about('disabled a paid engine for'),
  'user suspend': aboutUser('suspended'),
  'user resume': aboutUser('resumed'),
}

const ENDINGS: Readonly<Record<string, string>> = {
  device_allowed: 'on a device',
  code_replay: 'because a code was reused',
  refresh_reuse: 'because a refresh token was reused',
}

/** Describes an event in words. `isMine`: the reader is the actor. */
export function describeEvent(event: AuditView, isMine: boolean): EventSentence {
  const { action, target, by } = event
  const say = SENTENCE_BUILDERS[action]
  const [said, object, ...statedFacts] =
    say === undefined
      ? [lowerFirst(ACTION_LABELS.get(action) ?? action), target === by ? '' : target]
      : say(event, isMine)
  const change = describeOperatorChange(event)
  const endings = [ENDINGS[action], change].filter(text => text !== undefined)
  return {
    said,
    ...(object !== undefined && object !== '' && { about: object }),
    ...(endings.length > 0 && { ending: endings.join(' ') }),
    statedFacts,
    statedChanges: change === undefined ? [] : ['operator'],
  }
}

const lowerFirst = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1)

/** Whether the user became an operator, or no longer is one, as the end of a sentence. */
function describeOperatorChange({ changes }: AuditView): string | undefined {
  const operator = changes?.['operator']
  if (operator === undefined) return undefined
  return operator.to === true ? 'and became an operator' : 'and stopped being an operator'
}

const toText = (fact: unknown): string | undefined => (typeof fact === 'string' && fact !== '' ? fact : undefined)
