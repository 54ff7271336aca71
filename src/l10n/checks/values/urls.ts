import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import {
  type CheckContext,
  defineCheck,
  type Fault,
  type Form,
  inEachForm,
  toAdded,
  toMissing,
} from '../define-check.ts'

export const urls = defineCheck({
  id: 'urls',
  level: 'warning',
  finds:
    'A URL or email address that is missing, changed or not in the source. `markup` checks those of links and attributes.',
  why: 'Users land on a page that does not exist, or that belongs to somebody else.',
  standard: 'RFC 3986; a page in the language of the locale counts as the same',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: 'See https://example.com/help',
      good: 'Siehe https://example.com/help',
      bad: 'Siehe https://example.com/hilfe',
    },
    {
      syntax: 'plain',
      locale: 'de',
      source: 'See https://example.com/en/help',
      good: 'Siehe https://example.com/de/help',
      bad: 'Siehe https://example.org/de/help',
    },
    {
      syntax: 'plain',
      locale: 'de',
      source: 'Write to help@example.com',
      good: 'Schreib an help@example.com',
      bad: 'Schreib an hilfe@example.com',
    },
  ],
  isNeeded: ({ forms }) => forms.some(({ source, target }) => URL_SIGN.test(source.text) || URL_SIGN.test(target.text)),
  find: inEachForm(find),
})

function* find({ source, target }: Form, { locale, sourceLocale }: CheckContext): Generator<Fault> {
  if (CREDITS.has(source.text)) return
  const wanted = source.computeOnce(listUrls)
  const given = target.computeOnce(listUrls)
  if (wanted.length === 0 && given.length === 0) return
  const languages = listLanguages(sourceLocale, locale)
  const read = ({ raw }: Url): string => normalize(raw, languages)
  const known = new Set(wanted.map(read))
  const here = new Set(given.map(read))
  const missing = wanted.filter(url => !here.has(read(url)))
  const [replacement] = missing
  for (const { raw, at } of given.filter(url => !known.has(read(url)))) {
    yield { ...toAdded(raw, at), ...(replacement && { fix: `Write ${quote(replacement.raw)}.` }) }
  }
  if (given.length < wanted.length) for (const { raw } of missing) yield toMissing(raw)
}

/** Sources of GNOME and KDE whose translations name the translators. */
const CREDITS = new Set(['translator-credits', 'translator_credits', 'Your names', 'Your emails'])

interface Url {
  readonly raw: string
  readonly at: number
}

const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g

const URL_SIGN = /:\/\/|@/

/** URLs and email addresses, without those in tags, link targets and code. */
function listUrls({ text, markup }: ParsedText): readonly Url[] {
  if (!URL_SIGN.test(text)) return []
  const found: Url[] = []
  let covered = 0
  for (const { kind, raw, start, end } of markup) {
    // BBCode ends a URL with a bracket.
    if (kind === 'url' && start >= covered) found.push({ raw: raw.replace(/[[\]].*$/s, ''), at: start })
    covered = Math.max(covered, end)
  }
  if (!text.includes('@')) return found
  for (const { 0: raw, index } of text.matchAll(EMAIL)) {
    if (!markup.some(({ start, end }) => start <= index && index < end)) found.push({ raw, at: index })
  }
  return found
}

/** The language and region subtags that a URL can have for a page in another language. */
function listLanguages(...locales: readonly string[]): ReadonlySet<string> {
  const tags = locales.flatMap(locale => [locale, locale.replace('-', '_'), locale.split('-')[0] ?? locale])
  return new Set(tags.map(tag => tag.toLowerCase()))
}

/** A URL without its scheme, with a star for its language. */
function normalize(url: string, languages: ReadonlySet<string>): string {
  const parts = url
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/$/, '')
    .split(/([./?=&#])/)
  return parts
    .filter(part => !languages.has(part.toLowerCase()))
    .join('')
    .replace(/([./])[./]+/g, '$1')
    .replace(/^[./]/, '')
}
