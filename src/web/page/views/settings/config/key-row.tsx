import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Answer } from '../../../api.ts'
import type { SettingsKey, Shown } from '../../../wire/settings-wire.ts'
import { useWords } from '../../../words/language.ts'
import { configWords } from '../../../words/settings/config-words.ts'
import type { ConfigCalls } from './config-calls.ts'
import { KeyField } from './key-field.tsx'

export interface KeyRowProps {
  setting: SettingsKey
  /** A shorter name, for a key inside an entry. */
  label?: string
  calls: Pick<ConfigCalls, 'set' | 'reset'>
  changed(key: SettingsKey): void
}

/** One key: its name, its value or a field for it, where the value comes from, and its description. */
export function KeyRow({ setting, label, calls, changed }: KeyRowProps) {
  const words = useWords(configWords)
  const problem = useSignal('')
  const row = useRef<HTMLDivElement>(null)
  const { name, note, isSettable, source, otherwise, value, kind, expected, needsStart, isWaiting } = setting
  const id = `config-${encodeURIComponent(name)}`

  /** The pressed button may disappear, so the focus moves to the field for people who use the keyboard. */
  async function ask(asked: Promise<Answer<SettingsKey>>): Promise<boolean> {
    const answer = await asked
    problem.value = answer.status === 'ok' ? '' : answer.error
    if (answer.status === 'ok') changed(answer.value)
    row.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return answer.status === 'ok'
  }

  const from = (
    <span class="config-source muted">
      {words.source[source]}
      {isWaiting && ` · ${words.waiting}`}
    </span>
  )
  if (!isSettable) {
    return (
      <div class="config-key">
        <code>{label ?? name}</code>
        <span class="config-value" dir="auto" title={expected}>
          {inWords(setting, value, words)} {from}
        </span>
        <p class="config-note">{note}</p>
      </div>
    )
  }
  return (
    <div class="config-key" ref={row}>
      <label for={id}>
        <code>{label ?? name}</code>
      </label>
      <KeyField id={id} setting={setting} problem={problem.value} set={(text) => ask(calls.set(name, text))} />
      <div class="config-below">
        {from}
        {otherwise && (
          <>
            <span class="config-source muted">
              {`; ${words.otherwise(otherwise.source, inWords(setting, otherwise.value, words))}`}
            </span>
            <button type="button" class="link" aria-description={name} onClick={() => void ask(calls.reset(name))}>
              {words.reset}
            </button>
          </>
        )}
        {kind === 'number' && <span class="config-source muted">{` · ${expected}`}</span>}
        {needsStart && !isWaiting && <span class="config-source muted">{` · ${words.needsStart}`}</span>}
      </div>
      <p id={`${id}-note`} class="config-note">
        {note}
      </p>
      <p id={`${id}-problem`} class="config-problem bad" role="alert">
        {problem.value}
      </p>
    </div>
  )
}

function inWords({ kind }: SettingsKey, value: Shown, words: (typeof configWords)['en']): string {
  if (kind === 'secret') return value === true ? words.isSet : words.notSet
  if (value === null) return words.notSet
  return value === '' ? words.empty : kind === 'list' ? String(value).replaceAll('\n', ', ') : String(value)
}
