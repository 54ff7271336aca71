import { MAX_TEXT_UNITS } from '../../../l10n/message/message.ts'
import { languageOf } from '../../findings/translate.ts'
import { Form } from '../../forms/form.tsx'
import { textAreaContent } from '../../forms/text-area-content.ts'
import { t } from '../../i18n/t.ts'
import { useRequest } from '../../requests/page-request.ts'
import { MAX_NOTE, type ReviewFault } from '../decide.ts'
import { Icon, type IconName } from '../marks.tsx'
import type { PageData, PageItem } from '../model/page-data.ts'
import { REASON_KEYS, VERDICT_KEYS, type Verdict } from '../words.ts'

interface VerdictFormProps {
  readonly data: PageData
  readonly item: PageItem
  /** Why the fix that was sent is not saved. */
  readonly refusedFix: ReviewFault | undefined
}

const ICONS = { good: 'check', minor: 'minus', major: 'cross', skip: 'skip' } as const satisfies Record<
  Verdict,
  IconName
>
const VERDICTS = ['good', 'minor', 'major', 'skip'] as const
const NOTE = ['reason', 'comment'] as const

/** The verdicts about a translation, with a reason and a comment, and the fields to fix it. Works without a script. What was entered is kept when it is refused. */
export function VerdictForm({ data, item, refusedFix }: VerdictFormProps) {
  const request = useRequest()
  const isDecided = item.mark !== '.' && item.mark !== 't'
  return (
    <Form action={data.path} class="rv-decide">
      <input type="hidden" name="n" value={item.n} />
      <fieldset class="rv-verdicts">
        <legend class="unseen">{t('review.verdict.legend')}</legend>
        {VERDICTS.slice(0, 3).map(verdict => (
          <VerdictButton key={verdict} verdict={verdict} isFirst={verdict === 'good' && !data.canAccept} />
        ))}
        {item.fields.length > 0 && (
          <a class="button" id="fix-open" href="#fix" aria-keyshortcuts="f">
            <Icon name="pen" />
            <span>{t('review.verdict.fix')}</span>
            <kbd>f</kbd>
          </a>
        )}
        <VerdictButton verdict="skip" isFirst={false} />
        <button
          type="submit"
          class="button rv-undo"
          id="undo"
          name="verdict"
          value="undo"
          aria-keyshortcuts="u"
          hidden={!isDecided}
        >
          <span>{t('review.verdict.undo')}</span>
          <kbd>u</kbd>
        </button>
      </fieldset>
      <p class="rv-decided" id="decided" hidden={item.decided === undefined}>
        {item.decided}
      </p>
      <details class="rv-note-panel" id="note" open={NOTE.some(name => (request.form.get(name) ?? '') !== '')}>
        <summary>{t('review.note.title')}</summary>
        <NoteFields item={item} />
      </details>
      <details class="rv-fix-panel" id="fix" hidden={item.fields.length === 0} open={refusedFix !== undefined}>
        <summary>{t('review.fix.title')}</summary>
        <div id="fix-fields" data-max={MAX_TEXT_UNITS}>
          {item.fields.map(({ name, label, value }, at) => (
            <label key={name}>
              <span>{label}</span>
              <textarea
                name={name}
                rows={3}
                lang={item.lang}
                dir={item.dir}
                autocomplete="off"
                maxLength={MAX_TEXT_UNITS}
                aria-describedby="fix-fault"
                {...(refusedFix !== undefined && { 'aria-invalid': 'true', autofocus: at === 0 })}
              >
                {textAreaContent(request.form.get(name) ?? value)}
              </textarea>
            </label>
          ))}
        </div>
        <p class="rv-fix-fault" id="fix-fault" role="alert">
          {refusedFix !== undefined && (
            <>
              <b>{refusedFix.title}</b> <span {...languageOf(refusedFix)}>{refusedFix.message}</span>{' '}
              <span {...languageOf(refusedFix)}>{refusedFix.fix}</span>
            </>
          )}
        </p>
        <div class="rv-actions">
          <button type="submit" class="button primary" name="fix" value="minor">
            {t('review.fix.minor')}
          </button>
          <button type="submit" class="button" name="fix" value="major">
            {t('review.fix.major')}
          </button>
          <span class="hint">{t('review.fix.hint')}</span>
        </div>
      </details>
      {item.n <= data.must && (
        <p class="rv-take-out" id="take-out">
          <button type="submit" class="button ghost small" name="take_out" value={item.n}>
            {t('review.take_out.one')}
          </button>
          <span class="hint">{t('review.take_out.hint')}</span>
        </p>
      )}
    </Form>
  )
}

function VerdictButton({ verdict, isFirst }: { readonly verdict: Verdict; readonly isFirst: boolean }) {
  const key = VERDICT_KEYS[verdict]
  return (
    <button
      type="submit"
      class={isFirst ? 'button primary' : 'button'}
      name="verdict"
      value={verdict}
      aria-keyshortcuts={key}
    >
      <Icon name={ICONS[verdict]} />
      <span>{t(`review.verdict.${verdict}`)}</span>
      <kbd>{key}</kbd>
    </button>
  )
}

function NoteFields({ item }: Pick<VerdictFormProps, 'item'>) {
  const { form } = useRequest()
  const chosen = form.get('reason') ?? item.reason
  return (
    <>
      <fieldset class="rv-reasons">
        <legend>{t('review.note.legend')}</legend>
        {REASON_KEYS.map((reason, at) => (
          <label key={reason} class="rv-reason">
            <input type="radio" name="reason" value={reason} checked={reason === chosen} />
            <span>{t(`review.fault.${reason}`)}</span>
            <kbd>{at + 1}</kbd>
          </label>
        ))}
      </fieldset>
      <label class="rv-comment">
        <span>{t('review.note.comment')}</span>
        <textarea name="comment" rows={2} dir="auto" autocomplete="off" maxLength={MAX_NOTE}>
          {form.get('comment') ?? item.comment}
        </textarea>
      </label>
      <div class="rv-actions rv-scripted">
        <button type="button" class="button primary" id="next">
          <span>{t('review.note.next')}</span>
          <kbd>↵</kbd>
        </button>
      </div>
    </>
  )
}
