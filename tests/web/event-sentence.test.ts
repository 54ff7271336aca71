import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import type { AuditView } from '../../src/tools/audit/view.ts'
import { describeEvent } from '../../src/web/audit/event-sentence.ts'
import { ACTION_LABELS, actionLabel } from '../../src/web/audit/filter.tsx'
import { rich } from '../../src/web/i18n/t.ts'

type Facts = Partial<AuditView>

const eventOf = (action: string, target: string, facts: Facts = {}): AuditView => ({
  id: 'e1',
  at: '2027-03-01T12:00:00.000Z',
  action,
  by: 'ada',
  surface: 'rest',
  target,
  request_id: 'r1',
  ...facts,
})

const sentence = (event: AuditView, isMine = false): string => {
  const { key, object } = describeEvent(event, isMine)
  const actor = event.by ?? 'Someone'
  return render(h('p', {}, rich(key, { actor: isMine ? name => name : actor, object }))).slice(
    '<p>'.length,
    -'</p>'.length,
  )
}

const [PROJECT, TOKEN, GRANT] = ['acme/web', '1m7token', '1m7grant']
const ci: Facts = { detail: { name: 'ci' } }
const ofApp: Facts = { surface: 'oauth', client: 'Translator' }
const consented: Facts = { detail: { client_name: 'Translator' }, surface: 'web', client: 'Mozilla/5.0' }
const ofAcme: Facts = { account: 'acme' }

const SENTENCES: Readonly<Record<string, readonly [expected: string, target: string, facts?: Facts]>> = {
  create_project: ['ada created project acme/web', PROJECT],
  update_project: ['ada updated project acme/web', PROJECT],
  update_project_policy: ['ada updated the project policy of acme/web', PROJECT],
  delete_project: ['ada deleted project acme/web', PROJECT],
  restore_project: ['ada restored project acme/web', PROJECT],
  delete_branch: ['ada deleted a branch of acme/web', PROJECT],
  push_source: ['ada pushed source files to acme/web', PROJECT],
  push_translations: ['ada pushed translations to acme/web', PROJECT],
  stage_file: ['ada uploaded a file to acme/web', PROJECT],
  submit_translations: ['ada submitted translations to acme/web', PROJECT],
  review_translations: ['ada reviewed translations of acme/web', PROJECT],
  revert_changes: ['ada reverted changes in acme/web', PROJECT],
  start_run: ['ada started a run of acme/web', PROJECT],
  cancel_run: ['ada cancelled a run of acme/web', PROJECT],
  create_review: ['ada created a review of acme/web', PROJECT],
  decide_review: ['ada decided about a review of acme/web', PROJECT],
  save_webhook: ['ada saved a webhook of acme/web', PROJECT],
  delete_webhook: ['ada deleted a webhook of acme/web', PROJECT],
  ping_webhook: ['ada tested a webhook of acme/web', PROJECT],
  repeat_delivery: ['ada repeated a delivery of a webhook of acme/web', PROJECT],
  annotate_entry: ['ada annotated a string of acme/web', PROJECT],
  save_voice: ['ada saved the voice of acme/web', PROJECT],
  restore_voice: ['ada restored the voice of acme/web', PROJECT],
  import_memory: ['ada imported a translation memory into acme/app', 'acme/app'],
  delete_memory: ['ada deleted an imported translation memory of acme/app', 'acme/app'],
  save_glossary: ['ada saved the glossary of acme/web', PROJECT],
  restore_glossary: ['ada restored the glossary of acme/web', PROJECT],
  update_glossary_policy: ['ada updated the glossary policy of acme/web', PROJECT],
  create_token: ['ada created the account token ci', TOKEN, ci],
  update_token: ['ada changed the account token ci', TOKEN, { changes: { name: { from: 'ci', to: 'cd' } } }],
  revoke_token: ['ada revoked the account token ci', TOKEN, ci],
  revoke_organization_token: ['ada revoked the account token ci', TOKEN, ci],
  revoke_grant: ['ada revoked the access of the app Translator', GRANT, { detail: { client: 'Translator' } }],
  update_user: ['ada updated their profile', 'ada'],
  create_organization: ['ada created organization acme', 'acme'],
  update_organization: ['ada renamed organization acme', 'acme'],
  set_organization_visibility: ['ada changed the visibility of acme', 'acme'],
  hand_over_organization: ['ada transferred ownership of acme', 'acme'],
  delete_organization: ['ada deleted organization acme', 'acme'],
  restore_organization: ['ada restored organization acme', 'acme'],
  update_member: ['ada changed the role of bob', 'bob'],
  remove_member: ['ada removed bob', 'bob'],
  leave_organization: ['ada left acme', 'acme'],
  invite_member: ['ada invited bob', '1m7invitation', { detail: { user: 'bob' } }],
  revoke_invitation: ['ada revoked an invitation to acme', '1m7invitation', ofAcme],
  answer_invitation: ['ada accepted an invitation to acme', '1m7invitation', { ...ofAcme, detail: { accepted: true } }],
  sign_in: ['ada signed in', 'ada'],
  sign_in_refused: ['ada failed to sign in as github:583231', 'github:583231'],
  sign_out: ['ada signed out', '1m7session'],
  sign_out_everywhere: ['ada signed out everywhere', 'ada'],
  identity_added: ['ada added the sign-in method github:583231', 'github:583231'],
  identity_removed: ['ada removed the sign-in method github:583231', 'github:583231'],
  passkey_created: ['ada created the passkey Laptop', 'Laptop'],
  passkey_renamed: ['ada renamed the passkey Laptop', 'Laptop'],
  passkey_removed: ['ada removed the passkey Laptop', 'Laptop'],
  invitation_claimed: ['ada joined the server with an invitation', '1m7invitation'],
  person_created: ['ada created their user', 'ada'],
  client_registered: ['ada registered the OAuth client Translator', '1m7client', { detail: { name: 'Translator' } }],
  grant_allowed: ['ada connected the app Translator', '1m7client', consented],
  grant_denied: ['ada denied access to the app Translator', '1m7client', consented],
  grant_widened: ['ada added permissions to the app Translator', GRANT, consented],
  grant_narrowed: ['ada removed permissions from the app Translator', GRANT, consented],
  device_allowed: ['ada connected the app Translator on a device', '1m7client', consented],
  token_issued: ['ada issued tokens to the app Translator', GRANT, ofApp],
  token_revoked: ['ada revoked tokens of the app Translator', GRANT, ofApp],
  code_replay: ['ada revoked tokens of the app Translator because a code was reused', GRANT, ofApp],
  refresh_reuse: ['ada revoked tokens of the app Translator because a refresh token was reused', GRANT, ofApp],
  login_link_made: ['ada created a sign-in link for bob', 'bob'],
  webhook_disabled: ['ada disabled a webhook that failed', '1m7webhook'],
  restore: ['ada restored the backup site.jsonl.gz', 'site.jsonl.gz'],
  'token create': ['ada created the account token ci', TOKEN, ci],
  'token revoke': ['ada revoked the account token ci', TOKEN, ci],
  'access grant': ['ada granted access to acme', 'acme'],
  'access withdraw': ['ada withdrew the access of acme', 'acme'],
  'quota set': ['ada changed the limits of acme', 'acme'],
  'engines enable': ['ada enabled a paid engine for acme', 'acme'],
  'engines disable': ['ada disabled a paid engine for acme', 'acme'],
  'user suspend': ['ada suspended bob', 'bob'],
  'user resume': ['ada resumed bob', 'bob'],
}

describe('the sentence of an audit event', () => {
  it('is known for every action', () => {
    expect(Object.keys(SENTENCES).sort()).toEqual([...ACTION_LABELS.keys()].sort())
  })

  it.each(Object.entries(SENTENCES))('reads as a sentence for %s', (action, [expected, target, facts]) => {
    expect(sentence(eventOf(action, target, facts))).toBe(expected)
  })

  it.each([...ACTION_LABELS])('has the label of the tool in the filter: %s', (action, label) => {
    expect(actionLabel(action)).toBe(label)
  })

  it('shows the name of an action that it does not know', () => {
    expect(sentence(eventOf('paint_house', 'acme'))).toBe('ada did paint_house acme')
    expect(actionLabel('paint_house')).toBe('paint_house')
  })

  it('reads as a sentence for a tool of earlier versions', () => {
    expect(sentence(eventOf('reserve_work', PROJECT))).toBe('ada reserved strings of acme/web')
  })

  it.each([
    ['update_user', 'ada', 'You updated your profile'],
    ['remove_member', 'ada', 'You removed yourself'],
    ['person_created', 'ada', 'You created your user'],
    ['sign_in_refused', 'ada', 'You failed to sign in'],
  ])('addresses the reader who did %s', (action, target, expected) => {
    expect(sentence(eventOf(action, target), true)).toBe(expected)
  })

  it.each([
    [false, true, 'ada signed in and became an operator'],
    [true, false, 'ada signed in and stopped being an operator'],
  ])('says whether its user became an operator: %s to %s', (from, to, expected) => {
    const event = eventOf('sign_in', 'ada', { changes: { operator: { from, to } } })
    expect(sentence(event)).toBe(expected)
    expect(describeEvent(event, false).statedChanges).toEqual(['operator'])
  })
})
