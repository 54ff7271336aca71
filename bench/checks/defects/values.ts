import { wordsOf } from '../../../src/l10n/checks/reading/variants.ts'
import { readNumbers } from '../../../src/l10n/checks/values/numbers.ts'
import { pick } from '../random.ts'
import { type Defect, replaceAt, replaceMatch } from './defect.ts'

/** Changes of what must stay the same: numbers, addresses, accelerators, escapes, entities. */
export const VALUE_DEFECTS: readonly Defect[] = [
  {
    id: 'number changed',
    inject: ({ words, source, target, random }) => {
      const wanted = new Set(readNumbers(wordsOf(source)).map(({ value }) => value))
      const number = pick(
        readNumbers(words).filter(({ value }) => wanted.has(value)),
        random,
      )
      if (number === undefined) return undefined
      const last = Number(number.value.at(-1))
      return replaceAt(target.text, number.at, number.raw.length, `${number.raw.slice(0, -1)}${(last + 3) % 10}`)
    },
  },
  {
    id: 'URL changed',
    inject: ({ source, target, random }) => {
      const url = pick(
        target.markup.filter(({ kind, raw }) => kind === 'url' && source.text.includes(raw)),
        random,
      )
      if (url === undefined) return undefined
      const at = url.raw.search(/(?<=:\/\/(?:www\.)?)\w/)
      return at < 0 ? undefined : replaceAt(target.text, url.start + at, 1, 'xq')
    },
  },
  {
    id: 'URL lost',
    inject: ({ target, random }) => {
      const url = pick(
        target.markup.filter(({ kind }) => kind === 'url'),
        random,
      )
      return url === undefined ? undefined : replaceAt(target.text, url.start, url.raw.length, '')
    },
  },
  {
    id: 'entity broken',
    inject: draft =>
      draft.source.text.includes('&')
        ? replaceMatch(draft, /&(?:[a-z]{2,6}|#\d+);(?!\w)/g, ({ 0: raw }) => raw.slice(0, -1))
        : undefined,
  },
  {
    id: 'entity escaped twice',
    inject: draft => replaceMatch(draft, /&(?:[a-z]{2,6}|#\d+);/g, ({ 0: raw }) => raw.replace('&', '&amp;')),
  },
  {
    id: 'entity for a plain character',
    inject: draft =>
      draft.source.markup.length > 0 || /[&<]/.test(draft.source.text)
        ? undefined
        : replaceMatch(draft, /['"]|&(?=\s)/g, ({ 0: char }) =>
            char === '&' ? '&amp;' : char === '"' ? '&quot;' : '&#39;',
          ),
  },
]
