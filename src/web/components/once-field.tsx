import { ASSETS } from '../assets.ts'
import { newOnce, ONCE } from '../once.ts'
import type { Visit } from '../visit.ts'

/** Makes its form one that counts once, and that is not sent twice where scripts run. */
export function OnceField({ visit }: { readonly visit: Visit }) {
  return (
    <>
      <input type="hidden" name={ONCE} value={newOnce(visit)} />
      <script type="module" src={ASSETS.once.path} />
    </>
  )
}
