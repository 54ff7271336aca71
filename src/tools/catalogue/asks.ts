/** How people ask for a tool: phrases, separated by commas, in words that its name and title lack. */
export const ASKS: Readonly<Record<string, string>> = {
  list_tokens:
    'which tokens do I have, my API keys, show all credentials, unused tokens, when was a token last used, tokens that expire soon',
  create_token:
    'new API key, credential for a CI job, access for a script or bot, personal access token, generate a key, rotate a token, replace an expired token, rotate a token or key, renew or regenerate a token or key, roll an API key',
  revoke_token:
    'delete a token, disable or deactivate an API key, end a credential, invalidate a leaked token, my key leaked, expire a token, remove a token, kill a key',
  update_token: 'rename a token, change the name of an API key, describe a token',
  get_project_context:
    'what to know about a project first, conventions of a project, placeholder rules, plural forms of a language, brief or instructions for translators',
  get_context:
    'who am I, what may I do, what can I do here, my scopes and rights, my permissions, where do I start, what is next, my limits, my quota, usage and storage, help, which user am I signed in as',
  list_accounts: 'which accounts can I access, my accounts',
  list_projects: 'which projects are there, all my projects, projects of an organization, find a project',
  create_project:
    'new project, start a project, set up or initialize localization, localize a repository, add a project',
  get_project:
    'project settings, configuration of a project, languages of a project, which target locales or languages does a project have, which branches exist, list the branches, engines that are configured, available engines, show a project',
  update_project:
    'add or remove a target locale, add a language, drop a language, support another language, translate into a new language, rename a project, change the source locale, paths of target files, file rules, where translated files are written, where do files go, fallback locale, main branch, stop translating into a language, get rid of a language',
  update_project_policy:
    'require approval before export, require a review, who approves, who may approve, allow agents or the AI to overwrite human translations, protect human translations, turn off a check, disable a check, make a check an error or a warning, make numbers an error, turn off the double space or punctuation warning, change check levels, set the message format or syntax of files such as ICU, severity of a warning, project rules, policy of a project, export only approved translations, stop or prevent agents from changing or editing translations, forbid the bot to overwrite human translations, block or keep agents from changing or overwriting approved or reviewed translations, block agents from changing approved strings, disable or silence a check for the project, stop warnings about a check, stop warning about double spaces, do not export unreviewed translations, hide or mute all warnings of a check',
  delete_branch:
    'end, close or merge a feature branch, remove an old branch, clean up merged branches, a branch was merged',
  delete_project:
    'remove a project, move a project to the trash, get rid of a project, erase a project for good, throw a project away, trash a project',
  restore_project:
    'bring back a deleted project, undelete or recover a project, undo the deletion of a project, restore a project from the trash, a project was deleted by mistake or accident',
  push_source:
    'upload source strings, send or sync source files, upload English files, import new strings, source text changed, rename a key, move a file, delete a source file, remove strings, create or start a branch, add strings or keys to a project, upload a file, send new English strings, upload new texts',
  push_translations:
    'upload or import existing translations, send translated files, import translated files, migrate translations from another tool, upload a PO or XLIFF file, import an existing file with translations',
  get_status:
    'translation progress, how much is translated, what is missing, how many strings are left, completeness per language, statistics, coverage, is a locale finished, are we done, which languages are incomplete, count of findings, progress of a translation or language, count words, what is left to do',
  get_work:
    'translate strings, translate my app, translate missing strings, next strings to translate, untranslated strings, stale translations to update, what should I translate, work for a translator, start translating, translate into a language, localize the interface, fix rejected translations, what is left to translate',
  submit_translations:
    'save translations, write a translation, store translated strings, correct or fix a translation, change the text of a translation, send a translation, edit a translation',
  check_text:
    'test or validate a translation without saving, try a translation, is this translation valid, is a translation ok or right, lint a text, check placeholders of a text, check a string, verify a translation',
  find_checks:
    'which checks exist, list the checks, what a check or finding means, why there is a warning, explain a finding or error, quality rules, which quality checks run, explain the placeholder or length or glossary or ICU or plural or punctuation or spelling check, what does a check do, what is a check',
  get_entries:
    'find or search strings, look up a key, show a string with its translations, strings with findings or errors, strings with warnings, translations with problems, search the translations for a word, list the keys, conflicts, read comments, where is a text used, suggestions, waiting suggestions, approved strings, list strings',
  review_translations:
    'approve, approve a translation, approve all translations, reject a translation, request changes, accept or reject a suggestion, mark a translation as wrong, resolve a conflict, sign off translations, approve a locale, approve what the agent wrote, sign off a language, turn down a suggestion or translation',
  annotate_entry:
    'lock or freeze a string or translation, unlock a string or translation, ignore a finding, ignore a warning, mute a false positive, dismiss a warning, comment, add a comment or a context note, leave or write a comment on a string, explain a string to translators, confirm a translation that is right as it is, confirm a stale translation, stale or outdated_voice, clear outdated voice of a translation, hide a warning or finding, silence or suppress a check warning, hide a false alarm, protect a string from changes, prevent edits of a string, forbid changes of a string',
  pull_translations:
    'download translations, export translations, get the translated files, get the files, fetch files, write translations into the repository, sync translations back, files for a release, download a locale, put translations into the repository, get a file, fetch finished locales',
  compare_translations:
    'local edits of translated files, what would a pull overwrite, translations changed in the repository, diff target files with the project',
  start_run:
    'machine translation, machine translate missing strings, translate automatically, pretranslate, let the server or the engine translate, LLM translation on the server, translate everything in the background, auto-translate, estimate the cost, how much does a translation cost, price of a run, revise translations automatically, resume a paused run, continue a run, pretranslate with DeepL, have the server or the machine translate the rest',
  get_runs:
    'progress of a run, is the run finished, watch or follow a run, state of the machine translation, wait for a run, list runs, what did a run cost, why did a run fail, progress of a run',
  cancel_run:
    'stop a run, abort machine translation, end or kill a run, stop the background translation, stop translating',
  create_review:
    'ask for a review, request a review by a person, let a human review translations, send translations for approval, start a review, sample review, quality sample, have a colleague check translations, second pair of eyes, proofread, request proofreading, have a human check translations, let a person or colleague proofread strings or texts, have a native speaker look at translations, get somebody to check strings, human review, ask a linguist to check a language',
  get_review:
    'state of a review, open reviews, which translations wait for review, list reviews, what did the reviewer decide, result of a review',
  decide_review:
    'finish or end a review, accept or return a review, close a review, give a verdict, record verdicts of a review, take translations out of a review',
  list_changes:
    'who changed this, who translated a string, who edited a translation, when was a string changed, history of a string, version history, what did the agent do, recent changes, latest edits, previous translation, what changed since yesterday, changelog, list batches, what did a user translate, what did a client or agent change, show what somebody changed, who broke a translation',
  revert_changes:
    'undo, undo or roll back a batch, undo my last change, revert a mistake, undo what the agent did, revert what somebody wrote, restore the previous translations, take back changes, go back to the previous translation, roll back translations, revert, roll back, undo what the bot did or wrote, undo the work of an agent, recover lost translations, revert the last submission, undo the last import or push or upload of translations, undo an edit, recover an overwritten translation, restore the text from before, get back the previous wording of a translation, put the old translation back, reverse edits',
  get_voice:
    'read the tone or style, how formal are translations, show the style guide, formality of a locale, brand voice',
  save_voice:
    'set or change the tone, change the style, make translations formal or informal, be more formal or polite, use a casual tone, style guide, audience, formal address, guidelines for translators, sound friendlier, use du instead of Sie, friendlier or casual wording',
  restore_voice:
    'go back to the old voice, an earlier or previous tone of voice, undo a change of the voice, old version of the voice, revert the voice, restore the tone, roll back the tone',
  get_glossary:
    'list terms, show the terminology, read the dictionary, how is a term translated, look up a term, export the glossary, forbidden terms',
  save_glossary:
    'add a term, edit the glossary, change or remove a term, forbid a word, do not translate a word, do not translate the word, a brand name stays in English, never translate the product name, brand name, define how a word is translated, keep a name untranslated, add words to the dictionary, import a glossary, delete a term, ban a word, prohibit a word',
  restore_glossary:
    'go back to the old glossary, an earlier or previous version of terms, undo a change of the glossary, recover deleted terms, restore the glossary, revert the glossary, roll back the glossary',
  update_glossary_policy:
    'let or allow agents save terms, level of glossary terms, make a forbidden term an error or a warning, who may change terms, glossary rules',
  search_memory:
    'how was a text translated before, how was this translated earlier, similar translations, reuse old translations, find similar strings, translation memory matches, TM, concordance',
  import_memory: 'upload or load a TMX file, add a translation memory, import TMX, import a TM',
  delete_memory:
    'remove an import of the translation memory, undo a TMX import, delete a TMX import, delete imported units, clear the memory',
  export_memory: 'download the translation memory, TMX export, back up the memory, save the memory as a file',
  list_webhooks: 'which webhooks exist, my webhooks, configured notifications, callbacks',
  save_webhook:
    'create or add a webhook, change the URL of a webhook, notify a URL, request to my endpoint on events, notify another system when translations change, rotate the secret of a webhook, disable or pause a webhook, subscribe to events, get notified, notification, trigger CI after a translation, send events to a server, send notifications to my API, notify a server, tell my server about changes, tell a server when translations change, notify a server when a project or run is finished, ping a server, send to a server when a translation is approved, request to an endpoint after a push, alert a server when something changes, let my CI know when translations are ready, connect Slack',
  delete_webhook:
    'remove a webhook, stop a webhook, unsubscribe, stop sending events, turn off notifications, no more events, stop notifying a server, stop sending events to a server, stop telling my server about changes, disconnect Slack',
  list_deliveries:
    'why did a webhook fail, failed deliveries, webhook log, events that were sent, was the webhook delivered, payload of a webhook, history of a webhook, debug a webhook, did my server get the event, which events did a server receive',
  repeat_delivery:
    'resend or redeliver an event, retry a failed webhook, send a webhook again, replay a delivery, repeat a failed delivery, try a delivery again',
  ping_webhook:
    'test a webhook, send a test event, does the webhook work, check the webhook, try the webhook, fire a test event, send a test notification to a server',
  list_organization_tokens:
    'tokens of members, tokens on an organization, which API keys can reach the organization, all tokens of the team',
  revoke_organization_token:
    'revoke a token of a member, delete a token of somebody else, disable a key of a colleague, revoke a token of the organization',
  list_grants:
    'which apps or clients are connected, connected apps, authorized clients, who has access through OAuth, my sessions, signed-in machines, signed-in devices, which assistants or tools are connected, is an assistant connected, which machines or devices am I signed in on',
  revoke_grant:
    'disconnect or remove an app or client, sign out an app, sign out a machine, sign out a device, sign out a laptop or computer, revoke access of an app, log out a client, remove a connected app, disconnect an assistant, log out an assistant, sign out of a client, remove the access of an app or assistant, cut off or unlink an app, I lost my laptop, remove a connection',
  get_account: 'is an account public, kind of an account, show an account, my role in an account',
  get_user: 'profile of a user, my profile, who is a user, look up a user',
  update_user:
    'change my name, edit my profile, my display name, make my personal account public or private, make my personal projects public, share my personal projects, hide my personal projects',
  list_organizations: 'organizations that I own or belong to, which teams am I in, my organizations, my companies',
  get_organization:
    'roles of an organization, what a role may do, who owns the organization, owner, about an organization, what can an admin do',
  create_organization:
    'new organization, new team, start a company or group, create a workspace, set up a team, shared account',
  update_organization: 'rename an organization, change the name of the team',
  set_organization_visibility:
    'make an organization or its projects public or private, make the account public, hide an organization, open the team to everyone, visibility, share a project with everyone, publish an organization or project, make a project public, open a project to the public, keep projects secret or private, hide a project',
  hand_over_organization:
    'transfer ownership, move an organization to another owner, give the organization to another owner, new owner, make somebody the owner, change the owner, pass the team to somebody',
  delete_organization: 'remove an organization, delete the team, close the company, get rid of an organization',
  restore_organization: 'bring back, undelete or recover an organization, undo the deletion of an organization',
  leave_organization: 'quit or exit a team, get out of an organization, remove myself from an organization',
  list_members:
    'who is in the organization, who is on the team, who can access a project, who has access, roles of members, list users, people, colleagues, show all members, who are the admins, list the administrators, show the members',
  update_member:
    'make somebody an admin or administrator, promote or demote a member, change the role of a user, give admin rights, take admin rights away, permissions of a member, turn a member into an administrator, demote an administrator',
  remove_member:
    'remove a member, remove somebody from the team, remove a member from a project, remove a colleague, user or person, kick somebody out, somebody left the company, take access away from a user, ban or expel a user, delete a user, fire somebody, offboard a colleague, revoke access of a user, throw or kick out a member, kick somebody out of the team, lock somebody out, revoke access of somebody to a project, take away the access of a member',
  list_invitations:
    'pending invitations of an organization, open invites, who was invited, pending invitations, invitations that wait',
  invite_member:
    'invite somebody, invite a user, add a member, colleague, user or person to an organization or project, add somebody to the team, share a project with a colleague, give a user access, onboard a translator, invitation link, bring in a freelancer, bring somebody on board, resend an invitation, send an invitation again, invite again, an invitation expired, let somebody in, invite a translator, give an agency access',
  revoke_invitation:
    'cancel or withdraw an invitation that I sent, delete an invitation, take back an invite, invitation to the wrong person, uninvite somebody, undo an invitation',
  list_my_invitations: 'invitations for me, my pending invitations, was I invited, did I get an invitation',
  answer_invitation:
    'accept an invitation, decline or reject an invitation, join an organization, join a team, refuse an invite',
  list_audit_events:
    'audit log, history of what I did, my activity, log of actions, who used my account, security log, what happened to my account',
  list_organization_audit_events:
    'what members did, what did members of the organization do, audit log or history of an organization, activity of the team, log of what happened in an organization, who did what in an organization, who deleted a project, who added a member, who created a token, security events of the organization, who removed a project, who invited a member, who deleted the organization',
}
