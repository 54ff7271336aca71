import type { PageRequest } from '../requests/page-request.ts'

/** The actions whose outcome has their name. */
const DECISIONS = [
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

/** The actions of the page, as its buttons send them. */
const ACTIONS = ['save', 'save_next', ...DECISIONS] as const

export type StringAction = (typeof ACTIONS)[number]

/** What an action did, as the query parameter `done` says. */
export const OUTCOMES = ['save', 'unchanged', 'suggested', ...DECISIONS] as const

export type Outcome = (typeof OUTCOMES)[number]

/** Why a reviewer wants another text. The choice begins their words, in English for agents. */
export const REASONS = ['meaning', 'terminology', 'grammar', 'style', 'length', 'locale'] as const

/** Changes of an open editor that save nothing: more or fewer forms, a correction, a text of the memory or the history, the source of a message. */
export interface DraftAction {
  readonly kind: 'add' | 'remove' | 'fix' | 'use' | 'restore' | 'view' | 'preview'
  /** The form, the view, or the number of the finding, the row or the revision. */
  readonly about: string
}

const DRAFT_ACTION = /^(add|remove|fix|use|restore|view)-(=?[\w-]{1,40})$/

export function findDraftAction({ form }: Pick<PageRequest, 'form'>): DraftAction | undefined {
  const action = form.get('action') ?? ''
  if (action === 'preview') return { kind: 'preview', about: '' }
  const [, kind, about = ''] = DRAFT_ACTION.exec(action) ?? []
  return kind === undefined ? undefined : { kind: kind as DraftAction['kind'], about }
}

export const findAction = ({ form }: Pick<PageRequest, 'form'>): StringAction | undefined =>
  ACTIONS.find(action => action === form.get('action'))
