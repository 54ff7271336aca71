import { neededCategories } from '../../../src/l10n/locales/plural-rules.ts'
import type { Token } from '../../../src/l10n/message/token.ts'
import { pick } from '../random.ts'
import { type AnyDefect, type Draft, replaceAt } from './defect.ts'

const PLACEHOLDERS = new Set(['printf', 'ruby', 'braces', 'expression', 'argument'])

/** A placeholder of a draft that its source has, too. */
const pickPlaceholder = (
  { source, target, random }: Draft,
  test: (token: Token) => boolean = () => true,
): Token | undefined =>
  pick(
    target.placeholders.filter(
      token =>
        PLACEHOLDERS.has(token.kind) &&
        token.isLoose !== true &&
        source.text.split(token.raw).length === 2 &&
        target.text.split(token.raw).length === 2 &&
        test(token),
    ),
    random,
  )

const replaceToken = ({ target }: Draft, token: Token | undefined, by: (raw: string) => string): string | undefined =>
  token === undefined ? undefined : replaceAt(target.text, token.start, token.raw.length, by(token.raw))

const pickTag = ({ target, source, random }: Draft, pattern: RegExp): Token | undefined =>
  pick(
    target.markup.filter(
      ({ kind, raw }) =>
        kind === 'tag' && pattern.test(raw) && source.text.includes(`<${raw.replace(/^<\/?(\w+)[\s\S]*$/, '$1')}`),
    ),
    random,
  )

/** Whether a form can leave its number out. */
const isOne = ({ pair }: Draft): boolean => typeof pair.target !== 'string' || pair.target.includes('plural')

/** Changes of what applications read. */
export const STRUCTURE_DEFECTS: readonly AnyDefect[] = [
  {
    id: 'placeholder lost',
    inject: draft => (isOne(draft) ? undefined : replaceToken(draft, pickPlaceholder(draft), () => '')),
  },
  {
    id: 'placeholder renamed',
    inject: draft =>
      replaceToken(
        draft,
        pickPlaceholder(draft, ({ kind, raw }) => /[a-z]{3}/i.test(raw) && (kind !== 'printf' || raw.startsWith('%('))),
        raw => raw.replace(/[a-z]{3,}/i, name => `${name}x`),
      ),
  },
  {
    id: 'placeholder retyped',
    inject: draft =>
      replaceToken(
        draft,
        pickPlaceholder(draft, ({ kind, raw }) => kind === 'printf' && /[sd@]$/.test(raw) && !raw.includes('#@')),
        raw => raw.replace(/.$/, type => (type === 's' || type === '@' ? 'd' : 's')),
      ),
  },
  {
    id: 'space inside a placeholder',
    inject: draft =>
      replaceToken(
        draft,
        pickPlaceholder(draft, ({ kind, raw }) => (kind === 'printf' || kind === 'ruby') && !/\s/.test(raw)),
        raw => `% ${raw.slice(1)}`,
      ),
  },
  {
    id: 'position dropped',
    inject: draft =>
      draft.target.placeholders.length > 1
        ? replaceToken(
            draft,
            pickPlaceholder(draft, ({ raw }) => /^%\d+\$/.test(raw)),
            raw => raw.replace(/\d+\$/, ''),
          )
        : undefined,
  },
  {
    id: 'length modifier changed',
    inject: draft =>
      replaceToken(
        draft,
        pickPlaceholder(draft, ({ kind, raw }) => kind === 'printf' && /l[du]$/.test(raw)),
        raw => raw.replace(/l+(?=[du]$)/, ''),
      ),
  },
  { id: 'tag lost', inject: draft => replaceToken(draft, pickTag(draft, /^<\/\w/), () => '') },
  {
    id: 'tag renamed',
    inject: draft => {
      const name = pickTag(draft, /^<\w/)?.name
      return name === undefined
        ? undefined
        : draft.target.text.replaceAll(`<${name}`, `<${name}x`).replaceAll(`</${name}`, `</${name}x`)
    },
  },
  {
    id: 'tags in the wrong order',
    inject: ({ source, target }) => {
      const match = /<(b|i|a|strong|em|code)(\s[^<>]*)?>([^<>]+)<\/\1>/.exec(target.text)
      if (match === null || !source.text.includes(`</${match[1]}>`)) return undefined
      return replaceAt(
        target.text,
        match.index,
        match[0].length,
        `</${match[1]}>${match[3]}<${match[1]}${match[2] ?? ''}>`,
      )
    },
  },
  {
    id: 'link target changed',
    inject: ({ source, target }) => {
      const match = /(?<=\shref=["']|\]\()[^"'(){}%<>\s]{2,}/.exec(target.text)
      return match === null || !source.text.includes(match[0])
        ? undefined
        : replaceAt(target.text, match.index, 1, 'xq')
    },
  },
  {
    id: 'event handler added',
    inject: draft => replaceToken(draft, pickTag(draft, /^<\w/), raw => raw.replace(/\/?>$/, ' onclick="run()">')),
  },
  { id: 'script added', inject: ({ target }) => `${target.text}<script>run()</script>` },
  { id: 'script added, not ended', inject: ({ target }) => `${target.text} <script src=//x` },
  {
    id: 'stray <',
    inject: draft =>
      draft.target.markup.some(({ kind, raw }) => kind === 'tag' && raw.startsWith('</'))
        ? `${draft.target.text} < 5`
        : undefined,
  },
  {
    id: 'bold mark lost',
    inject: ({ source, target }) =>
      /\*\*[^*]+\*\*/.test(source.text) && /\*\*[^*]+\*\*/.test(target.text)
        ? target.text.replace('**', '')
        : undefined,
  },
  {
    id: 'plural form lost',
    injectMessage: ({ target, source, locale, categories }) => {
      if (typeof target === 'string' || typeof source === 'string') return undefined
      const needed = (categories ?? neededCategories(locale)).filter(category => category in target)
      const lost = needed.find(category => category !== 'other') ?? needed[0]
      if (lost === undefined || needed.length < 2) return undefined
      return Object.fromEntries(Object.entries(target).filter(([category]) => category !== lost))
    },
  },
  {
    id: 'ICU plural form lost',
    inject: ({ target, source, pair }) => {
      if (pair.syntax !== 'icu' || !/,\s*plural\s*,/.test(source.text)) return undefined
      const match = /\s(?:one|few)\s*\{[^{}]*\}/.exec(target.text)
      return match === null || !neededCategories(pair.locale).includes(match[0].trim().slice(0, 3))
        ? undefined
        : replaceAt(target.text, match.index, match[0].length, '')
    },
  },
  {
    id: 'ICU =0 lost',
    inject: ({ target, source, pair }) =>
      pair.syntax === 'icu' && /=0\s*\{/.test(source.text) && /=0\s*\{[^{}]*\}/.test(target.text)
        ? target.text.replace(/=0\s*\{[^{}]*\}\s*/, '')
        : undefined,
  },
  {
    id: 'ICU category misspelt',
    inject: ({ target, pair }) =>
      pair.syntax === 'icu' && /,\s*plural\s*,/.test(target.text)
        ? target.text.replace(
            /\b(?:few|many|one)(?=\s*\{)|\bother(?=\s*\{)/,
            name => `${name[0]}${name.slice(2)}${name[1]}`,
          )
        : undefined,
  },
  {
    id: 'ICU brace lost',
    inject: ({ target, source, pair }) =>
      pair.syntax === 'icu' && source.text.includes('}') && target.text.includes('}')
        ? target.text.replace('}', '')
        : undefined,
  },
]
