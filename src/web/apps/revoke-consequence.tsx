import { t } from '../i18n/t.ts'
/** Describes the effect of revoking an app with `count` sign-ins. */
export const RevokeConsequence = ({ count }: { readonly count: number }) => (
  <p>{t('apps.revoke.consequence', { count })}</p>
)
