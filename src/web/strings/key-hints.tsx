import { Form } from '../forms/form.tsx'
import { type MessageKey, t } from '../i18n/t.ts'
import { readCookie } from '../requests/cookies.ts'
import { type PageRequest, useRequest } from '../requests/page-request.ts'

/** The keys of a page: as written, and what they do. `mod` stands for ⌘ or Ctrl, which the script shows by platform. */
const LIST_KEYS = [
  [['j', 'k'], 'strings.keys.move'],
  [['↵'], 'strings.keys.open'],
  [['/'], 'strings.keys.search'],
] as const satisfies readonly (readonly [readonly string[], MessageKey])[]

const EDITOR_KEYS = [
  [['j', 'k'], 'strings.keys.move'],
  [['↵'], 'strings.keys.edit'],
  [['mod', '↵'], 'strings.keys.save_next'],
  [['mod', '.'], 'strings.keys.apply_fix'],
  [['mod', 'i'], 'strings.keys.placeholder'],
  [['1–9'], 'strings.keys.insert'],
  [['a'], 'strings.keys.approve'],
  [['r'], 'strings.keys.request'],
  [['h'], 'strings.keys.history'],
  [['o'], 'strings.keys.others'],
  [['s'], 'strings.edit.as_source'],
  [['/'], 'strings.keys.search'],
  [['Esc'], 'strings.keys.leave'],
] as const satisfies readonly (readonly [readonly string[], MessageKey])[]

/** Keys that fit below the panes. */
const SHOWN: ReadonlySet<MessageKey> = new Set([
  'strings.keys.move',
  'strings.keys.edit',
  'strings.keys.open',
  'strings.keys.save_next',
  'strings.keys.apply_fix',
  'strings.keys.placeholder',
  'strings.keys.insert',
  'strings.keys.history',
])

/** Whether the user keeps the shortcuts of single letters (WCAG 2.1.4). */
export const hasLetterKeys = ({ incoming, services }: PageRequest): boolean =>
  readCookie(incoming, 'letters', services.baseUrl) !== 'off'

/** The shortcuts of the page: the most used in a line, all of them in a dialog, with the setting that turns letters off. Hidden without the script. */
export function KeyHints({ page }: { readonly page: 'list' | 'editor' }) {
  const keys = page === 'list' ? LIST_KEYS : EDITOR_KEYS
  const isOn = hasLetterKeys(useRequest())
  return (
    <>
      <footer class="se-hints" data-hints hidden>
        {keys
          .filter(([, message]) => SHOWN.has(message))
          .map(([names, message]) => (
            <span key={message}>
              <Keys names={names} />
              {t(message)}
            </span>
          ))}
        <button type="button" class="se-all-keys" data-open-keys>
          <kbd aria-hidden="true">?</kbd>
          {t('strings.keys.all')}
        </button>
      </footer>
      <dialog class="se-dialog" data-keys aria-labelledby="keys-heading">
        <h2 id="keys-heading">{t('strings.keys.title')}</h2>
        <dl>
          {keys.map(([names, message]) => (
            <div key={message}>
              <dt>
                <Keys names={names} />
              </dt>
              <dd>{t(message)}</dd>
            </div>
          ))}
        </dl>
        <Form action="/letters" class="se-letters">
          <p>{t(isOn ? 'strings.keys.letters_on' : 'strings.keys.letters_off')}</p>
          <button type="submit" class="button small" name="letters" value={isOn ? 'off' : 'on'}>
            {t(isOn ? 'strings.keys.turn_off' : 'strings.keys.turn_on')}
          </button>
        </Form>
        <form method="dialog">
          <button type="submit" class="button">
            {t('strings.keys.close')}
          </button>
        </form>
      </dialog>
    </>
  )
}

const Keys = ({ names }: { readonly names: readonly string[] }) => (
  <span class="se-combo">
    {names.map(name => (
      <kbd key={name} data-mod={name === 'mod' ? '' : undefined}>
        {name === 'mod' ? 'Ctrl' : name}
      </kbd>
    ))}
  </span>
)
