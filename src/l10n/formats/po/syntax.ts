import { findMostFrequent } from '../../groups.ts'
import { detectSyntax } from '../../message/detect-syntax.ts'
import type { Syntax } from '../../message/message.ts'
import { headerField, type PoFile } from './file.ts'

/** Whether Lingui or next-intl wrote a catalog: all its messages are ICU, and it has each line of a string on one line. */
export const isIcuCatalog = ({ text, header }: PoFile): boolean =>
  /lingui|next-intl/i.test(headerField(header, 'X-Generator') ?? '') || /^#\. *js-lingui-/m.test(text)

/** Returns the syntax in the flags of an entry (`python-format`); undefined if there is none. */
export function findFlagSyntax(flags: readonly string[]): Syntax | undefined {
  const language = flags.flatMap(flag => /^(?:possible-)?(.+)-format$/.exec(flag)?.[1] ?? [])[0]
  if (language === undefined) return undefined
  if (language.startsWith('no-')) return 'plain'
  return Object.hasOwn(SYNTAXES, language) ? SYNTAXES[language] : 'plain'
}

/** Syntaxes by language: percent placeholders, or ICU. Languages with braces (C#, Python, Rust, C++) count as plain text with names. */
const SYNTAXES: Readonly<Record<string, Syntax>> = {
  ...Object.fromEntries(
    (
      'awk boost c elisp gcc-internal gfc-internal java-printf javascript librep lua objc object-pascal perl php python ruby sh-printf tcl ' +
      'ycp'
    )
      .split(' ')
      .map(language => [language, 'printf']),
  ),
  java: 'icu',
  icu: 'icu',
}

/**
 * Returns the most frequent syntax in the flags of a file. Without flags, detects it from the strings, where braces alone are names, not ICU, and a pipe or
 * an at sign is ordinary text.
 */
export function fileSyntax(flagged: readonly (Syntax | undefined)[], texts: readonly string[]): Syntax {
  const most = findMostFrequent(flagged.flatMap(syntax => syntax ?? []))
  if (most !== undefined) return most
  const found = detectSyntax(texts)
  if (found === 'icu') return texts.some(text => ICU_CHOICE.test(text)) ? 'icu' : 'plain'
  return found === 'vue-i18n' ? 'plain' : found
}

const ICU_CHOICE = /\{\s*[\w.-]+\s*,\s*(?:plural|select|selectordinal)\s*,/
