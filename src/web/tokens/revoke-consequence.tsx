import { t } from '../i18n/t.ts'
/** The effect of revoking a token. */
export const RevokeConsequence = () => <p>{t('tokens.revoke.consequence')}</p>
