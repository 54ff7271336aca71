/**
 * Characters that reorder, hide or break the text around them on a terminal or a page. Includes half surrogates, which
 * are not valid text.
 */
export const HIDDEN_CHARACTER =
  /[\u034F\p{Cs}\p{Cn}\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u
export const CONTROL_CHARACTER = /\p{Cc}/u

/** Whether a text has a visible character: blanks don't count, nor do marks and joiners without their letter. */
export const hasVisibleCharacter = (text: string): boolean =>
  /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
