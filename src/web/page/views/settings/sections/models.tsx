import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { hrefOf } from '../../../address.ts'
import { modelWays } from '../../../wire/connect-fields.ts'
import type { Connected } from '../../../wire/settings-wire.ts'
import { useWords } from '../../../words/language.ts'
import { connectWords } from '../../../words/settings/connect-words.ts'
import { sectionWords } from '../../../words/settings/section-words.ts'
import { ConfigForm } from '../config/config-form.tsx'
import { ClaudeForm } from '../connect/claude-form.tsx'
import { ConnectionRow } from '../connect/connection-row.tsx'
import { ModelWays } from '../connect/model-ways.tsx'
import { ProviderForm } from '../connect/provider-form.tsx'
import { connectCalls } from '../connect/sign-in-panel.tsx'
import { SetupNote, useSetup } from '../setup/setup.tsx'
import type { SectionProps, SettingsPanel } from './section.ts'

export const modelsSection: SettingsPanel = {
  name: 'models',
  ...sectionWords.models,
  parts: modelWays,
  Body: Models,
}

/** The connected models, and the ways to connect another one. */
function Models({ api, client, wanted }: SectionProps) {
  const words = useWords(connectWords)
  const setup = useSetup(api)
  const calls = useMemo(() => connectCalls(api), [])
  const isClaudeMissing = useSignal(false)
  const hasJustConnected = useSignal(false)
  useEffect(() => {
    void calls.findWays().then((answer) => {
      isClaudeMissing.value = answer.status === 'ok' && answer.value.isClaudeMissing
    })
  }, [])

  const { state } = setup
  const changed = (connected: Connected) => {
    setup.changed(connected)
    void client.readBrain()
  }
  const claude = state?.connections.find(({ name, isSet }) => name === 'claude' && isSet)
  const providers = state?.providers ?? []
  const connectedCount = providers.length + (claude ? 1 : 0)
  const row = { canConnect: state?.canConnect === true, api, onConnected: changed }
  return (
    <>
      <SetupNote setup={setup} />
      {connectedCount > 0 && (
        <ul class="rows">
          {claude && (
            <ConnectionRow
              {...row}
              id="connection-claude"
              title={words.names.claude}
              connection={claude}
              check={() => calls.check('claude')}
              disconnect={() => calls.disconnect('claude')}
              isWanted={wanted === 'claude'}
              form={(parts) => <ClaudeForm {...parts} isSet isMissing={isClaudeMissing.value} calls={calls} />}
            />
          )}
          {providers.map(({ name, isWaiting, form }) => (
            <ConnectionRow
              key={name}
              {...row}
              id={`provider-${name}`}
              title={name}
              connection={{ isSet: true, isWaiting, as: form.model ?? '' }}
              check={() => calls.check('provider', name)}
              disconnect={() => calls.disconnect('provider', name)}
              isWanted={false}
              form={(parts) => (
                <ProviderForm
                  {...parts}
                  kind={form.kind ?? ''}
                  saved={form}
                  hasOthers={connectedCount > 1}
                  calls={calls}
                />
              )}
            />
          ))}
        </ul>
      )}
      {hasJustConnected.value && (
        <p>
          <a href={hrefOf({ chat: client.open.value })}>{words.startChatting}</a>
        </p>
      )}
      {state?.canConnect && (
        <section aria-labelledby="connect-title">
          <h3 id="connect-title">{connectedCount > 0 ? words.anotherModel : words.connectModel}</h3>
          <ModelWays
            api={api}
            hasClaude={claude !== undefined}
            hasOthers={connectedCount > 0}
            wanted={wanted}
            onConnected={(connected) => {
              hasJustConnected.value = true
              changed(connected)
            }}
          />
        </section>
      )}
      <ConfigForm api={api} section="models" />
    </>
  )
}
