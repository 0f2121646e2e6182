import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { connectServices } from '../../../wire/connect-fields.ts'
import type { Connected } from '../../../wire/settings-wire.ts'
import { useWords } from '../../../words/language.ts'
import { connectWords } from '../../../words/settings/connect-words.ts'
import { onEscape } from '../../buttons.tsx'
import type { ConnectCalls } from './sign-in-panel.tsx'

export interface ProviderFormProps {
  kind: string
  /** What is saved, if it is changed. */
  saved?: Record<string, string>
  /** Models that are known already, and where. */
  found?: { url: string; models: string[] } | undefined
  /** Another model is connected, so a person chooses which one answers. */
  hasOthers: boolean
  calls: Pick<ConnectCalls, 'connect' | 'listModels'>
  done(connected: Connected): void
  close(): void
}

/** Asks for the address and the key of a server, and then which of its models should answer. */
export function ProviderForm({ kind, saved = {}, found, hasOthers, calls, done, close }: ProviderFormProps) {
  const words = useWords(connectWords)
  const form = useRef<HTMLFormElement>(null)
  const fields = connectServices[kind] ?? []
  const isChange = saved.name !== undefined
  const given = useSignal<Record<string, string>>({ ...saved, ...(found && { url: found.url }), kind })
  /** Undefined until the server was asked. */
  const models = useSignal<string[] | undefined>(found?.models)
  const isBusy = useSignal(false)
  const problem = useSignal('')
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [models.value === undefined])

  const type = (key: string) => (event: { currentTarget: { value: string } }) => {
    given.value = { ...given.value, [key]: event.currentTarget.value }
    // Another server or key may have other models.
    if (key === 'url' || key === 'secret') models.value = undefined
  }

  async function submit(submitted: Event): Promise<void> {
    submitted.preventDefault()
    if (isBusy.value) return
    isBusy.value = true
    problem.value = ''
    if (models.value === undefined) {
      const answer = await calls.listModels(given.value)
      isBusy.value = false
      if (answer.status !== 'ok') {
        problem.value = answer.error
        return
      }
      const offered = answer.value.models
      models.value = offered
      given.value = { ...given.value, model: firstChoice(kind, offered, given.value.model) }
      return
    }
    const answer = await calls.connect('provider', given.value)
    isBusy.value = false
    if (answer.status === 'ok') done(answer.value)
    else problem.value = answer.error
  }

  const text = (key: 'url' | 'secret' | 'name', isNeeded: boolean, such?: string) => (
    <TextField
      key={key}
      name={key}
      label={words.labels[`provider.${key}`] ?? key}
      isNeeded={isNeeded}
      such={key === 'secret' && isChange ? words.keptKey : such && words.such(such)}
      value={given.value[key] ?? ''}
      type={type(key)}
    />
  )
  const main = fields.filter(({ key, isNeeded }) => key === 'secret' || (key === 'url' && isNeeded))
  const other = fields.filter(({ key, isNeeded }) => key === 'url' && !isNeeded)
  return (
    <form
      ref={form}
      class="job-form connect-form"
      aria-label={words.services[kind]}
      onSubmit={(submitted) => void submit(submitted)}
      onKeyDown={onEscape(close)}
    >
      {kind === 'ollama' && !found && text('url', false, 'http://127.0.0.1:11434')}
      {main.map(({ key, isNeeded, such }) =>
        text(key as 'url' | 'secret', isNeeded && !(isChange && key === 'secret'), such),
      )}
      {models.value && (
        <ModelChoice
          models={models.value}
          chosen={given.value.model ?? ''}
          choose={(model) => (given.value = { ...given.value, model })}
        />
      )}
      {kind !== 'ollama' && (
        <details class="connect-more">
          <summary>{words.more}</summary>
          {other.map(({ key, such }) => text(key as 'url', false, such))}
          {!isChange && text('name', false, 'local')}
        </details>
      )}
      {models.value && hasOthers && (
        <label class="check">
          <input
            type="checkbox"
            checked={given.value.default === 'yes'}
            onChange={({ currentTarget }) =>
              (given.value = { ...given.value, default: currentTarget.checked ? 'yes' : '' })
            }
          />
          <span>{words.checks['provider.default']}</span>
        </label>
      )}
      {models.value && kind !== 'ollama' && <p class="muted">{words.cost}</p>}
      <p class="job-problem bad" role="alert">
        {problem.value}
      </p>
      <div class="job-acts">
        <button type="submit" class="small" aria-disabled={isBusy.value}>
          {models.value ? words.submit : words.showModels}
        </button>
        <button type="button" class="quiet" onClick={close}>
          {words.cancel}
        </button>
        <span class="muted" role="status">
          {isBusy.value ? words.checking : ''}
        </span>
      </div>
    </form>
  )
}

interface TextFieldProps {
  name: string
  label: string
  isNeeded: boolean
  such: string | undefined
  value: string
  type(event: { currentTarget: { value: string } }): void
}

function TextField({ name, label, isNeeded, such, value, type }: TextFieldProps) {
  const words = useWords(connectWords)
  const id = `provider-${name}`
  const isSecret = name === 'secret'
  const shared = {
    id,
    name,
    spellcheck: false,
    required: isNeeded,
    maxLength: 2000,
    placeholder: such,
    value,
    onInput: type,
  }
  return (
    <>
      <label for={id}>{isNeeded || isSecret ? label : words.optional(label)}</label>
      {isSecret ? (
        <input {...shared} type="password" autocomplete="new-password" />
      ) : (
        <input {...shared} type="text" autocomplete="off" autocapitalize="none" />
      )}
    </>
  )
}

/** Longer lists can be searched. */
const MANY_MODELS = 20

/** The models of the server, or a field for a name if it does not tell them. */
function ModelChoice({ models, chosen, choose }: { models: string[]; chosen: string; choose(model: string): void }) {
  const words = useWords(connectWords)
  const find = useSignal('')
  const typed = ({ currentTarget }: { currentTarget: { value: string } }) => choose(currentTarget.value)
  if (models.length === 0)
    return (
      <>
        <label for="provider-model">{words.labels['provider.model']}</label>
        <input
          id="provider-model"
          type="text"
          required
          maxLength={200}
          spellcheck={false}
          value={chosen}
          onInput={typed}
        />
      </>
    )
  const wanted = find.value.trim().toLowerCase()
  const listed = models.filter((model) => model === chosen || model.toLowerCase().includes(wanted))
  return (
    <>
      {models.length > MANY_MODELS && (
        <input
          type="search"
          aria-label={words.findModel}
          placeholder={words.findModel}
          value={find.value}
          onInput={({ currentTarget }) => (find.value = currentTarget.value)}
        />
      )}
      <label for="provider-model">{words.model(models.length)}</label>
      <select id="provider-model" required value={chosen} onChange={typed}>
        {chosen === '' && <option value="">{words.chooseModel}</option>}
        {listed.map((model) => (
          <option key={model} value={model}>
            {model}
          </option>
        ))}
      </select>
    </>
  )
}

/** The saved model, the only one, or one that suits most people. */
function firstChoice(kind: string, models: string[], saved = ''): string {
  if (saved !== '' && (models.length === 0 || models.includes(saved))) return saved
  if (models.length === 1 || kind === 'ollama') return models[0] ?? ''
  return kind === 'anthropic' ? (models.find((model) => model.includes('sonnet')) ?? '') : ''
}
