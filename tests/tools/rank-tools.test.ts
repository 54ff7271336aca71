import { describe, expect, it } from 'vitest'
import { ASKS } from '../../src/tools/catalogue/asks.ts'
import { rankTools } from '../../src/tools/catalogue/rank-tools.ts'
import { TOOLS } from '../../src/tools/registry.ts'

/** What users ask for, by the tool that does it; separated by semicolons. */
const NEEDS: Readonly<Record<string, string>> = {
  list_tokens: 'list tokens; which API keys do I have; list my API keys; show my tokens; tokens',
  create_token:
    'make an API key for CI; create a token for GitHub Actions; rotate my token; new credential for a script; rotate token; renew my API key; replace my token; regenerate the API key; renew a token; roll my API key',
  revoke_token: 'my API key leaked; delete a token; disable an API key; expire a token',
  get_project_context: 'conventions of the project; plural rules of Polish',
  get_context: 'who am I; what is my quota; what can I do here',
  list_accounts: 'which accounts can I use',
  list_projects: 'list my projects',
  create_project: 'start a new project; new project',
  get_project: 'project settings; which languages does the project have; list the branches',
  update_project:
    'remove a locale; change target locales; add German; add a new language; support French and Spanish; rename the project; add Japanese as a target language; drop Italian; where do the files go; get rid of a language; stop translating into Dutch; drop French',
  update_project_policy:
    'set syntax; change message format of files to ICU; allow the AI to overwrite human translations; turn off the double space warning; make numbers an error; require approval before export; disable a check; require review; let agents overwrite human translations; only export approved strings; make the check a warning; do not let the AI change human translations; turn off a warning; stop agents from changing my translations; stop warning me about double spaces; silence the placeholder check; switch off a check; forbid the bot from touching human translations; prevent AI from overwriting reviewed translations; block agents from editing approved translations; do not allow unreviewed translations in the export; mute a check; stop the punctuation warnings; block the AI from changing approved strings; keep bots from overwriting my translations; prevent export of unapproved translations',
  delete_branch:
    'delete a branch; close the feature branch; remove an obsolete branch; merge my branch; delete old branches',
  delete_project: 'delete a project; get rid of a project; move the project to the trash',
  restore_project:
    'bring back a deleted project; restore a deleted project; undo the deletion of a project; recover a project; restore my project; undelete; get back my deleted project; recover the project I deleted by mistake; undo deleting the project; restore a project from the trash; recover a removed project; my project is gone, get it back; I deleted my project by accident',
  push_source:
    'create a branch; upload the source files; push; sync source strings; upload en.json; send my new English strings; start over with a new branch',
  push_translations:
    'upload existing translations; upload a po file; upload translations from Lokalise; import our existing de.po',
  get_status:
    'how much is translated; what is missing; progress of translation; how many strings are left; count words; what is left to do in Spanish; how far is the Japanese translation',
  get_work:
    'translate my app; translate strings; translate to German; next untranslated strings; what should I translate next',
  submit_translations: 'correct a translation; save my translations',
  check_text: 'check a translation without saving; validate a text; is this translation ok?; lint a translation',
  find_checks:
    'which checks exist; what does the check same_as_source mean; what does this finding mean; why is there a warning; explain this check; list of quality checks; check quality; explain the placeholder check; what does the ICU check do; what is the length check; what do the errors mean; describe the glossary check; explain the length warning; what does the punctuation check look for',
  get_entries:
    'find a string; search for a key; suggestions waiting; which strings have errors; search translations for the word invoice',
  review_translations: `approve translations; reject a translation; accept a suggestion; mark a translation as wrong; sign off the translations; approve everything in German; sign off the German locale; approve what the agent wrote; turn down a suggestion; sign off on Spanish; reject the bot's suggestion`,
  annotate_entry:
    'lock a string; voice is outdated; outdated_voice; clear outdated_voice of a translation; confirm a translation; confirm a stale translation; leave a comment on a string; ignore a warning; explain a string to translators; lock a translation; mute a false positive; ignore this finding; freeze this string; add context for translators; lock; comment; add a note; unlock a translation; hide a check warning; silence a warning; hide a warning; suppress a warning; mute this warning; dismiss a finding; ignore the length warning for this string; hide false alarms; prevent anyone from editing this string; protect a string from changes; ignore an error; hide this finding',
  pull_translations:
    'download the translated files; export translations; pull; get the files; put the translations into my repo; fetch the finished locales',
  compare_translations: 'compare local files with the project; diff my local translations',
  start_run:
    'how much does it cost to translate; translate everything automatically; machine translate the missing strings; resume the run; estimate costs; have the server translate the rest; pre-translate with DeepL',
  get_runs: 'is the run finished; see the cost of the last run; why did the run fail; how far along is the run',
  cancel_run: 'stop the run; abort the machine translation; kill the job; stop the machine translating',
  create_review:
    'ask a human to review; request a review; get a second pair of eyes on translations; proofread; proofreading german; have a human check the german texts; have a native speaker look over the French; ask a colleague to proofread; get someone to check the Spanish strings; request proofreading; human review for Italian; let a native speaker proofread Polish; ask Anna to look over the Japanese strings; have someone review the texts',
  get_review: 'state of the review; which translations wait for review',
  decide_review: 'end the review; finish the review',
  list_changes:
    'who changed this; history of a string; what did the agent do yesterday; who translated this string; who edited the German text; show me the latest changes; what changed recently; who broke the German translation; show what Claude changed',
  revert_changes: `revert a batch; undo; undo my last change; roll back what the bot did; revert everything the agent wrote; that was a mistake, take it back; restore the previous translation; rollback; roll back the last batch; revert what the bot did yesterday; revert the last submission; roll back; undo what claude wrote this morning; take back everything the AI did; roll back yesterday's upload; reverse the agent's edits; revert the translations codex submitted; put the old translation back; undo the last push; undo my import of translations; restore the text from before the change; I made a mistake, undo it; revert to yesterday; recover the overwritten translation; get back the previous wording; revert everything cursor did; undo the agent's work from this morning; take the last batch back; roll the translations back to last week; undo yesterday's submission; recover lost translations; get my old translations back`,
  get_voice: 'how formal are the translations; show the style guide',
  save_voice:
    'make the tone more formal; change the style to informal; be more polite in German; use formal address; style guide; use "du" instead of "Sie"; sound friendlier in German',
  restore_voice: 'go back to the old voice; see previous versions of the voice; undo the tone change',
  get_glossary: 'look up a term; show the glossary; glossary; export glossary',
  save_glossary:
    'never translate our product name; forbid a word; add a term to the glossary; brand names must stay in English; delete a glossary term; edit the glossary; do not translate the word Dragoman; ban the word "utilize"',
  update_glossary_policy: 'let agents save terms; glossary level of forbidden terms',
  restore_glossary:
    'restore an earlier version of the glossary; previous version of the glossary; recover the deleted terms; get the old glossary back; roll back the glossary',
  search_memory: 'find similar translations; how was this translated before; reuse old translations',
  import_memory: 'import a TMX file; load TMX',
  delete_memory: 'delete a TMX import; undo the last import',
  export_memory: 'export the translation memory; download TMX',
  list_webhooks: 'list webhooks; webhook; list the webhooks',
  save_webhook:
    'notify me when translations are done; create a webhook; call my URL when something changes; rotate webhook secret; change a webhook url; send events to my server; tell my server about changes; tell my server when translations change; notify slack; post to a URL when a translation is approved; alert my backend when something changes; ping our Discord when a run finishes; tell Teams when a project is done; let my CI know when translations are ready; send notifications to my API; call an endpoint after each push; notify Microsoft Teams; ping my server on changes; send a webhook to discord; alert slack when translations are finished; inform my backend about new translations',
  delete_webhook:
    'delete the webhook; delete_webhook; Please delete this webhook for me; delete the hook; stop sending events; turn off notifications; get rid of the webhook; stop notifying Slack; stop telling my server about changes; stop sending events to my server',
  list_deliveries: 'why did the webhook fail; did my server get the event',
  repeat_delivery: 'resend a failed webhook; retry the delivery; try again the failed webhook delivery',
  ping_webhook: 'test my webhook; fire a test event',
  update_token: 'rename a token; rename my token',
  list_organization_tokens: 'what tokens do members have',
  revoke_organization_token: 'revoke a token of a member',
  list_grants:
    'which apps are connected; connected clients; which AI tools are connected; is Claude connected; which devices am I signed in on',
  revoke_grant: `disconnect an app; disconnect Claude; disconnect a client; sign out my laptop; revoke access of an app; log out Claude Code; disconnect claude code; disconnect cursor; sign out of codex; remove claude's access; log out of ChatGPT; kick out Cursor; unlink VS Code; cut off an app's access; revoke Gemini's access; remove the connection to Claude Desktop; I lost my laptop, sign it out; sign out of Claude; disconnect ChatGPT; remove cursor; revoke access for copilot; log out my computer`,
  get_account: 'is this account public',
  get_user: 'show the profile of a user; all users',
  update_user: 'change my display name; change my profile name; make my personal projects public',
  list_organizations: 'list my organizations',
  get_organization: 'what roles are there',
  create_organization: 'new team; create an organization; start a company account',
  update_organization: 'rename the organization; rename my team',
  set_organization_visibility:
    'make the account public; make the organization private; hide my organization; make my organization visible to everyone; share my project with everyone; open the project to the public; publish my organization; make my projects visible to anyone; keep my projects secret; make my project public; publish my project',
  hand_over_organization:
    'transfer ownership; give the organization to Bob; transfer the organization; make Bob the owner; move to another owner; pass the team on to Bob; make Carla owner',
  delete_organization: 'delete the organization; permanently delete the organization',
  restore_organization:
    'undelete the organization; recover a deleted organization; bring my deleted organization back; get our team back, it was deleted; bring back our organization',
  leave_organization: 'leave the organization; leave the team; quit the organization; step out of the team',
  list_members:
    'who can access this project; who is in my team; who are the admins; list members; I would like to see who has access to our project',
  update_member:
    'make Anna an admin; promote a member; demote an admin; make Bob an administrator of acme; take admin rights away from Bob; make Anna admin; add another admin; change permissions of a member; turn a member into an admin; take away admin from Carla',
  remove_member: `remove a user from the organization; kick Bob out; remove Anna from the team; my coworker left the company; ban a user; someone left, take away their access; fire a team member; remove a person from the project; throw out a member; revoke Bob's access to the project; lock Bob out; kick Anna out of the team`,
  list_invitations: 'list pending invitations; who was invited; who has been invited so far',
  invite_member:
    'invite a member; invite a member to the organization; add a colleague; invite a colleague; give a freelancer access; share the project with a colleague; add somebody to the organization; invte a member; I want to invite my colleague Anna to the acme organization as a member; invite a colleague by email; bring a teammate on board; onboard a new translator; let my colleague see the project; give Anna access to the project; invitation link; invite someone; invite my boss; resend invitation; send the invitation again; invite Anna again; the invitation expired, send a new one; let a translator in; give the French agency access; resend an invite; give somebody access',
  revoke_invitation: `cancel an invitation I sent; cancel the invite I sent to Bob; withdraw an invitation; can you cancel the invitation for bob@example.org; uninvite Bob; take back an invitation; cancel Bob's invitation`,
  list_my_invitations: 'was I invited; my invitations',
  answer_invitation:
    'accept an invitation; decline an invite; join an organization; accept the invite; decline the invitation',
  list_audit_events: 'audit log; security log; audit',
  list_organization_audit_events:
    'what did members of the organization do; log of what happened in the organization; who deleted the project; see who did what in the organization; activity of my team; who removed the project',
}

/** What no tool does. */
const OTHER_NEEDS =
  'deploy my website; send an email; translate an image; translate a video; zzz; asdf qwer; book a flight; what is the weather; order a pizza; restart the server; run my unit tests; create a pull request; commit my changes; push to github; reset my password; change my password; delete my account; upgrade my plan; pay the invoice; cancel my subscription; generate an image; play music; write a poem; fix the bug in my code; create a database; back up the database; send a message to slack; schedule a meeting; open a browser; translate a pdf document; install a package; build a docker image; summarize a document; transcribe audio; translate speech; search the web; buy credits; set up two-factor authentication; create a calendar event; convert a file to csv; resize a photo; deploy to kubernetes; ; the; hello; send an sms to a colleague; sell my company; merge a pull request; create an issue; format my hard drive; refactor this function; make coffee; read my emails; delete my emails; open a support ticket; edit a spreadsheet; turn on the lights; translate a podcast; translate this voicemail; host my website; publish my app to the app store; make a phone call; write unit tests; debug my program; open a bank account; change the wallpaper; scan for viruses; connect to the wifi; send a fax; update the firmware; rename a folder on my disk; draw a logo; create a landing page; monitor the server load; clone a git repository; set an alarm; calculate 2+2; tell me a joke; buy a domain; delete my browser history; translate subtitles of a movie; charge a credit card; add a payment method; post to twitter; print a document; compress a file; take a screenshot; translate a photo of a menu; deploy the service to production; notify the police; delete my tweets; add a payment card; organize my inbox; rename my dog; stop the docker container; send a letter; create an invoice; run the linter on my code; fix failing tests; pull the latest commit; push a docker image; invite people to my birthday party; leave a review on Amazon; change the channel; merge projects; change email address; delete all files on disk; rename a locale file on disk; generate an invoice; split a project in two; duplicate a project; change my username; merge two accounts; set a deadline for translators; pay translators; buy more quota; switch to dark mode; hire a translator; reset two-factor authentication; change the billing address; send a newsletter; record a voice message; translate a phone call; lock my phone; restore my phone from a backup; undo a git commit; roll back a deployment; revert a database migration; disconnect from the vpn; sign out of my bank; notify my wife; call my mother; share my screen; publish a blog post; proofread my essay; approve my vacation; mute my microphone; delete the production database; remove a virus; invite guests to a wedding; rotate an image; hide my ip address; get a refund; connect my calendar; copy a project; export an invoice; change my email; reset my settings to factory defaults; add a credit card; download the app; rename a file on my computer; empty the recycle bin; kill a process; restore a database backup; roll back the release; undo a payment; merge two organizations; share a photo; notify my boss by sms; approve a pull request; schedule a run every night; import a calendar'.split(
    '; ',
  )

const namesFor = (need: string): readonly string[] => rankTools(TOOLS, need).map(({ name }) => name)

describe('the tools for a need', () => {
  it.each(Object.entries(NEEDS))('begin with %s', (tool, asked) => {
    const needs = asked.split('; ')
    expect(needs.map(need => [need, namesFor(need)[0]])).toEqual(needs.map(need => [need, tool]))
  })

  it('are found for every tool', () => {
    const asked = Object.keys(NEEDS)
    expect(TOOLS.map(({ name }) => name).filter(name => !asked.includes(name))).toEqual([])
  })

  it('are none where no tool does it', () => {
    expect(OTHER_NEEDS.map(need => [need, namesFor(need)])).toEqual(OTHER_NEEDS.map(need => [need, []]))
  })

  it.each(['outdated_voice', 'clear outdated_voice findings', 'get rid of outdated voice', 'confirm voice'])(
    'to “%s” do not restore a voice',
    need => expect(namesFor(need)).not.toContain('restore_voice'),
  )

  it('have phrases for every tool, and for no others', () => {
    expect(Object.keys(ASKS).toSorted()).toEqual(TOOLS.map(({ name }) => name).toSorted())
  })
})
