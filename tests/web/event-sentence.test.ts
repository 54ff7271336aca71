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
  start_run: ['ada started a run of acme/web', PROJECT],
  create_token: ['ada created the account token ci', TOKEN, ci],
  update_token: ['ada changed the account token ci', TOKEN, { changes: { name: { from: 'ci', to: 'cd' } } }],
  revoke_organization_token: ['ada revoked the account token ci', TOKEN, ci],
  revoke_grant: ['ada revoked the access of the app Translator', GRANT, { detail: { client: 'Translator' } }],
  remove_member: ['ada removed bob', 'bob'],
  invite_member: ['ada invited bob', '1m7invitation', { detail: { user: 'bob' } }],
  revoke_invitation: ['ada revoked an invitation to acme', '1m7invitation', ofAcme],
  answer_invitation: ['ada accepted an invitation to acme', '1m7invitation', { ...ofAcme, detail: { accepted: true } }],
  sign_in_refused: ['ada failed to sign in as github:583231', 'github:583231'],
  client_registered: ['ada registered the OAuth client Translator', '1m7client', { detail: { name: 'Translator' } }],
  grant_allowed: ['ada connected the app Translator', '1m7client', consented],
  refresh_reuse: ['ada revoked tokens of the app Translator because a refresh token was reused', GRANT, ofApp],
  'token create': ['ada created the account token ci', TOKEN, ci],
  'access grant': ['ada granted access to acme', 'acme'],
}

describe('the sentence of an audit event', () => {
  it.each([...ACTION_LABELS])('is known, and the filter has its label: %s', (action, label) => {
    for (const isMine of [false, true])
      expect(describeEvent(eventOf(action, PROJECT), isMine).key).not.toMatch(/\.other\./)
    expect(actionLabel(action)).toBe(label)
  })

  it.each(Object.entries(SENTENCES))('reads as a sentence for %s', (action, [expected, target, facts]) => {
    expect(sentence(eventOf(action, target, facts))).toBe(expected)
  })

  it('shows the name of an action that it does not know', () => {
    expect(sentence(eventOf('paint_house', 'acme'))).toBe('ada did paint_house acme')
    expect(actionLabel('paint_house')).toBe('paint_house')
  })

  it('says that an invitation was declined', () => {
    const declined = eventOf('answer_invitation', '1m7invitation', { ...ofAcme, detail: { accepted: false } })
    expect(sentence(declined)).toBe('ada declined an invitation to acme')
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
