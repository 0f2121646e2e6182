import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Api, ApiResult } from '../../../api.ts'
import type { SettingsForm, SettingsKey, WireValue } from '../../../wire/settings-wire.ts'
import { useText, useWords } from '../../../words/language.ts'
import { configWords } from '../../../words/settings/config-words.ts'

/** Requests about the configuration. */
export interface ConfigCalls {
  read(): Promise<ApiResult<SettingsForm>>
  /** Resolves with the new state of the key. */
  set(key: string, value: string): Promise<ApiResult<SettingsKey>>
  reset(key: string): Promise<ApiResult<SettingsKey>>
  add(table: string, title: string, values: Record<string, string>): Promise<ApiResult<object>>
  remove(entry: string): Promise<ApiResult<object>>
  /** Restores the entry of the file. */
  restore(entry: string): Promise<ApiResult<object>>
}

export function configCalls({ get, post }: Pick<Api, 'get' | 'post'>): ConfigCalls {
  return {
    read: () => get('/api/settings'),
    set: (key, value) => post(`/api/settings/${encodeURIComponent(key)}`, { value }),
    reset: (key) => post(`/api/settings/${encodeURIComponent(key)}/reset`, {}),
    add: (table, title, values) => post(`/api/tables/${encodeURIComponent(table)}`, { title, values }),
    remove: (entry) => post(`/api/tables/${encodeURIComponent(entry)}/remove`, {}),
    restore: (entry) => post(`/api/tables/${encodeURIComponent(entry)}/restore`, {}),
  }
}

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
  const { name, isSettable, source, otherwise, value, kind, needsStart, isWaiting } = setting
  const textOf = useText()
  const [expected, note] = [textOf(setting.expected), textOf(setting.note)]
  const id = `config-${encodeURIComponent(name)}`

  /** The pressed button may disappear, so the focus moves to the field for people who use the keyboard. */
  async function ask(request: Promise<ApiResult<SettingsKey>>): Promise<boolean> {
    const answer = await request
    problem.value = answer.status === 'ok' ? '' : answer.error
    if (answer.status === 'ok') changed(answer.value)
    row.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return answer.status === 'ok'
  }

  const from = (
    <span class="config-source muted">
      {words.source[source]}
      {isWaiting && ` · ${words.appliesAfterRestart}`}
    </span>
  )
  if (!isSettable) {
    return (
      <div class="config-key">
        <code>{label ?? name}</code>
        <span class="config-value" dir="auto" title={expected}>
          {formatValue(setting, value, words)} {from}
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
              {`; ${words.otherwise(otherwise.source, formatValue(setting, otherwise.value, words))}`}
            </span>
            <button type="button" class="link" aria-description={name} onClick={() => void ask(calls.reset(name))}>
              {words.reset}
            </button>
          </>
        )}
        {kind === 'number' && <span class="config-source muted">{` · ${expected}`}</span>}
        {needsStart && !isWaiting && <span class="config-source muted">{` · ${words.needsRestart}`}</span>}
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

function formatValue({ kind }: SettingsKey, value: WireValue, words: (typeof configWords)['en']): string {
  if (kind === 'secret') return value === true ? words.isSet : words.notSet
  if (value === null) return words.notSet
  return value === '' ? words.empty : kind === 'list' ? String(value).replaceAll('\n', ', ') : String(value)
}

interface KeyFieldProps {
  id: string
  setting: SettingsKey
  problem: string
  /** Resolves with true if the key was set. */
  set(text: string): Promise<boolean>
}

/** The input for a key. A checkbox saves at once, everything else with the button. */
function KeyField({ id, setting, problem, set }: KeyFieldProps) {
  const words = useWords(configWords)
  /** Undefined while the saved value is shown. */
  const typed = useSignal<string | undefined>(undefined)
  const { kind, value } = setting
  // The page never gets a secret, so it can only be replaced.
  const current = kind === 'secret' ? '' : String(value ?? '')
  const attributes = {
    id,
    'aria-describedby': `${id}-note`,
    'aria-invalid': problem !== '',
    'aria-errormessage': `${id}-problem`,
    title: useText()(setting.expected),
  }

  if (kind === 'boolean') {
    return (
      <input
        {...attributes}
        type="checkbox"
        checked={value === true}
        onChange={({ currentTarget }) => {
          void set(String(currentTarget.checked)).then((isSet) => {
            if (!isSet) currentTarget.checked = value === true
          })
        }}
      />
    )
  }

  return (
    <form
      class="config-field"
      // The daemon validates the value and returns the error.
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault()
        if (typed.value === undefined) return
        void set(typed.value).then((isSet) => {
          if (isSet) typed.value = undefined
        })
      }}
    >
      <KeyInput
        setting={setting}
        attributes={attributes}
        text={typed.value ?? current}
        empty={kind === 'secret' && value === true ? words.isSet : words.notSet}
        type={(text) => {
          typed.value = text === current ? undefined : text
        }}
      />
      {typed.value !== undefined && (
        <button type="submit" class="small" aria-description={setting.name}>
          {words.save}
        </button>
      )}
    </form>
  )
}

interface KeyInputProps {
  setting: Pick<SettingsKey, 'kind' | 'choices' | 'min' | 'max' | 'isWhole' | 'isLong'>
  /** Further attributes, such as its id and error. */
  attributes: Record<string, unknown>
  text: string
  /** The placeholder. */
  empty: string
  /** Whether the choice can be cleared. */
  canBeEmpty?: boolean
  type(text: string): void
}

/** The form control for a value. */
export function KeyInput({ setting, attributes, text, empty, canBeEmpty = false, type }: KeyInputProps) {
  const words = useWords(configWords)
  const { kind, choices = [], min, max, isWhole, isLong } = setting
  const typing = (event: { currentTarget: { value: string } }) => type(event.currentTarget.value)
  const shared = { ...attributes, value: text, placeholder: empty, autocomplete: 'off', onInput: typing }
  if (kind === 'choice' || kind === 'boolean') {
    const all = kind === 'boolean' ? ['true', 'false'] : choices
    return (
      <select {...attributes} value={text} onChange={typing}>
        {(canBeEmpty || !all.includes(text)) && <option value="">{empty}</option>}
        {all.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    )
  }
  if (kind === 'list' || isLong || text.includes('\n')) {
    const rows = Math.min(8, Math.max(2, text.split('\n').length))
    return (
      <textarea
        {...shared}
        rows={rows}
        spellcheck={kind !== 'list'}
        placeholder={kind === 'list' ? `${empty} (${words.onePerLine})` : empty}
      />
    )
  }
  if (kind === 'number') return <input {...shared} type="number" min={min} max={max} step={isWhole ? 1 : 'any'} />
  if (kind === 'secret') return <input {...shared} type="password" autocomplete="new-password" />
  return <input {...shared} type="text" spellcheck={false} autocapitalize="none" />
}
