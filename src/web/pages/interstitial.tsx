interface InterstitialProps {
  readonly clientName: string
  /** Where the client waits, with its answer. */
  readonly address: string
  readonly isAllowed: boolean
}

/** The last page on the way back to an app. */
export function Interstitial({ clientName, address, isAllowed }: InterstitialProps) {
  return (
    <section class="card">
      <h1>{isAllowed ? 'All done' : 'Nothing was allowed'}</h1>
      <p>
        {isAllowed ? `${clientName} is connected.` : `${clientName} is told that you said no.`} Your browser opens it
        now; it may ask you first.
      </p>
      <p>
        <a class="button" href={address}>
          Open {clientName}
        </a>
      </p>
      <p class="hint">You can close this tab and return to {clientName}.</p>
    </section>
  )
}
