import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { Api } from '../../../api.ts'
import { type ModelWay, modelWays } from '../../../wire/connect-fields.ts'
import type { Connected, WaysToConnect } from '../../../wire/settings-wire.ts'
import { useWords } from '../../../words/language.ts'
import { connectWords } from '../../../words/settings/connect-words.ts'
import { ClaudeForm } from './claude-form.tsx'
import type { FormParts } from './connection-row.tsx'
import { ProviderForm } from './provider-form.tsx'
import { connectCalls } from './sign-in-panel.tsx'

export interface ModelWaysProps {
  api: Pick<Api, 'get' | 'post' | 'postStream'>
  /** Claude is connected, so it is listed elsewhere. */
  hasClaude: boolean
  /** Some model is connected. */
  hasOthers: boolean
  /** The address names this way. */
  wanted: string | undefined
  onConnected(connected: Connected): void
}

/** Offers the ways to connect a model. The form of the chosen one opens in its row. */
export function ModelWays({ api, hasClaude, hasOthers, wanted, onConnected }: ModelWaysProps) {
  const words = useWords(connectWords)
  const calls = useMemo(() => connectCalls(api), [])
  const open = useSignal<string | undefined>(wanted)
  const found = useSignal<WaysToConnect | undefined>(undefined)
  const results = useSignal<string[]>([])
  useEffect(() => {
    void calls.findWays().then((answer) => {
      found.value = answer.status === 'ok' ? answer.value : { isClaudeMissing: false }
    })
  }, [])

  const parts: FormParts = {
    close: () => (open.value = undefined),
    done(connected) {
      open.value = undefined
      results.value = connected.says
      onConnected(connected)
    },
  }
  const ollama = found.value?.ollama
  const about = (way: ModelWay) =>
    way === 'ollama' && ollama ? words.ollamaFound(ollama.models.length) : words.aboutWays[way]
  return (
    <>
      <ul class="rows model-ways">
        {modelWays
          .filter((way) => way !== 'claude' || !hasClaude)
          .map((way) => (
            <li key={way} class="row-item" id={`way-${way}`}>
              <div class="connection-head">
                <div>
                  <h4 class="row-title">{words.ways[way]}</h4>
                  <p class="muted">{about(way)}</p>
                </div>
                {open.value !== way && (
                  <button
                    type="button"
                    class="quiet"
                    aria-description={words.ways[way]}
                    disabled={!found.value}
                    onClick={() => (open.value = way)}
                  >
                    {words.connect}
                  </button>
                )}
              </div>
              {open.value === way && found.value && way === 'claude' && (
                <ClaudeForm {...parts} isSet={false} isMissing={found.value.isClaudeMissing} calls={calls} />
              )}
              {open.value === way && found.value && way !== 'claude' && (
                <ProviderForm
                  {...parts}
                  kind={way}
                  found={way === 'ollama' ? ollama : undefined}
                  hasOthers={hasOthers}
                  calls={calls}
                />
              )}
            </li>
          ))}
      </ul>
      <ul class="connection-said" role="status" hidden={results.value.length === 0}>
        {results.value.map((sentence) => (
          <li key={sentence} dir="auto">
            {sentence}
          </li>
        ))}
      </ul>
    </>
  )
}
