/** The command that prints a sign-in link, in an installed package and in a checkout. */
export function LinkCommand() {
  return (
    <>
      <code>dragoman login-link</code> (in a checkout: <code>npm run --silent dragoman -- login-link</code>)
    </>
  )
}
