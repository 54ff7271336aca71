import { expect, it } from 'vitest'
import type { Finding } from '../../src/l10n/checks/check.ts'
import { checkText } from '../../src/l10n/checks/check-text.ts'
import { json } from '../../src/l10n/formats/json/format.ts'
import type { Message, Syntax } from '../../src/l10n/message/message.ts'
import { placeholderTokens } from '../../src/l10n/message/placeholder-tokens.ts'
import type { Token } from '../../src/l10n/message/token.ts'
import { describeWith } from '../require.ts'
import { isNightly } from '../runs.ts'
import { corpusJson, JSON_FOLDERS, readCorpus } from './corpus.ts'

/** At night the placeholders of every published pair are changed, by day those of a sample of Polish ones. */
const EVERY_PAIR = isNightly ? 1 : 5
const isTried = (locale: string): boolean => isNightly || locale === 'pl'
/** Of lines that begin with a locale, those that are tried. */
const triedOf = (lines: readonly string[]): string[] => lines.filter(line => isTried(line.split(' ')[0] ?? ''))

interface Pair {
  readonly locale: string
  readonly key: string
  readonly source: string
  readonly target: string
  readonly syntax: Syntax
}

const mapOf = (text: string): Map<string, string> =>
  new Map(json.read(text).entries.map(({ key, value }) => [key, textOf(value)]))

const textOf = (value: Message): string => (typeof value === 'string' ? value : '')

const errorsOf = ({ source, target, locale, syntax }: Pair): Finding[] =>
  checkText({ source, target, sourceLocale: 'en', locale, syntax }).findings.filter(({ level }) => level === 'error')

const hasFinding = ({ source, target, locale, syntax }: Pair, levels: readonly string[]): boolean =>
  checkText({ source, target, sourceLocale: 'en', locale, syntax }).findings.some(
    ({ id, level }) => id === 'placeholders' && levels.includes(level),
  )

function pairs(): Pair[] {
  return JSON_FOLDERS.flatMap(folder => {
    const english = readCorpus(`${folder}/en.json`)
    const { syntax } = json.read(english).options
    const sources = mapOf(english)
    return corpusJson()
      .filter(({ path }) => path.startsWith(folder) && !path.endsWith('/en.json'))
      .flatMap(({ path, text }) => {
        const locale = path.slice(folder.length + 1, -'.json'.length)
        if (!isTried(locale)) return []
        return [...mapOf(text)].flatMap(([key, target]) => {
          const source = sources.get(key)
          return source === undefined ? [] : [{ locale, key, source, target, syntax }]
        })
      })
  })
}

describeWith('corpus', 'published JSON files', () => {
  it('reveal their syntax', () => {
    const syntaxes = corpusJson().map(({ path, text }) => `${path.split('-')[0]} ${json.read(text).options.syntax}`)
    expect([...new Set(syntaxes)].toSorted()).toEqual(['mastodon icu', 'starlight i18next', 'uptimekuma vue-i18n'])
  })

  it('have exactly the errors that were reviewed one by one', () => {
    const found = pairs().flatMap(pair => errorsOf(pair).map(({ id }) => `${id} ${pair.locale} ${pair.key}`))
    const byCheck = (id: string): string[] =>
      [...new Set(found.filter(line => line.startsWith(`${id} `)))].map(line => line.slice(id.length + 1)).toSorted()
    expect(byCheck('icu_syntax')).toEqual(
      triedOf([
        'de notification_requests.confirm_accept_multiple.message',
        'pl notifications.group',
        'ru account_edit.verified_modal.invisible_link.details',
        'ru notifications.group',
      ]),
    )
    expect(byCheck('placeholders')).toEqual(triedOf(LOST_VALUES))
    const count = (locale: string): number => byCheck('plural_forms').filter(line => line.startsWith(locale)).length
    // All lack a form of their language. 15 of them print a wrong form for some number; the other 16 have the same words in it.
    expect([count(''), count('ar '), count('pl '), count('ru ')]).toEqual(isNightly ? [31, 16, 6, 9] : [6, 0, 6, 0])
    for (const id of ['markup', 'empty', 'control_characters', 'max_length']) expect(byCheck(id), id).toEqual([])
  })

  it('report every changed placeholder, except an omitted number in its plural form', () => {
    let mutants = 0
    let caught = 0
    const missed: string[] = []
    for (const pair of pairs().filter((_, at) => at % EVERY_PAIR === 0)) {
      const tokens = placeholderTokens(pair.target, pair.syntax).filter(
        ({ kind }) => kind === 'argument' || kind === 'braces' || kind === 'expression',
      )
      if (tokens.length === 0 || errorsOf(pair).length > 0) continue
      for (const token of tokens) {
        for (const [how, text] of mutantsOf(pair.target, token)) {
          if (how === 'drop' && isInFormForOneNumber(pair, token)) continue
          mutants += 1
          // A placeholder may repeat, so that only a warning tells of it.
          const levels = how === 'duplicate' ? ['error', 'warning'] : ['error']
          if (hasFinding({ ...pair, target: text }, levels)) caught += 1
          else missed.push(`${how} ${pair.locale} ${pair.key}: ${text}`)
        }
      }
    }
    expect(mutants).toBeGreaterThan(isNightly ? 5_000 : 250)
    expect(caught / mutants, missed.slice(0, 5).join('\n')).toBeGreaterThanOrEqual(0.99)
  })
})

function mutantsOf(text: string, { start, end, raw, name = '' }: Token): [how: string, text: string][] {
  const put = (by: string): string => text.slice(0, start) + by + text.slice(end)
  return [
    ['drop', put('')],
    ['rename', put(raw.replace(name, `${name}9`))],
    ['duplicate', put(`${raw} ${raw}`)],
  ]
}

/** `one {ein Beitrag}` or the first form of `Beitrag | {n} Beiträge`: a language may leave the figure out. */
function isInFormForOneNumber({ target, syntax }: Pair, { start, end }: Token): boolean {
  if (syntax === 'vue-i18n') return target.slice(end).includes('|')
  return /(?:zero|one|two|=\d)\s*\{[^{}]*$/.test(target.slice(0, start).replace(/\{\w+\}/g, ''))
}

/**
 * Each of them prints a value less, or under a name that the application does not give: 14 that came out of step with their source, break or print a bare name,
 * and 9 where the translator said "this user" for {name} or printed the plain number for a formatted one.
 */
const LOST_VALUES = [
  'ar aboutWebhooks',
  'ar defaultNotificationName',
  'ar emojiCheatSheet',
  'ar needPushEvery',
  'ar pushOptionalParams',
  'ar wayToGetClickSendSMSToken',
  'ar webhookFormDataDesc',
  'ja aboutChannelName',
  'ja hashtag.counter_by_uses_today',
  'ja wayToGetClickSendSMSToken',
  'pl annual_report.summary.followers.new_followers',
  'pl report_notification.attached_statuses',
  'pl trends.counter_by_accounts',
  'pl wayToGetClickSendSMSToken',
  'pl wayToGetHeiiOnCallDetails',
  'ru account.followers_you_know_counter',
  'ru account_list.hidden_notice',
  'ru collections.list.created_by_author',
  'ru email_subscriptions.form.title',
  'ru followers.title',
  'ru following.title',
  'ru interaction_modal.action',
  'ru interaction_modal.action_follow',
]
