/** Characters that reorder, hide or break what stands around them on a terminal or a page; half surrogates are no text at all. */
export const HIDDEN_CHARACTER =
  /[\u034F\p{Cs}\p{Cn}\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u
export const CONTROL_CHARACTER = /\p{Cc}/u

/** Whether there is anything in a text that a person sees: not blanks alone, nor marks and joiners without the letter that they belong to. */
export const hasVisibleCharacter = (text: string): boolean =>
  /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
