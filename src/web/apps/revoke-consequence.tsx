import { pluralize } from '../../tools/pluralize.ts'

/** Says what revoking an app with so many sign-ins does. */
export const RevokeConsequence = ({ count }: { readonly count: number }) => (
  <p>
    {count > 1 ? `All ${pluralize(count, 'sign-in')} of the app stop` : 'The app stops'} working immediately, with all
    account tokens that it created. You can't undo this. The app can ask for access again.
  </p>
)
