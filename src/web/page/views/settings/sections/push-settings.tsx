import { useEffect, useMemo } from 'preact/hooks'
import { languageOf } from '../../../../../messages/languages.ts'
import type { Api } from '../../../api.ts'
import { createPushDevice } from '../../../push-device.ts'
import { useLocale, useWords } from '../../../words/language.ts'
import { pushWords } from '../../../words/settings/push-words.ts'

/** Notifications on this device while the page is closed, and whether a server of ntfy gets them too. */
export function PushSettings({ api }: { api: Pick<Api, 'get' | 'post'> }) {
  const words = useWords(pushWords)
  const language = languageOf(useLocale(), [])
  const device = useMemo(() => createPushDevice(api, () => words.notAllowed), [])
  useEffect(() => void device.read(), [])
  const { ntfy, device: own } = device.state.value ?? {}
  const isOn = device.isOn.value
  const showsText = own?.showsText ?? false

  return (
    <section id="push" aria-labelledby="push-title">
      <h3 id="push-title">{words.title}</h3>
      <p class="muted">{words.about}</p>
      {device.obstacle ? (
        <p role="note">{words[device.obstacle]}</p>
      ) : (
        <>
          <div class="notify">
            <span role="status">{isOn ? words.on : words.off}</span>
            {isOn ? (
              <button type="button" class="quiet" onClick={() => void device.turnOff()}>
                {words.turnOff}
              </button>
            ) : (
              <button
                type="button"
                class="small"
                aria-disabled={device.state.value === undefined}
                onClick={() => void device.turnOn({ language, showsText: false })}
              >
                {words.turnOn}
              </button>
            )}
          </div>
          {isOn && (
            <label class="notify">
              <input
                type="checkbox"
                checked={showsText}
                aria-describedby="push-text-note"
                onChange={() => void device.turnOn({ language, showsText: !showsText })}
              />
              {words.showsText}
            </label>
          )}
          {isOn && (
            <p id="push-text-note" class="muted">
              {words.showsTextNote}
            </p>
          )}
        </>
      )}
      {device.error.value !== '' && (
        <p class="bad" role="alert">
          {device.error.value}
        </p>
      )}
      <p class="muted">
        {ntfy
          ? [words.ntfy(ntfy.host), ntfy.showsText && words.ntfyText, ntfy.problem && words.ntfyProblem(ntfy.problem)]
              .filter(Boolean)
              .join(' ')
          : words.ntfyAbout}
      </p>
    </section>
  )
}
