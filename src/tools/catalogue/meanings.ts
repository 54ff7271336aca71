const toSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Names of languages, any of which means a locale. */
export const LANGUAGES = toSet(
  `arabic bengali bulgarian catalan chinese croatian czech danish dutch english estonian finnish french galician german greek hebrew hindi hungarian icelandic
  indonesian irish italian japanese korean latvian lithuanian malay norwegian persian polish portuguese romanian russian serbian slovak slovenian spanish
  swahili swedish tamil telugu thai turkish ukrainian urdu vietnamese welsh`,
)

/** Names of clients and models, any of which means a connected app, or the agent in it. */
export const ASSISTANTS = toSet(
  'aider chatgpt claude cline codex copilot cursor gemini goose gpt grok jetbrains lechat mistral opencode openai vscode windsurf zed',
)

/** Where events go: products that receive webhooks, and words for a server of the user's. */
export const CHANNELS = toSet('backend discord endpoint mattermost slack telegram url zapier')

/** Words that narrow a need, and do not make it another: when, and which check. */
export const DETAILS = toSet(
  `capitalization html icu length markup number numbers placeholder placeholders plural plurals punctuation space spaces spelling tag tags whitespace
  ago daily day days evening friday hour hours minutes monday month months morning night saturday sunday thursday today tomorrow tonight tuesday wednesday week weeks yesterday`,
)

/** What happened to an object: not what the need asks to do. */
export const DONE = toSet(
  'archived canceled cancelled closed deleted discarded dropped erased expired finished removed revoked stopped trashed',
)

/** What no tool handles, however well the other words fit. */
export const FOREIGN = toSet(
  'bank bill billing blog browser calendar car card computer disk drive essay folder movie payment phone photo printer screen vacation video wedding wifi',
)

const BETWEEN = String.raw`((?:\s+(?!and\b|or\b)[^\s,.]+){0,4}?)\s+`

const withParticle = (verbs: string, particles: string, verb: string): readonly [RegExp, string] => [
  new RegExp(String.raw`\b(?:${verbs})${BETWEEN}(?:${particles})\b`, 'gi'),
  `${verb}$1`,
]

/** Verbs of several words, each with the one word for it, also where the object stands between. */
export const PHRASAL_VERBS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:vs|visual studio) code\b|\b(claude|gemini|codex|copilot) (?:code|desktop|cli)\b/gi, 'claude'],
  [/\bproof[- ]?read(?:ing|s)?\b/gi, 'proofread'],
  [/\bpre-(?=translat)/gi, 'pre'],
  [/\bun-(?=do|delete|lock|invite)/gi, 'un'],
  [/\b(?:go|going|switch|return) back\b/gi, 'revert'],
  withParticle('roll(?:ed|ing|s)?|tak(?:e|ing)|took|turn', 'back', 'revert'),
  withParticle('get|getting|bring(?:ing)?|put(?:ting)?|giv(?:e|ing)|want|have|need', 'back', 'restore'),
  withParticle('log(?:ged|ging)?|sign(?:ed|ing)?', 'out(?: of)?', 'logout'),
  [/\b(?:log(?:ging)? ?off|sign(?:ing)? ?out|logout)\b/gi, 'logout'],
  [/\bsign(?:ing|ed)?[- ]?off\b/gi, 'approve'],
  withParticle('kick(?:ed|ing)?|throw(?:ing)?|lock', 'out(?: of)?', 'kick'),
  withParticle('turn(?:ing)?|switch(?:ing)?', 'off', 'disable'),
  withParticle('turn(?:ing)?|switch(?:ing)?', 'on', 'enable'),
  withParticle('turn(?:ing)?', 'down', 'reject'),
  withParticle('cut(?:ting)?|shut(?:ting)?', 'off|down', 'revoke'),
  withParticle('hand(?:ing)?|pass(?:ing)?', 'over|on', 'transfer'),
  withParticle('let(?:ting)?', 'know', 'notify'),
  [/\blet(?:ting)?((?:\s+[^\s,.]+){1,3}?)\s+in$/gi, 'invite$1'],
  [/\b(?:step|get|drop) out of\b/gi, 'leave'],
  withParticle('look(?:s|ing)?|go|going|read(?:ing)?|check', 'over|through', 'proofread'),
  [/\bget(?:ting)? rid of\b/gi, 'delete'],
  [/\bhow far(?: along)?\b/gi, 'progress'],
]

/** Words of the same meaning: each line is a group. */
const SAME_MEANING = [
  'create add new make generate set',
  'update change edit modify configure adjust touch',
  'list show see read view display',
  'find search look',
  'explain describe',
  'member user person colleague teammate coworker employee',
  'somebody person user colleague member boss friend partner human',
  'invite invitation',
  'organization team company group workspace',
  'approve accept confirm',
  'reject decline refuse',
  'push upload import send submission submit',
  'pull download export fetch',
  'policy setting rule permission',
  'level severity',
  'check validate test lint verify try',
  'token key secret credential',
  'rotate renew regenerate replace refresh',
  'app client application connection assistant tool',
  'connect authorize link',
  'public private visibility visible secret publish',
  'audit log event history activity',
  'voice tone style formality formal wording',
  'glossary term terminology dictionary vocabulary word',
  'role administrator admin rights',
  'access permission',
  'finding error warning problem quality',
  'ignore hide mute silence suppress dismiss',
  'disable deactivate',
  'prevent forbid block prohibit disallow ban protect',
  'stale outdated',
  'old earlier previous former',
  'language locale',
  'string text entry key',
  'run job',
  'note comment',
  'progress status state',
  'notify notification alert subscribe tell inform ping',
  'webhook callback hook',
  'server url system',
  'cost price expensive',
  'rename name',
  'translate localize',
  'machine automatic auto',
  'repository git',
  'agent bot ai assistant model',
  'project app',
  'proofread review',
  'share open publish',
  'everyone public anyone',
  'write submit edit',
  'resend repeat again redeliver retry',
]

/** What a call that ends or takes away something needs in its need: groups of verbs, and the owner whom a transfer replaces. */
const DECISIVE = [
  'delete remove drop erase destroy discard clear rid purge wipe clean trash',
  'stop cancel abort kill halt end finish close unsubscribe',
  'revoke disable deactivate invalidate withdraw uninvite',
  'expire leak',
  'merge',
  'disconnect logout unlink detach kick',
  'kick ban expel fire offboard throw evict',
  'leave quit exit',
  'transfer hand give pass',
  'owner ownership',
  'verdict accept return decide',
]

/** What gives back what was deleted or changed. */
const UNDOING = ['undo revert roll rollback reverse', 'restore undelete recover bring', 'revert restore undo recover']

const GROUPS = [...UNDOING, ...DECISIVE, ...SAME_MEANING]

/** Whether a group of words gives back. */
export const isUndoing = (group: number): boolean => group < UNDOING.length

/** Whether a group of words ends something or gives back. */
export const isDecisive = (group: number): boolean => group < UNDOING.length + DECISIVE.length

/** The groups of each word, by its stem. */
export function toMeanings(toStem: (word: string) => string): ReadonlyMap<string, readonly number[]> {
  const meanings = new Map<string, number[]>()
  for (const [group, line] of GROUPS.entries())
    for (const stem of line.split(' ').map(toStem)) meanings.set(stem, [...(meanings.get(stem) ?? []), group])
  return meanings
}
