type Args = Readonly<Record<string, unknown>>
type Made = Readonly<Record<string, string>>

/** One call, and its event. */
export interface Step {
  readonly tool: string
  readonly by: 'ada' | 'bob' | 'cleo'
  /** Its arguments, from the answers of earlier steps. */
  readonly args: (made: Made) => Args
  /** The account whose log has the event. */
  readonly account: string
  /** The target in the event. */
  readonly target: (made: Made) => string
  /** The fields whose old and new values are in the event. */
  readonly changes?: readonly string[]
  /** Parts of the answer that later steps need. */
  readonly keep?: (answer: Readonly<Record<string, unknown>>) => Made
}

export const PROJECT = 'acme/app'
const SOURCE = { path: 'locales/en.json', content: '{"a":"Apple","b":"Pear"}\n' }
const TMX = {
  path: 'memory.tmx',
  content:
    '<tmx version="1.4"><header srclang="en" datatype="plaintext" segtype="sentence" adminlang="en" creationtool="x" creationtoolversion="1" o-tmf="x"/><body><tu><tuv xml:lang="en"><seg>Apple</seg></tuv><tuv xml:lang="de"><seg>Apfel</seg></tuv></tu></body></tmx>',
}
/** Cannot be repeated by their nature. */
export const DONE_ONCE: readonly string[] = ['review_translations', 'revert_changes']

type More = Pick<Step, 'changes' | 'keep'>
type Part = Args | ((made: Made) => Args)

/** A step whose event is in the log of an account, and is about this target. */
const step =
  (account: string, target: Step['target'], common: Args = {}) =>
  (tool: string, by: Step['by'], args: Part = {}, more: More = {}): Step => ({
    tool,
    by,
    args: made => ({ ...common, ...(typeof args === 'function' ? args(made) : args) }),
    account,
    target,
    ...more,
  })
const inProject = step('acme', () => PROJECT, { project: PROJECT })
const onTarget = step('acme', () => PROJECT, { target: PROJECT })
const inAcme = step('acme', () => 'acme', { organization: 'acme' })
const ofMember = (user: string) => step('acme', () => user, { organization: 'acme', user })
/** About what an earlier step kept under this name. */
const about = (account: string, name: string, common?: Args) => step(account, made => made[name] ?? '', common)
const organization = { organization: 'acme' }
/** Keeps the ID of the answer, or of an object in it, for later steps. */
const idAs = (name: string, field?: string): More => ({
  keep: answer => ({ [name]: String(field === undefined ? answer['id'] : (answer[field] as { id: string }).id) }),
})
const keepBatch: More = { keep: ({ batch }) => ({ batch: String(batch) }) }
const changes = (...fields: readonly string[]): More => ({ changes: fields })

/** Every writing tool at least once, in an order in which each can do something. */
export const STEPS: readonly Step[] = [
  inAcme('create_organization', 'ada'),
  inAcme('update_organization', 'ada', { name: 'Acme Inc.' }, changes('name')),
  inAcme('set_organization_visibility', 'ada', { public: true }, changes('public')),
  about('acme', 'invitation', organization)('invite_member', 'ada', { user: 'bob' }, idAs('invitation')),
  about('acme', 'invitation')('answer_invitation', 'bob', ({ invitation }) => ({ invitation, accept: true })),
  about('acme', 'open', organization)('invite_member', 'ada', {}, idAs('open')),
  about('acme', 'open', organization)('revoke_invitation', 'ada', ({ open: id }) => ({ id })),
  ofMember('bob')('update_member', 'ada', { role: 'admin' }, changes('role')),
  inProject('create_project', 'ada', { source_locale: 'en', target_locales: ['de'] }),
  inProject('update_project', 'ada', { name: 'The app' }, changes('name')),
  inProject('update_project_policy', 'ada', { approve: 'anyone' }, changes('approve')),
  onTarget('save_voice', 'ada', { voice: { tone: 'casual' } }, changes('version')),
  onTarget('restore_voice', 'ada', { version: 0 }, changes('version')),
  inProject('import_memory', 'ada', { files: [TMX] }, { keep: answer => ({ import: String(answer['import']) }) }),
  inProject('delete_memory', 'ada', made => ({ import: made['import'] })),
  onTarget('save_glossary', 'ada', { upsert: [{ term: 'Acme', kind: 'do_not_translate' }] }, changes('version')),
  onTarget('restore_glossary', 'ada', { version: 0 }, changes('version')),
  onTarget('update_glossary_policy', 'ada', { forbidden_term: 'warning' }, changes('forbidden_term')),
  inProject('push_source', 'ada', { files: [SOURCE] }),
  inProject('push_translations', 'ada', { files: [{ path: 'locales/de.json', content: '{"b":"Birne"}\n' }] }),
  inProject(
    'submit_translations',
    'bob',
    ({ id, src }) => ({ locale: 'de', items: [{ id, src, text: 'Apfel' }] }),
    keepBatch,
  ),
  inProject('create_review', 'bob', ({ batch }) => ({ batch }), idAs('review', 'review')),
  inProject('decide_review', 'ada', ({ review }) => ({ review, verdicts: [{ n: 1, verdict: 'good' }] })),
  inProject(
    'review_translations',
    'ada',
    ({ id }) => ({ locale: 'de', items: [{ id, action: 'approve' }] }),
    keepBatch,
  ),
  inProject('annotate_entry', 'ada', ({ id }) => ({ id, comment: 'On the first page.' })),
  inProject('revert_changes', 'ada', ({ batch }) => ({ batch })),
  inProject('start_run', 'bob', { engines: ['memory'] }, idAs('run', 'run')),
  inProject('cancel_run', 'bob', ({ run }) => ({ run })),
  onTarget(
    'save_webhook',
    'ada',
    { url: 'https://example.org/hooks', events: ['run.finished'] },
    { ...idAs('webhook'), ...changes('url', 'events', 'description', 'enabled') },
  ),
  onTarget('ping_webhook', 'ada', ({ webhook: id }) => ({ id }), idAs('delivery', 'delivery')),
  onTarget('repeat_delivery', 'ada', ({ webhook: id, delivery }) => ({ id, delivery })),
  onTarget('delete_webhook', 'ada', ({ webhook: id }) => ({ id })),
  inProject('push_source', 'ada', { branch: 'feature', files: [SOURCE] }),
  inProject('delete_branch', 'ada', { branch: 'feature' }),
  inProject('delete_project', 'ada', { confirm: PROJECT }, changes('deleted_at')),
  inProject('restore_project', 'ada', {}, changes('deleted_at')),
  about('acme', 'token')('create_token', 'bob', { name: 'ci', scopes: ['user:read'], account: 'acme' }, idAs('token')),
  about('acme', 'token')(
    'update_token',
    'bob',
    ({ token: id }) => ({ id, name: 'nightly', description: 'x'.repeat(300) }),
    changes('name', 'description'),
  ),
  about('acme', 'token', organization)('revoke_organization_token', 'ada', ({ token: id }) => ({ id })),
  about('ada', 'token')('create_token', 'ada', { name: 'laptop', scopes: ['user:read'] }, idAs('token')),
  about('ada', 'token')('revoke_token', 'ada', ({ token: id }) => ({ id })),
  about('ada', 'grant')('revoke_grant', 'ada', ({ grant: id }) => ({ id })),
  step('ada', () => 'ada')('update_user', 'ada', { name: 'Ada', public: true }, changes('name', 'public')),
  inAcme('hand_over_organization', 'ada', { to: 'bob', confirm: 'acme' }, changes('owner')),
  inAcme('leave_organization', 'ada', {}, changes('role')),
  ofMember('cleo')('remove_member', 'bob', {}, changes('role')),
  inAcme('delete_organization', 'bob', { confirm: 'acme' }, changes('deleted_at')),
  inAcme('restore_organization', 'bob', {}, changes('deleted_at')),
]
