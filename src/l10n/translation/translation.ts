import type { Message } from '../message/message.ts'

/** The source of a string on a branch, and those that it had there before; see `shownText`. */
export interface SourceLine {
  /** Hash of the source; see `sourceHash`. */
  readonly src: string
  /** Hashes of the sources that the string had on the branch, and before that on the branch that this one began from, newest first. */
  readonly earlier?: readonly string[] | undefined
  /** Whether the string began before lines were stored: any text from then may be for an earlier source of it. */
  readonly unlined?: true | undefined
}

/** A source string, with the fields that the rules of translations need. The line is that of the main branch. */
export interface Entry extends SourceLine {
  readonly id: string
  readonly project_id: string
  readonly file_id: string
  /** The source with the hash `src`. */
  readonly source: Message
  /** Sources of other branches and of earlier pushes, newest first. */
  readonly sources?: readonly SourceVersion[] | undefined
  /** The context note. */
  readonly description?: string | undefined
  readonly do_not_translate: boolean
  /** Sort key in the order of the source files. */
  readonly order: string
  /** Whether the main branch lists it. */
  readonly listed: boolean
  /** Word count of `source`. */
  readonly words: number
}

/** A source and its hash. */
export interface SourceVersion {
  readonly src: string
  readonly source: Message
}

export interface Origin {
  readonly kind: 'human' | 'agent' | 'llm' | 'mt' | 'memory' | 'import' | 'pseudo'
  readonly user_id: string
  /** The credential, as `token:<id>` or `stdio`. */
  readonly credential: string
}

interface StoredFinding {
  readonly id: string
  readonly level: 'error' | 'warning' | 'info'
  readonly message: string
  readonly at?: number | undefined
  readonly fix?: string | undefined
  /** The glossary term that it is about. */
  readonly term?: string | undefined
}

/** The newest text of a translation for one source. */
export interface TextVersion {
  /** Hash of its source string. */
  readonly src: string
  /** Whether it was written before lines were stored; see `SourceLine`. */
  readonly unlined?: true | undefined
  /** `noteHash` of the context note at the time of writing. */
  readonly note?: string | undefined
  readonly value: Message
  readonly state: 'needs_review' | 'translated' | 'approved'
  readonly rev: number
  readonly origin: Origin
  readonly findings: readonly StoredFinding[]
  /** Findings of this text that are ignored. A new text starts without any, and those of a stale text count again; see `currentIgnores`. */
  readonly ignores?: readonly Ignore[] | undefined
  /** Stamp of the voice under which it was written or approved; undefined if that is unknown. */
  readonly voice?: string | undefined
  /** An engine left errors in it, or an agent overrode them. A pull never exports it before a user approves it. */
  readonly unresolved?: true | undefined
  /** Whether a token imported it as finished, and the policy demands that a reviewer decides. A pull leaves it only in the file that has it. */
  readonly undecided?: true | undefined
  /** ISO 8601. */
  readonly at: string
}

/** A text that a pull may export. Its `rev` is 0 if it comes from the history of another string, which this one began as a copy of. */
export interface LetThroughText extends Pick<TextVersion, 'src' | 'unlined' | 'value' | 'rev' | 'at'> {
  readonly state: 'translated' | 'approved'
}

/** A finding that somebody ignored. */
interface Ignore {
  readonly finding: string
  readonly reason: string
  readonly user_id: string
  readonly at: string
  /** Hashes of the terms with their wordings, or of the messages, of the findings that it covers; undefined = every finding of the check. */
  readonly seen?: readonly string[] | undefined
  /** Whether an agent ignored it. It then never covers an error, also if the agent sent the text in spite of it. */
  readonly by_agent?: true | undefined
}

/** A reviewer's request to change a translation. Kept until a reviewer approves the translation. */
export interface ReviewRequest {
  readonly kind: 'changes_requested' | 'rejected'
  /** The reviewer's words. */
  readonly comment?: string | undefined
  readonly refused: Pick<TextVersion, 'src' | 'value' | 'rev' | 'origin'>
  /** The reviewer. */
  readonly origin: Origin
  /** The review. */
  readonly batch_id: string
  readonly at: string
  /** When a new text or a suggestion answered it; undefined while it waits for one. */
  readonly answered_at?: string | undefined
  /** The refusals of other texts for the same source that it follows, newest first; nobody approved a text since. */
  readonly earlier?: readonly Refusal[] | undefined
}

/** A reviewer's decision that a text needs another one. */
export type Refusal = Omit<ReviewRequest, 'answered_at' | 'earlier'>

/** A text that waits for a reviewer, because it must not replace the current one. */
export interface Suggestion {
  readonly id: string
  readonly value: Message
  readonly src: string
  readonly origin: Origin
  readonly batch_id: string
  readonly at: string
  /** Revision number of the translation when it was suggested; undefined if that is unknown. */
  readonly rev?: number | undefined
  /** The reviews whose request it answered; see `isAnswer`. */
  readonly answers?: readonly string[] | undefined
  /** Whether it is the text of an imported file that conflicts with the project's. A pull keeps it in the file. */
  readonly conflict?: true | undefined
  /** The branches whose imported file has it; only of a conflict. */
  readonly branches?: readonly string[] | undefined
  /** The revert that brought it back. */
  readonly returned_by?: string | undefined
  /** Why it was suggested. */
  readonly why?: string | undefined
  /** Stamp of the reasons for which a run revised the text; see `revisionCause`. */
  readonly cause?: string | undefined
}

/** A suggestion that a reviewer or a new text decided. A revert of that brings it back. */
export interface DecidedSuggestion extends Suggestion {
  /** The batch that decided. */
  readonly decided_by: string
}

/** A source string in one target locale. */
export interface Translation {
  readonly id: string
  readonly project_id: string
  readonly file_id: string
  readonly entry_id: string
  readonly locale: string
  /** Newest first, at most one for each source. */
  readonly texts: readonly TextVersion[]
  /** Whether the history has texts for sources that are missing from `texts`. */
  readonly older?: true | undefined
  /** Texts that left `texts`, and that a pull may still export; see `withLetThrough`. */
  readonly let_through?: readonly LetThroughText[] | undefined
  readonly suggestions: readonly Suggestion[]
  /** The last ones that were decided, newest last. */
  readonly decided?: readonly DecidedSuggestion[] | undefined
  /** When a conflict was last decided or brought back: from then on, a pull writes another text. */
  readonly settled_at?: string | undefined
  readonly request?: ReviewRequest | undefined
  /** Requests about other sources than that of `request`, newest first. */
  readonly other_requests?: readonly ReviewRequest[] | undefined
  readonly locked: boolean
  /** Number of its newest revision; 0 without one. */
  readonly rev: number
  /** `state` to `words` are its state on the main branch; see `withMainView`. */
  readonly state: 'untranslated' | TextVersion['state']
  readonly stale: { readonly reason: StaleReason; readonly since: string } | null
  /** Revision number of the shown text; 0 without one. */
  readonly shown: number
  readonly listed: boolean
  readonly open: boolean
  readonly work: boolean
  readonly order: string
  readonly words: number
}

/** The change that made a text stale. */
export type StaleReason = 'source_changed' | 'note_changed'

/** One version of a translation. Revisions never change. */
export interface Revision {
  readonly id: string
  readonly rev: number
  readonly src: string
  readonly note?: string | undefined
  readonly value: Message
  /** `untranslated` = the text for `src` was withdrawn. */
  readonly state: Translation['state']
  /** ID of the earlier revision that a revert or a rejection restored. */
  readonly restores?: string | undefined
  readonly origin: Origin
  /** As in `TextVersion`. */
  readonly voice?: string | undefined
  /** As in `TextVersion`. */
  readonly unresolved?: true | undefined
  /** The reviewer's request after this revision. */
  readonly request?: ReviewRequest | undefined
  readonly batch_id: string
  readonly at: string
}
