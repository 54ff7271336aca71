import { type Defect, replaceAt, replaceMatch } from './defect.ts'

/** Locales whose spaces at the ends of a text are their own. */
const UNSPACED = /^(?:ja|ko|zh|yue|th|lo|km|my|bo)\b/

const END = /[.。．।։۔!！?？؟:：…]$/u

/** Changes of line breaks, spaces, punctuation and case. */
export const LAYOUT_DEFECTS: readonly Defect[] = [
  {
    id: 'newline lost',
    // A source that is wrapped within its sentences has no line breaks of its own.
    inject: ({ source, target }) =>
      /\S\s*\n\s*\S/.test(source.text) &&
      !/.{40}[\p{L},]\n\p{Ll}/u.test(source.text) &&
      /\S\s*\n\s*\S/.test(target.text)
        ? target.text.replace(/(\S)\s*\n\s*(\S)/, '$1 $2')
        : undefined,
  },
  {
    id: 'space at an end lost',
    inject: ({ pair, source, target }) =>
      !UNSPACED.test(pair.locale) && /^\S.*\p{L}{2}.* $/su.test(source.text) && /\S $/.test(target.text)
        ? target.text.trimEnd()
        : undefined,
  },
  {
    id: 'space at the end added',
    inject: ({ pair, source, target, words }) =>
      !UNSPACED.test(pair.locale) && /\p{L}{2}.*\S$/su.test(source.text) && /\p{L}{2}.*\S$/su.test(words)
        ? `${target.text} `
        : undefined,
  },
  {
    id: 'heading mark added',
    inject: ({ source, target, words }) =>
      /#/.test(source.text) || !/^\p{L}/u.test(words) ? undefined : `## ${target.text}`,
  },
  { id: 'double space', inject: draft => replaceMatch(draft, /(?<=\p{L}) (?=\p{L})/gu, () => '  ') },
  {
    id: 'end punctuation lost',
    inject: ({ source, target, words }) =>
      END.test(source.text) && END.test(words) && !/[.]{2}$/.test(target.text) ? target.text.slice(0, -1) : undefined,
  },
  {
    id: 'end punctuation changed',
    inject: ({ source, target, words }) => {
      if (!END.test(source.text) || !END.test(words) || /[.]{2}$/.test(target.text)) return undefined
      return replaceAt(target.text, target.text.length - 1, 1, /[!！]$/u.test(words) ? ':' : '!')
    },
  },
  {
    id: 'end punctuation added',
    inject: ({ source, target, words }) =>
      /\p{Ll}$/u.test(source.text) && /\p{L}$/u.test(words) ? `${target.text}!` : undefined,
  },
  {
    id: 'space before punctuation',
    inject: draft =>
      /^fr\b/.test(draft.pair.locale)
        ? replaceMatch(draft, /[\u00A0\u202F](?=[!?;])/g, () => '')
        : replaceMatch(draft, /(?<=\p{L})[,!?](?=\s|$)/gu, ({ 0: mark }) => ` ${mark}`),
  },
  {
    id: 'first letter in the wrong case',
    inject: ({ source, target, words }) => {
      const [, first = ''] = /^(\p{Lu})\p{Ll}{2}/u.exec(words) ?? []
      return first === '' || !/^\p{Lu}\p{Ll}{2}/u.test(source.text) || first.toLowerCase().length !== 1
        ? undefined
        : first.toLowerCase() + target.text.slice(1)
    },
  },
]
