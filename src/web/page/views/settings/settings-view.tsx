import { useLayoutEffect } from 'preact/hooks'
import { hrefOf, type ViewAddress } from '../../address.ts'
import { viewTitles } from '../../words/common-words.ts'
import { useWords } from '../../words/language.ts'
import { configWords } from '../../words/settings/config-words.ts'
import { settingsWords } from '../../words/settings/section-words.ts'
import { type PageView, ViewPage, type ViewProps } from '../view.tsx'
import { FoundSettings } from './config/config-form.tsx'
import { advancedSection } from './sections/advanced.tsx'
import { channelsSection } from './sections/channels.tsx'
import { generalSection } from './sections/general.tsx'
import { memorySection } from './sections/memory.tsx'
import { modelsSection } from './sections/models.tsx'
import { notificationsSection } from './sections/notifications.tsx'
import { peopleSection } from './sections/people-and-devices.tsx'
import { scheduleSection } from './sections/schedule.tsx'
import type { SettingsPanel } from './sections/section.ts'

/** In the order of the list. The first is shown beside the list if none was chosen. */
const sections: [SettingsPanel, ...SettingsPanel[]] = [
  generalSection,
  modelsSection,
  channelsSection,
  peopleSection,
  memorySection,
  scheduleSection,
  notificationsSection,
  advancedSection,
]

/**
 * All settings of the page and the daemon, in sections. On a phone the list of sections comes first, and a section has a
 * link back to it.
 */
function Settings(props: ViewProps) {
  const { api, router } = props
  const words = useWords(settingsWords)
  const title = useWords(viewTitles.settings)
  const address = router.address.value
  const { part, find = '' }: Partial<ViewAddress> = address && 'view' in address ? address : {}
  const chosen = sections.find(({ name, parts = [] }) => part !== undefined && (name === part || parts.includes(part)))
  const section = chosen ?? sections[0]
  useLayoutEffect(() => document.getElementById('settings-body')?.scrollTo(0, 0), [section])

  const shown = find.trim() !== '' ? 'found' : chosen ? 'section' : 'list'
  return (
    <ViewPage name="settings" title={title}>
      <div class="settings" data-shown={shown}>
        <div class="settings-side">
          <FindBox
            text={find}
            type={(text) => router.replace({ view: 'settings', ...(part && { part }), ...(text && { find: text }) })}
          />
          <nav class="settings-list" aria-label={words.sections}>
            {sections.map((listed) => (
              <SectionLink
                key={listed.name}
                section={listed}
                // On a phone the list is a page of its own, where nothing is chosen yet.
                current={listed === section && shown !== 'found' ? (chosen ? 'page' : 'true') : undefined}
              />
            ))}
          </nav>
        </div>
        <div class="settings-shown">
          {shown === 'found' ? (
            <FoundSettings api={api} find={find} />
          ) : (
            <Section key={part ?? section.name} section={section} {...props} wanted={part} />
          )}
        </div>
      </div>
    </ViewPage>
  )
}

export const settingsView: PageView = {
  name: 'settings',
  title: viewTitles.settings,
  icon: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.5v5M9 14.5v5',
  Body: Settings,
}

/** Searches the keys of all sections. The text is in the address. */
function FindBox({ text, type }: { text: string; type(text: string): void }) {
  const words = useWords(configWords)
  return (
    <input
      type="search"
      class="config-find"
      aria-label={words.find}
      placeholder={words.find}
      autocomplete="off"
      spellcheck={false}
      value={text}
      onInput={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}

function SectionLink({ section, current }: { section: SettingsPanel; current: 'page' | 'true' | undefined }) {
  const title = useWords(section.title)
  const about = useWords(section.about)
  return (
    <a href={hrefOf({ view: 'settings', part: section.name })} aria-current={current} aria-description={about}>
      {title}
      <span class="muted" aria-hidden="true">
        {about}
      </span>
    </a>
  )
}

function Section({ section, ...props }: ViewProps & { section: SettingsPanel; wanted: string | undefined }) {
  const words = useWords(settingsWords)
  return (
    <section aria-labelledby="settings-section">
      <a class="settings-back" href={hrefOf({ view: 'settings' })}>
        {words.back}
      </a>
      <h2 id="settings-section">{useWords(section.title)}</h2>
      <section.Body {...props} />
    </section>
  )
}
