import type { Visit } from '../requests/visit.ts'

/** The actions of the page, as its buttons send them. */
const ACTIONS = [
  'save',
  'approve',
  'request_changes',
  'reject',
  'accept',
  'decline',
  'ignore',
  'unignore',
  'confirm',
  'lock',
  'unlock',
  'comment',
] as const

export type StringAction = (typeof ACTIONS)[number]

/** What an action did, as the query parameter `done` says. */
export const OUTCOMES = {
  save: 'Translation saved',
  unchanged: 'The translation already has this text',
  suggested: 'The translation was locked meanwhile. Your text is kept as a suggestion.',
  approve: 'Translation approved',
  request_changes: 'Changes requested',
  reject: 'Translation rejected',
  accept: 'Suggestion accepted',
  decline: 'Suggestion rejected',
  ignore: 'Finding ignored',
  unignore: 'Finding no longer ignored',
  confirm: 'Translation confirmed',
  lock: 'Translation locked',
  unlock: 'Translation unlocked',
  comment: 'Comment added',
} as const satisfies Record<StringAction | 'unchanged' | 'suggested', string>

export type Outcome = keyof typeof OUTCOMES

/** Why a reviewer wants another text. The choice begins their words. */
export const REASONS = ['Meaning', 'Terminology', 'Grammar', 'Style', 'Length', 'Locale conventions'] as const

export const findAction = ({ form }: Pick<Visit, 'form'>): StringAction | undefined =>
  ACTIONS.find(action => action === form.get('action'))
