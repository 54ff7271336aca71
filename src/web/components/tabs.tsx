import type { ComponentChildren } from 'preact'

/** The stylesheet supports up to this many tabs. */
const MAX_TABS = 6

interface TabsProps {
  /** Unique on the page. Place tabs outside of forms: their radio buttons have a name. */
  readonly id: string
  readonly label: string
  readonly tabs: readonly { readonly title: string; readonly panel: ComponentChildren }[]
}

/** Panels of which one is visible. Uses radio buttons, without a script. */
export function Tabs({ id, label, tabs }: TabsProps) {
  if (tabs.length > MAX_TABS) throw new Error(`${tabs.length} tabs: the stylesheet knows ${MAX_TABS}`)
  return (
    <div class="tabs">
      <fieldset class="tab-list">
        <legend class="unseen">{label}</legend>
        {tabs.map(({ title }, index) => (
          <label key={title}>
            <input type="radio" class="unseen" name={`tab-${id}`} checked={index === 0} autocomplete="off" />
            {title}
          </label>
        ))}
      </fieldset>
      {tabs.map(({ title, panel }) => (
        <div key={title} class="tab-panel">
          {panel}
        </div>
      ))}
    </div>
  )
}
