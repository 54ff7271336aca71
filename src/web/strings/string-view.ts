import type { Message, Syntax } from '../../l10n/message/message.ts'
import type { Actor } from '../../tools/translations/actors.ts'

export type TranslationState = 'untranslated' | 'needs_review' | 'translated' | 'approved'

/** The writer of a text. */
export interface Author extends Actor {
  readonly model?: string
}

export interface LocaleView {
  readonly locale: string
  readonly state: TranslationState
  readonly isStale: boolean
  readonly value: Message | undefined
}

export interface CommentView {
  readonly text: string
  readonly kind?: 'request_changes' | undefined
  /** Absent for a comment on the source string. */
  readonly locale?: string | undefined
  readonly by: Author
  readonly at: string
}

/** A source string, as the user may see it. */
export interface StringView {
  /** `acme/app`. */
  readonly project: string
  /** The page of its account; undefined if the account has none. */
  readonly accountPath: string | undefined
  /** Whether the user administers the project. */
  readonly isAdmin: boolean
  readonly id: string
  readonly key: string
  readonly file: string
  /** Whether the user reads it only because the project is public: authors, comments and forms are for members. */
  readonly isOutsider: boolean
  readonly syntax: Syntax
  /** The branch, unless it is the main branch. */
  readonly branch: string | undefined
  readonly branchName: string
  /** Whether the branch lists the string. */
  readonly isListed: boolean
  readonly sourceLocale: string
  readonly source: Message
  /** The hash of the source, as tools expect it. */
  readonly src: string
  readonly context: string | undefined
  readonly note: string | undefined
  readonly addedNote: { readonly text: string; readonly by: Author | undefined; readonly at: string } | undefined
  readonly references: readonly string[]
  readonly tags: readonly string[]
  readonly max: number | undefined
  readonly isUntranslatable: boolean
  readonly locales: readonly LocaleView[]
  /** Newest first. */
  readonly comments: readonly CommentView[]
  readonly hasMoreComments: boolean
  /** Why the user may not change anything; undefined if they may. */
  readonly withheld: string | undefined
}

export interface FindingView {
  readonly id: string
  readonly level: 'error' | 'warning' | 'info'
  readonly message: string
  readonly fix: string | undefined
  readonly ignored:
    | { readonly reason: string | undefined; readonly by: string | undefined; readonly at: string }
    | undefined
  /** Why its writer sent the translation in spite of this error. */
  readonly override?: FindingView['ignored']
}

export interface RequestView {
  readonly kind: 'changes_requested' | 'rejected'
  readonly comment: string | undefined
  readonly refused: Message
  readonly refusedBy: Author | undefined
  readonly by: Author | undefined
  readonly at: string
  readonly answeredAt: string | undefined
  /** Earlier refusals of other texts, newest first. */
  readonly earlier: readonly Omit<RequestView, 'answeredAt' | 'earlier'>[]
}

export interface SuggestionView {
  readonly id: string
  readonly value: Message
  readonly by: Author | undefined
  readonly at: string
  /** Whether it is for the source string of the branch. */
  readonly isCurrent: boolean
  /** Whether it answers the request. */
  readonly isAnswer: boolean
  /** Whether it is the text of a file, which conflicts with the translation on the branch. */
  readonly isConflict: boolean
  /** The branches whose file has it; empty = any. */
  readonly branches: readonly string[]
  /** Why it was suggested, in the words of an engine. */
  readonly why: string | undefined
}

export interface RevisionView {
  readonly id: string
  readonly rev: number
  readonly state: TranslationState
  readonly value: Message | undefined
  /** The previous text, if it differs. */
  readonly was: Message | undefined
  readonly by: Author | undefined
  readonly at: string | undefined
  readonly isCurrent: boolean
}

/** A translation of a string into one locale. */
export interface TranslationView {
  readonly locale: string
  readonly state: TranslationState
  readonly value: Message | undefined
  /** The newest revision; undefined before the first one. */
  readonly rev: number | undefined
  readonly by: Author | undefined
  readonly at: string | undefined
  readonly stale: { readonly why: 'source_changed' | 'note_changed'; readonly source: Message | undefined } | undefined
  readonly isLocked: boolean
  readonly findings: readonly FindingView[]
  readonly request: RequestView | undefined
  readonly suggestions: readonly SuggestionView[]
  /** The plural forms to fill in; empty for a text without forms. */
  readonly categories: readonly string[]
  readonly actions: AllowedActions
  readonly revisions: readonly RevisionView[]
  /** The cursor of older revisions. */
  readonly next: string | undefined
}

/** What the user may do with a translation. */
export interface AllowedActions {
  readonly write: boolean
  readonly edit: boolean
  readonly approve: boolean
  /** Why the user can't approve it. */
  readonly whyNotApprove: string | undefined
  /** Request changes, or reject. */
  readonly refuse: boolean
  readonly acceptSuggestions: boolean
}

export interface ReadString {
  readonly string: StringView
  /** Undefined if the URL has no locale. */
  readonly translation: TranslationView | undefined
}
