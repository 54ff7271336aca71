import type { DocumentFault } from '../../auth/oauth/clients/lookup.ts'
import { rich, t } from '../i18n/t.ts'

interface DocumentAdviceProps {
  readonly fault: Exclude<DocumentFault, { why: 'address' }>
  /** The URL of the document. */
  readonly clientId: string
}

/** Advice for the user, and for the operator, when the metadata document of a client is not accepted. */
export function DocumentAdvice({ fault, clientId }: DocumentAdviceProps) {
  return (
    <>
      <dl class="facts">
        <dt>{t('consent.document.name')}</dt>
        <dd>
          <code>{clientId}</code>
        </dd>
      </dl>
      <p>{userAdvice(fault)}</p>
      <h2>{t('consent.document.operator')}</h2>
      <ul>
        {fault.why === 'unreachable' && (
          <li>
            {rich('consent.document.allow_https', {
              host: <code>{new URL(clientId).host}</code>,
              entry: <code>client metadata document not read</code>,
            })}
          </li>
        )}
        {fault.why === 'not_taken' && (
          <li>{rich('consent.document.set_on', { setting: <code>DRAGOMAN_CLIENT_DOCUMENTS=on</code> })}</li>
        )}
        {(fault.why !== 'not_taken' || fault.setting === 'known') && (
          <li>{rich('consent.document.set_off', { setting: <code>DRAGOMAN_CLIENT_DOCUMENTS=off</code> })}</li>
        )}
      </ul>
      {fault.why === 'unreachable' && (
        <p class="hint">{rich('consent.document.known', { setting: <code>DRAGOMAN_CLIENT_DOCUMENTS=known</code> })}</p>
      )}
    </>
  )
}

function userAdvice(fault: DocumentAdviceProps['fault']): string {
  switch (fault.why) {
    case 'unreachable':
      return t('consent.document.unreachable')
    case 'document':
      return t('consent.document.wrong')
    case 'not_taken':
      return fault.setting === 'off' ? t('consent.document.add_again') : t('consent.document.tell_operator')
  }
}
