import { pluralize } from '../../tools/pluralize.ts'

/** Describes the effect of revoking an app with `count` sign-ins. */
export const RevokeConsequence = ({ count }: { readonly count: number }) => (
  <p>
    {count > 1 ? `All ${pluralize(count, 'sign-in')} of the app stop` : 'The app stops'} working immediately, with all
    account tokens that it created. You can't undo this. The app can ask for access again.
  </p>
)
