import type { View, ViewProps } from '../view.ts'
import { ViewPage } from '../view-page.tsx'
import { Allowed } from './allowed.tsx'

/** What holds here, and what of it can be changed by hand. */
function Settings({ api }: ViewProps) {
  return (
    <ViewPage name="settings" title="Settings">
      <h2>Allowed without a question</h2>
      <Allowed api={api} />
    </ViewPage>
  )
}

export const settingsView: View = {
  name: 'settings',
  title: 'Settings',
  icon: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.5v5M9 14.5v5',
  Body: Settings,
}
