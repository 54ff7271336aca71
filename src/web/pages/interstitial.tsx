import { ButtonLink } from '../components/button.tsx'

interface InterstitialProps {
  readonly clientName: string
  /** Where the client waits, with its answer. */
  readonly address: string
  readonly isAllowed: boolean
}

/** The last page on the way back to a program. */
export function Interstitial({ clientName, address, isAllowed }: InterstitialProps) {
  const name = <bdi>{clientName}</bdi>
  return (
    <section class="card">
      <h1>{isAllowed ? <>{name} is connected</> : 'Nothing was allowed'}</h1>
      <p>Your browser goes back to {name} now, and may ask you first. If nothing happens, open it yourself.</p>
      <ButtonLink href={address} wide>
        <span>Open {name}</span>
      </ButtonLink>
      <p class="hint">You can close this tab and return to {name}.</p>
    </section>
  )
}

/** Instead of it, once the client has what it came for. */
export function Arrived({ clientName }: Pick<InterstitialProps, 'clientName'>) {
  const name = <bdi>{clientName}</bdi>
  return (
    <section class="card">
      <h1>{name} is connected</h1>
      <p>It has your answer. You can close this tab and return to {name}.</p>
    </section>
  )
}
