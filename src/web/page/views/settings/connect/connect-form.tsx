import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { type ConnectField, fieldsOf, signInFields } from '../../../wire/connect-fields.ts'
import type { Connected, Connection, ConnectionName } from '../../../wire/settings-wire.ts'
import { useWords } from '../../../words/language.ts'
import { connectWords } from '../../../words/settings/connect-words.ts'
import { onEscape } from '../../buttons.tsx'
import { type ConnectCalls, SignInPanel } from './sign-in-panel.tsx'

export interface ConnectFormProps {
  name: Exclude<ConnectionName, 'provider'>
  /** It is connected already, so its secret may stay. */
  isSet: boolean
  /** What the fields are filled with. */
  saved?: Connection['form']
  calls: ConnectCalls
  done(connected: Connected): void
  close(): void
}

/** Collects the credentials and lets the daemon check them. Secrets are dropped with the form. */
export function ConnectForm({ name, isSet, saved = {}, calls, done, close }: ConnectFormProps) {
  const words = useWords(connectWords)
  const form = useRef<HTMLFormElement>(null)
  const isBusy = useSignal(false)
  const problem = useSignal('')
  /** The input of a sign-in that continues on another page. */
  const signingIn = useSignal<Record<string, string> | undefined>(undefined)
  useLayoutEffect(() => {
    if (!signingIn.value) form.current?.querySelector<HTMLElement>('select, input')?.focus()
  }, [signingIn.value])

  async function submit(submitted: Event): Promise<void> {
    submitted.preventDefault()
    if (!form.current || isBusy.value) return
    if (signIn && others.length === 0) return beginSignIn(signIn.keys)
    isBusy.value = true
    problem.value = ''
    const answer = await calls.connect(name, givenIn(form.current))
    isBusy.value = false
    if (answer.status === 'ok') return done(answer.value)
    problem.value = answer.error
  }

  const signIn = signInFields(name)
  const fields = fieldsOf(name, '').map((field) =>
    name === 'telegram' && isSet ? { ...field, isNeeded: false } : field,
  )
  const others = fields.filter(({ key }) => !signIn?.keys.includes(key))
  const views = (visibleFields: typeof fields) =>
    visibleFields.map((field) => <FieldView key={field.key} connection={name} field={field} saved={saved[field.key]} />)

  function beginSignIn(keys: string[]): void {
    if (!form.current || isBusy.value) return
    const inputs = [...form.current.querySelectorAll('input')].filter((input) => keys.includes(input.name))
    if (!inputs.every((input) => input.reportValidity())) return
    problem.value = ''
    signingIn.value = Object.fromEntries(inputs.map((input) => [input.name, input.value]))
  }

  return (
    <>
      <form
        class="job-form connect-form"
        ref={form}
        hidden={signingIn.value !== undefined}
        aria-label={words.names[name]}
        onSubmit={(submitted) => void submit(submitted)}
        onKeyDown={onEscape(close)}
      >
        <p class="muted">{words.about[name]}</p>
        {signIn && (
          <>
            {views(fields.filter(({ key }) => signIn.keys.includes(key)))}
            {others.length > 0 && (
              <>
                <div class="job-acts">
                  <button
                    type="button"
                    class="small"
                    aria-disabled={isBusy.value}
                    onClick={() => beginSignIn(signIn.keys)}
                  >
                    {words.signIn}
                  </button>
                </div>
                <p class="muted">{words.orWith[signIn.name]}</p>
              </>
            )}
          </>
        )}
        {views(others)}
        {name === 'claude' && <p class="muted">{words.cost}</p>}
        <p class="job-problem bad" role="alert">
          {problem.value}
        </p>
        <div class="job-acts">
          <button type="submit" class="small" aria-disabled={isBusy.value}>
            {words.submit}
          </button>
          <button type="button" class="quiet" onClick={close}>
            {words.cancel}
          </button>
          <span class="muted" role="status">
            {isBusy.value ? words.checking : ''}
          </span>
        </div>
      </form>
      {signIn && signingIn.value && (
        <SignInPanel
          name={signIn.name}
          given={signingIn.value}
          calls={calls}
          done={done}
          end={(reason) => {
            signingIn.value = undefined
            problem.value = reason
          }}
        />
      )}
    </>
  )
}

function givenIn(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].map(([key, value]) => [key, typeof value === 'string' ? value : '']),
  )
}

interface FieldViewProps {
  connection: ConnectionName
  field: ConnectField
  saved: string | undefined
}

function FieldView({ connection, field, saved }: FieldViewProps) {
  const words = useWords(connectWords)
  const { key, kind, isNeeded, such } = field
  const id = `${connection}-${key}`
  const fieldName = `${connection}.${key}`
  if (kind === 'on' || kind === 'off')
    return (
      <label class="check" for={id}>
        <input id={id} type="checkbox" name={key} value="yes" defaultChecked={kind === 'on'} />
        <span>{words.checks[fieldName]}</span>
      </label>
    )
  const label = words.labels[fieldName] ?? key
  const shared = {
    id,
    name: key,
    required: isNeeded,
    maxLength: 2000,
    placeholder: such && words.such(such),
    spellcheck: false,
  }
  return (
    <>
      <label for={id}>{isNeeded ? label : words.optional(label)}</label>
      {kind === 'secret' ? (
        <input {...shared} type="password" autocomplete="new-password" />
      ) : (
        <input {...shared} type="text" autocomplete="off" autocapitalize="none" defaultValue={saved} />
      )}
    </>
  )
}
