import type { Notifying } from '../../notifying.ts'
import { useWords } from '../../words/language.ts'
import { notifyWords } from '../../words/settings/notify-words.ts'

/** Whether the browser tells of what happens here; asked for by a press and by nothing else. */
export function Notifications({ notifying }: { notifying: Notifying }) {
  const words = useWords(notifyWords)
  const state = notifying.state.value
  return (
    <section aria-labelledby="notifications-title">
      <h2 id="notifications-title">{words.title}</h2>
      <p class="muted">{words.about}</p>
      <div class="notify">
        <span role="status">{words.states[state]}</span>
        {state === 'off' && (
          <button type="button" class="small" onClick={() => void notifying.turnOn(words.first)}>
            {words.turnOn}
          </button>
        )}
        {state === 'on' && (
          <button type="button" class="quiet" onClick={notifying.turnOff}>
            {words.turnOff}
          </button>
        )}
      </div>
    </section>
  )
}
