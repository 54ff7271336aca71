import { Button, ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import type { FormFailure } from '../forms/attempt.ts'
import { FieldFrame } from '../forms/field-frame.tsx'
import { Form } from '../forms/form.tsx'
import { Crumbs } from '../guidance/frame.tsx'
import { type GuidancePlace, guidancePath } from '../guidance/place.ts'
import { rich, t } from '../i18n/t.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { Impact } from './impact.tsx'
import type { SavedTerms } from './load-glossary.ts'
import type { LineFault } from './term-table.ts'

export interface ImportPageProps {
  readonly request: PageRequest
  readonly place: GuidancePlace
  readonly csv: string
  readonly faults: readonly LineFault[]
  readonly failure?: FormFailure | undefined
  /** What the import would do; the next submission does it. */
  readonly preview?: SavedTerms | undefined
}

/** Most faults that the page lists. */
const MAX_FAULTS = 20

/** The form to import terms from CSV. The first submission only checks it. */
export function ImportPage({ request, place, csv, faults, failure, preview }: ImportPageProps) {
  const isReady = preview !== undefined && !preview.unchanged
  const isWrong = faults.length > 0 || failure !== undefined
  return (
    <div class="work form-page">
      {isWrong && (
        <Notice kind="danger" title={t('glossary.import.failed')} isFirst>
          <ul>
            {faults.slice(0, MAX_FAULTS).map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                <a href="#csv">{t('glossary.import.line', { line, message })}</a>
              </li>
            ))}
            {failure !== undefined && (
              <li lang="en">
                <a href="#csv">{failure.message}</a> {failure.fix}
              </li>
            )}
          </ul>
          {faults.length > MAX_FAULTS && <p>{t('glossary.import.more', { count: faults.length - MAX_FAULTS })}</p>}
        </Notice>
      )}
      {preview?.unchanged === true && <Notice kind="info" title={t('glossary.import.unchanged')} isFirst />}
      {isReady && (
        <>
          <Notice kind="info" title={t('glossary.import.checked')}>
            <p>{t('glossary.import.counts', { added: preview.added, changed: preview.changed })}</p>
          </Notice>
          <Impact place={place} impact={preview} />
        </>
      )}
      <div class="head">
        <div>
          <Crumbs place={place} />
          <h1>{t('glossary.import.title')}</h1>
          <p class="columns-help">
            {rich('glossary.import.about', {
              code: text => <code>{text}</code>,
            })}
          </p>
        </div>
      </div>
      <Form request={request} action={guidancePath(place, 'import')} class="panel sections-form">
        <FieldFrame
          id="csv"
          label={t('glossary.import.field')}
          hint={t('glossary.import.hint')}
          fault={isWrong ? t('glossary.import.wrong') : undefined}
        >
          <textarea
            id="csv"
            name="csv"
            rows={14}
            dir="ltr"
            class="csv"
            spellcheck={false}
            aria-describedby={isWrong ? 'csv-hint csv-fault' : 'csv-hint'}
            aria-invalid={isWrong ? 'true' : undefined}
            placeholder={'term,kind,de,pl\ninvoice,normal,Rechnung,faktura'}
          >
            {csv}
          </textarea>
        </FieldFrame>
        <div class="actions">
          {isReady && (
            <Button look="primary" name="action" value="import">
              {t('glossary.import.submit')}
            </Button>
          )}
          <Button look={isReady ? undefined : 'primary'} name="action" value="check">
            {t('glossary.import.check')}
          </Button>
          <ButtonLink href={guidancePath(place)}>{t('glossary.cancel')}</ButtonLink>
        </div>
      </Form>
    </div>
  )
}
