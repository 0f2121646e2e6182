import type { Notifications } from '../../../notifications.ts'
import { useWords } from '../../../words/language.ts'
import { sectionWords } from '../../../words/settings/section-words.ts'
import { notifyWords } from '../../../words/settings/settings-words.ts'
import { ConfigForm } from '../config/config-form.tsx'
import { PushSettings } from './push-settings.tsx'
import type { SectionProps, SettingsPanel } from './section.ts'

export const notificationsSection: SettingsPanel = {
  name: 'notifications',
  ...sectionWords.notifications,
  Body: NotificationSettings,
}

function NotificationSettings({ api, notifications }: SectionProps) {
  return (
    <>
      <BrowserNotifications notifications={notifications} />
      <PushSettings api={api} />
      <ConfigForm api={api} section="notifications" />
    </>
  )
}

/** Turns notifications on and off that the browser shows while the page is open. */
export function BrowserNotifications({ notifications }: { notifications: Notifications }) {
  const words = useWords(notifyWords)
  const state = notifications.state.value
  return (
    <section aria-labelledby="notify-title">
      <h3 id="notify-title">{words.title}</h3>
      <p class="muted">{words.about}</p>
      <div class="notify">
        <span role="status">{words.states[state]}</span>
        {state === 'off' && (
          <button type="button" class="small" onClick={() => void notifications.turnOn(words.first)}>
            {words.turnOn}
          </button>
        )}
        {state === 'on' && (
          <button type="button" class="quiet" onClick={notifications.turnOff}>
            {words.turnOff}
          </button>
        )}
      </div>
    </section>
  )
}
